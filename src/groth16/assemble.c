/* SPDX-License-Identifier: Apache-2.0 */
#include "groth16/assemble.h"

#include <string.h>

#include "base/memory.h"
#include "curve/curve.h"

/* out = sum + constant + scalar * delta, all but the scalar affine. `mul` takes the same time for every scalar. */
static void blind(cuzk_point *out, const cuzk_group_ops *group, const void *sum, const void *constant,
                  const void *delta, const cuzk_fr *scalar)
{
    group->from_affine(out, delta);
    group->mul(out, out, scalar);
    group->add_affine(out, out, constant);
    group->add_affine(out, out, sum);
}

/* out += scalar * point */
static void add_product(cuzk_point *out, const cuzk_group_ops *group, const cuzk_point *point,
                        const cuzk_fr *scalar)
{
    cuzk_point product;
    group->mul(&product, point, scalar);
    group->add(out, out, &product);
    cuzk_wipe(&product, sizeof product);
}

/* -r s, canonical: of a canonical product one factor only is in Montgomery form. */
static void negative_product(cuzk_fr *out, const cuzk_curve_ops *curve, const cuzk_blinding *blinding)
{
    cuzk_fr r_montgomery;
    curve->fr_to_montgomery(&r_montgomery, &blinding->r);
    curve->fr_mul(out, &r_montgomery, &blinding->s);
    curve->fr_neg(out, out);
    cuzk_wipe(&r_montgomery, sizeof r_montgomery);
}

static void assemble_c(cuzk_point *out, const cuzk_curve_ops *curve, const cuzk_proving_key *key,
                       const proof_sums *sums, const cuzk_point *a, const cuzk_point *b_g1,
                       const cuzk_blinding *blinding)
{
    const cuzk_group_ops *g1 = &curve->g1;
    cuzk_point delta;
    cuzk_fr negative_rs;
    negative_product(&negative_rs, curve, blinding);
    g1->from_affine(&delta, &key->delta_g1);
    g1->from_affine(out, &sums->l);
    g1->add_affine(out, out, &sums->h);
    add_product(out, g1, a, &blinding->s);
    add_product(out, g1, b_g1, &blinding->r);
    add_product(out, g1, &delta, &negative_rs);
    cuzk_wipe(&negative_rs, sizeof negative_rs);
}

void cuzk_proof_assemble(cuzk_proof *out, const cuzk_proving_key *key, cuzk_isa isa, const proof_sums *sums,
                         const cuzk_blinding *blinding)
{
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(key->curve, isa);
    cuzk_point a, b, b_g1, c;
    blind(&a, &curve->g1, &sums->a, &key->alpha_g1, &key->delta_g1, &blinding->r);
    blind(&b, &curve->g2, &sums->b_g2, &key->beta_g2, &key->delta_g2, &blinding->s);
    blind(&b_g1, &curve->g1, &sums->b_g1, &key->beta_g1, &key->delta_g1, &blinding->s);
    assemble_c(&c, curve, key, sums, &a, &b_g1, blinding);
    memset(out, 0, sizeof *out); /* limbs beyond the curve's own stay 0 */
    out->curve = key->curve;
    curve->g1.to_affine(&out->a, &a);
    curve->g2.to_affine(&out->b, &b);
    curve->g1.to_affine(&out->c, &c);
    cuzk_wipe(&b_g1, sizeof b_g1);
    cuzk_wipe(&c, sizeof c);
}
