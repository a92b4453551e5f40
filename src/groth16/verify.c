/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifying. Nothing here is secret: times depend on the inputs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "curve/curve.h"
#include "groth16/model.h"

/* ---- Checks of what comes from outside ---- */

static cuzk_status check_point(const cuzk_group_ops *group, const void *affine, const char *name, uint64_t proof,
                               cuzk_error *err)
{
    const char *fault = NULL;
    if (!group->affine_is_canonical(affine))
        fault = "has a coordinate that is not below the modulus";
    else if (!group->affine_is_on_curve(affine))
        fault = "is not on the curve";
    else if (!group->affine_is_in_subgroup(affine))
        fault = "is not in the subgroup of prime order";
    if (fault == NULL)
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_POINT, "proof %llu: point %s %s", (unsigned long long)proof, name, fault);
}

static cuzk_status check_proof(const cuzk_curve_ops *curve, const cuzk_proof *proof, uint64_t index,
                               cuzk_error *err)
{
    cuzk_status status;
    if (proof->curve != curve->id)
        return cuzk_error_set(err, CUZK_E_CURVE, "proof %llu is over %s, the key over %s",
                              (unsigned long long)index, cuzk_curve_name(proof->curve), curve->name);
    if ((status = check_point(&curve->g1, &proof->a, "A", index, err)) != CUZK_OK)
        return status;
    if ((status = check_point(&curve->g2, &proof->b, "B", index, err)) != CUZK_OK)
        return status;
    return check_point(&curve->g1, &proof->c, "C", index, err);
}

static cuzk_status check_inputs(const cuzk_curve_ops *curve, const cuzk_fr *inputs, uint64_t count, uint64_t index,
                                cuzk_error *err)
{
    for (uint64_t i = 0; i < count; i++)
        if (!curve->fr_is_canonical(&inputs[i]))
            return cuzk_error_set(err, CUZK_E_NOT_CANONICAL, "proof %llu: public input %llu is not below r of %s",
                                  (unsigned long long)index, (unsigned long long)i, curve->name);
    return CUZK_OK;
}

static cuzk_status check_count(const cuzk_verifying_key *key, uint64_t public_count, cuzk_error *err)
{
    if (public_count == key->public_count)
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_LENGTH, "%llu public inputs given, the key asks for %llu",
                          (unsigned long long)public_count, (unsigned long long)key->public_count);
}

static cuzk_status find_curve(const cuzk_curve_ops **out, const cuzk_verifying_key *key, cuzk_error *err)
{
    *out = cuzk_curve_ops_get(key->curve, CUZK_ISA_AUTO);
    if (*out == NULL)
        return cuzk_error_set(err, CUZK_E_CURVE, "the key's curve %d is not known", (int)key->curve);
    return CUZK_OK;
}

/* ---- The equation ---- */

static const void *ic_point(const cuzk_curve_ops *curve, const cuzk_verifying_key *key, uint64_t index)
{
    return (const char *)key->ic.bytes + index * curve->g1.affine_bytes;
}

/* out += scalar * affine */
static void add_product(cuzk_point *out, const cuzk_group_ops *group, const void *affine, const cuzk_fr *scalar)
{
    cuzk_point product;
    group->from_affine(&product, affine);
    group->mul_vartime(&product, &product, scalar);
    group->add(out, out, &product);
}

static void negative_to_affine(void *out_affine, const cuzk_group_ops *group, const cuzk_point *point)
{
    cuzk_point negative;
    group->neg(&negative, point);
    group->to_affine(out_affine, &negative);
}

/* What the verifying key pairs with: alpha with beta, the inputs' sum with gamma, C with delta; each negative, so
 * that the equation reads: the product of all pairings is 1. */
typedef struct key_side {
    cuzk_g1_affine alpha, inputs, c;
} key_side;

static void key_side_pairs(const void **p, const void **q, const key_side *side, const cuzk_verifying_key *key)
{
    p[0] = &side->alpha, q[0] = &key->beta_g2;
    p[1] = &side->inputs, q[1] = &key->gamma_g2;
    p[2] = &side->c, q[2] = &key->delta_g2;
}

cuzk_status cuzk_verify(const cuzk_verifying_key *key, const cuzk_fr *public_inputs, uint64_t public_count,
                        const cuzk_proof *proof, bool *valid, cuzk_error *err)
{
    cuzk_status status;
    const cuzk_curve_ops *curve;
    if ((status = find_curve(&curve, key, err)) != CUZK_OK)
        return status;
    if ((status = check_count(key, public_count, err)) != CUZK_OK)
        return status;
    if ((status = check_inputs(curve, public_inputs, public_count, 0, err)) != CUZK_OK)
        return status;
    if ((status = check_proof(curve, proof, 0, err)) != CUZK_OK)
        return status;

    cuzk_point inputs;
    curve->g1.from_affine(&inputs, ic_point(curve, key, 0));
    for (uint64_t i = 0; i < public_count; i++)
        add_product(&inputs, &curve->g1, ic_point(curve, key, i + 1), &public_inputs[i]);

    key_side side;
    const void *p[4], *q[4];
    curve->g1.affine_neg(&side.alpha, &key->alpha_g1);
    negative_to_affine(&side.inputs, &curve->g1, &inputs);
    curve->g1.affine_neg(&side.c, &proof->c);
    key_side_pairs(p, q, &side, key);
    p[3] = &proof->a, q[3] = &proof->b;
    *valid = curve->pairing_product_is_one(p, q, 4);
    return CUZK_OK;
}

/* ---- Batches: every proof's equation to the power of its own random z, all multiplied ---- */

typedef struct batch {
    const cuzk_curve_ops *curve;
    const cuzk_verifying_key *key;
    cuzk_fr *coefficients;  /* z of each proof, canonical, 128 bits */
    cuzk_fr *input_scalars; /* of each point of IC, canonical */
    cuzk_g1_affine *a;      /* z A of each proof */
    const void **p, **q;    /* pairs: three of the key, one a proof */
    cuzk_point c;           /* sum of z C */
} batch;

static void batch_clear(batch *b)
{
    free(b->coefficients);
    free(b->input_scalars);
    free(b->a);
    free(b->p);
    free(b->q);
}

static cuzk_status batch_alloc(batch *b, uint64_t proof_count, cuzk_error *err)
{
    b->coefficients = cuzk_calloc_aligned(proof_count, sizeof *b->coefficients);
    b->input_scalars = cuzk_calloc_aligned(b->key->public_count + 1, sizeof *b->input_scalars);
    b->a = cuzk_calloc_aligned(proof_count, sizeof *b->a);
    b->p = cuzk_calloc_aligned(proof_count + 3, sizeof *b->p);
    b->q = cuzk_calloc_aligned(proof_count + 3, sizeof *b->q);
    if (b->coefficients != NULL && b->input_scalars != NULL && b->a != NULL && b->p != NULL && b->q != NULL)
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory to verify %llu proofs",
                          (unsigned long long)proof_count);
}

/* Whatever the other coefficients are, one value of a false proof's z at most lets the batch pass:
 * docs/math/groth16.md. */
static cuzk_status batch_draw(batch *b, uint64_t proof_count, cuzk_error *err)
{
    for (uint64_t i = 0; i < proof_count; i++) {
        cuzk_status status = cuzk_random_bytes(b->coefficients[i].limb, 2 * sizeof(uint64_t), err);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

/* Adds z to the scalar of IC_0 and z * input to those of the others. A product of which one factor is in Montgomery
 * form is canonical. */
static void batch_add_inputs(batch *b, const cuzk_fr *inputs, const cuzk_fr *coefficient)
{
    cuzk_fr coefficient_montgomery, product;
    b->curve->fr_to_montgomery(&coefficient_montgomery, coefficient);
    b->curve->fr_add(&b->input_scalars[0], &b->input_scalars[0], coefficient);
    for (uint64_t i = 0; i < b->key->public_count; i++) {
        b->curve->fr_mul(&product, &coefficient_montgomery, &inputs[i]);
        b->curve->fr_add(&b->input_scalars[i + 1], &b->input_scalars[i + 1], &product);
    }
}

static void batch_add_proof(batch *b, const cuzk_fr *inputs, const cuzk_proof *proof, uint64_t index)
{
    const cuzk_group_ops *g1 = &b->curve->g1;
    const cuzk_fr *coefficient = &b->coefficients[index];
    cuzk_point a;
    g1->from_affine(&a, &proof->a);
    g1->mul_vartime(&a, &a, coefficient);
    g1->to_affine(&b->a[index], &a);
    add_product(&b->c, g1, &proof->c, coefficient);
    batch_add_inputs(b, inputs, coefficient);
    b->p[3 + index] = &b->a[index];
    b->q[3 + index] = &proof->b;
}

static bool batch_holds(batch *b, uint64_t proof_count)
{
    const cuzk_group_ops *g1 = &b->curve->g1;
    key_side side;
    cuzk_point alpha, inputs;
    g1->set_identity(&alpha);
    g1->set_identity(&inputs);
    add_product(&alpha, g1, &b->key->alpha_g1, &b->input_scalars[0]);
    for (uint64_t i = 0; i <= b->key->public_count; i++)
        add_product(&inputs, g1, ic_point(b->curve, b->key, i), &b->input_scalars[i]);
    negative_to_affine(&side.alpha, g1, &alpha);
    negative_to_affine(&side.inputs, g1, &inputs);
    negative_to_affine(&side.c, g1, &b->c);
    key_side_pairs(b->p, b->q, &side, b->key);
    return b->curve->pairing_product_is_one(b->p, b->q, proof_count + 3);
}

cuzk_status cuzk_verify_batch(const cuzk_verifying_key *key, const cuzk_fr *public_inputs, uint64_t public_count,
                              const cuzk_proof *proofs, uint64_t proof_count, bool *valid, cuzk_error *err)
{
    cuzk_status status;
    batch b = {.key = key};
    if ((status = find_curve(&b.curve, key, err)) != CUZK_OK)
        return status;
    if ((status = check_count(key, public_count, err)) != CUZK_OK)
        return status;
    for (uint64_t i = 0; i < proof_count; i++) {
        if ((status = check_inputs(b.curve, public_inputs + i * public_count, public_count, i, err)) != CUZK_OK)
            return status;
        if ((status = check_proof(b.curve, &proofs[i], i, err)) != CUZK_OK)
            return status;
    }
    if ((status = batch_alloc(&b, proof_count, err)) != CUZK_OK)
        goto done;
    if ((status = batch_draw(&b, proof_count, err)) != CUZK_OK)
        goto done;
    b.curve->g1.set_identity(&b.c);
    for (uint64_t i = 0; i < proof_count; i++)
        batch_add_proof(&b, public_inputs + i * public_count, &proofs[i], i);
    *valid = batch_holds(&b, proof_count);
done:
    batch_clear(&b);
    return status;
}
