/* SPDX-License-Identifier: Apache-2.0
 *
 * Domains resident on the GPU, transforms, and the scalars of the h sum.
 */
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/cuda_internal.h"
#include "backend/cuda/ntt_kernels.cuh"

typedef fp<bn254_fr32> bn254_scalar;
typedef fp<bls12_381_fr32> bls12_381_scalar;

struct cuzk_domain {
    cuda_device *device;
    cuzk_curve_id curve;
    uint32_t domain_log2;
    uint32_t low_bits;         /* of the two-level tables of shift powers */
    void *twiddles;            /* N elements, ntt_kernels.cuh */
    void *shift_low;           /* g^i, i < 2^low_bits */
    void *shift_high;          /* g^(i 2^low_bits) */
    void *shift_inverse_low;   /* g^-i */
    void *shift_inverse_high;  /* g^-(i 2^low_bits) / N */
    void *shift_high_scaled;   /* g^(i 2^low_bits) / N: inverse transform and shift in one */
    cuzk_fr size_inverse;      /* 1 / N, Montgomery form */
    cuzk_fr vanishing_inverse; /* 1 / (g^N - 1), Montgomery form */
};

enum {
    THREADS = 256,
};

static unsigned grid_for(uint64_t count)
{
    return (unsigned)((count + THREADS - 1) / THREADS);
}

/* ---- Host arithmetic for the tables: a few products, in the same code as the device's ---- */

template <class F> static F from_limbs(const cuzk_fr *a)
{
    F r;
    memcpy(&r, a, sizeof r);
    return r;
}

template <class F> static cuzk_fr to_limbs(const F &a)
{
    cuzk_fr r;
    memcpy(&r, &a, sizeof r);
    return r;
}

template <class P> static fp<P> from_canonical(const cuzk_fr *canonical)
{
    fp<P> r2;
    P::r2(r2.w);
    return from_limbs<fp<P>>(canonical) * r2;
}

template <class P> static fp<P> from_u32(uint32_t value)
{
    const cuzk_fr canonical = {{value, 0, 0, 0}};
    return from_canonical<P>(&canonical);
}

template <class F> static F power_of_two_power(F a, uint32_t log2)
{
    for (uint32_t i = 0; i < log2; i++)
        a = sqr(a);
    return a;
}

/* g^((r - 1) / 2^two_adicity): the primitive root of the largest power-of-two order. */
template <class P> static fp<P> root_of_unity_max(uint32_t generator, uint32_t two_adicity)
{
    uint32_t exponent[P::limbs + 1] = {0};
    P::modulus(exponent); /* r - 1 shifted right: its low two_adicity bits vanish with the 1 */
    fp<P> r, g = from_u32<P>(generator);
    set_one(r);
    for (int bit = 32 * P::limbs - 1; bit >= (int)two_adicity; bit--) {
        r = sqr(r);
        if (exponent[bit / 32] >> (bit % 32) & 1)
            r = r * g;
    }
    return r;
}

static uint32_t curve_two_adicity(cuzk_curve_id curve)
{
    return curve == CUZK_CURVE_BN254 ? 28 : 32;
}

/* ---- Tables ---- */

/* *out = first * base^i for i < count, on the device. */
template <class P>
static cuzk_status powers_table(void **out, const cuda_device *device, fp<P> base, fp<P> first, uint64_t count,
                                cuzk_error *err)
{
    typedef fp<P> F;
    F powers[64];
    void *d_powers = NULL, *table = NULL;
    for (int i = 0; i < 64; i++, base = sqr(base))
        powers[i] = base;
    cuzk_status status = cuda_upload(&d_powers, device, powers, sizeof powers, "a table of powers", err);
    if (status == CUZK_OK)
        status = cuda_alloc(&table, device, count * sizeof(F), "a table of powers", err);
    if (status == CUZK_OK) {
        ntt_powers_kernel<F><<<grid_for(count), THREADS>>>((F *)table, (const F *)d_powers, first, count);
        status = cuda_check(cudaDeviceSynchronize(), "making a table of powers", err);
    }
    (void)cudaFree(d_powers);
    if (status != CUZK_OK) {
        (void)cudaFree(table);
        return status;
    }
    *out = table;
    return CUZK_OK;
}

template <class P>
static cuzk_status twiddle_table(cuzk_domain *domain, const fp<P> &root_max, uint32_t two_adicity, cuzk_error *err)
{
    typedef fp<P> F;
    F roots[32];
    void *d_roots = NULL;
    const uint64_t count = 1ull << domain->domain_log2;
    for (uint32_t level = 0; level < domain->domain_log2; level++)
        roots[level] = power_of_two_power(root_max, two_adicity - 1 - level);
    cuzk_status status = cuda_upload(&d_roots, domain->device, roots, sizeof roots, "roots of unity", err);
    if (status == CUZK_OK)
        status = cuda_alloc(&domain->twiddles, domain->device, count * sizeof(F), "twiddles", err);
    if (status == CUZK_OK) {
        ntt_twiddle_kernel<F>
            <<<grid_for(count), THREADS>>>((F *)domain->twiddles, (const F *)d_roots, domain->domain_log2);
        status = cuda_check(cudaDeviceSynchronize(), "making twiddles", err);
    }
    (void)cudaFree(d_roots);
    return status;
}

template <class P>
static cuzk_status domain_fill(cuzk_domain *domain, cuzk_root root, const cuzk_fr *shift, cuzk_error *err)
{
    typedef fp<P> F;
    const uint32_t k = domain->domain_log2, two_adicity = curve_two_adicity(domain->curve);
    const F root_max = root_of_unity_max<P>((uint32_t)root, two_adicity);
    F one, g;
    set_one(one);
    if (shift != NULL)
        g = from_canonical<P>(shift);
    else
        g = k < two_adicity ? power_of_two_power(root_max, two_adicity - k - 1) : from_u32<P>(25);
    const F g_inverse = inverse(g), half = inverse(from_u32<P>(2));
    F n_inverse = one;
    for (uint32_t i = 0; i < k; i++)
        n_inverse = n_inverse * half;
    domain->size_inverse = to_limbs(n_inverse);
    domain->vanishing_inverse = to_limbs(inverse(power_of_two_power(g, k) - one));
    domain->low_bits = k / 2;
    const uint64_t low_count = 1ull << domain->low_bits, high_count = 1ull << (k - domain->low_bits);
    const F g_high = power_of_two_power(g, domain->low_bits);
    const F g_inverse_high = power_of_two_power(g_inverse, domain->low_bits);
    cuzk_status status = twiddle_table<P>(domain, root_max, two_adicity, err);
    if (status == CUZK_OK)
        status = powers_table<P>(&domain->shift_low, domain->device, g, one, low_count, err);
    if (status == CUZK_OK)
        status = powers_table<P>(&domain->shift_high, domain->device, g_high, one, high_count, err);
    if (status == CUZK_OK)
        status = powers_table<P>(&domain->shift_high_scaled, domain->device, g_high, n_inverse, high_count, err);
    if (status == CUZK_OK)
        status = powers_table<P>(&domain->shift_inverse_low, domain->device, g_inverse, one, low_count, err);
    if (status == CUZK_OK)
        status = powers_table<P>(&domain->shift_inverse_high, domain->device, g_inverse_high, n_inverse, high_count,
                                 err);
    return status;
}

void cuda_domain_destroy(cuzk_domain *domain)
{
    if (domain == NULL)
        return;
    (void)cudaSetDevice(domain->device->ordinal);
    (void)cudaFree(domain->twiddles);
    (void)cudaFree(domain->shift_low);
    (void)cudaFree(domain->shift_high);
    (void)cudaFree(domain->shift_high_scaled);
    (void)cudaFree(domain->shift_inverse_low);
    (void)cudaFree(domain->shift_inverse_high);
    (void)cudaGetLastError();
    free(domain);
}

uint64_t cuda_domain_bytes(const cuzk_domain *domain)
{
    const uint64_t low = 1ull << domain->low_bits, high = 1ull << (domain->domain_log2 - domain->low_bits);
    return sizeof(cuzk_fr) * ((1ull << domain->domain_log2) + 2 * low + 3 * high);
}

cuzk_status cuda_domain_create(cuzk_domain **out, cuzk_device *device, cuzk_curve_id curve, uint32_t domain_log2,
                               cuzk_root root, const cuzk_fr *shift, cuzk_error *err)
{
    if (domain_log2 > CUZK_NTT_DOMAIN_LOG2_MAX)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE, "a domain of 2^%u, at most 2^%d", domain_log2,
                              CUZK_NTT_DOMAIN_LOG2_MAX);
    if (root != CUZK_ROOT_5 && !(root == CUZK_ROOT_7 && curve == CUZK_CURVE_BLS12_381))
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "no root of unity from %d on %s", (int)root,
                              cuzk_curve_name(curve));
    cuzk_domain *domain = (cuzk_domain *)calloc(1, sizeof *domain);
    if (domain == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a domain's description");
    domain->device = (cuda_device *)device;
    domain->curve = curve;
    domain->domain_log2 = domain_log2;
    const cuzk_status status = curve == CUZK_CURVE_BN254 ? domain_fill<bn254_fr32>(domain, root, shift, err)
                                                         : domain_fill<bls12_381_fr32>(domain, root, shift, err);
    if (status != CUZK_OK) {
        cuda_domain_destroy(domain);
        return status;
    }
    *out = domain;
    return CUZK_OK;
}

/* ---- Transforms ---- */

template <class F>
static void pass(const cuzk_domain *domain, cudaStream_t stream, F *values, uint32_t shift, uint32_t bits,
                 bool is_inverse)
{
    /* Lanes side by side: neighbours below `shift`, or whole tiles when there are no neighbours. */
    const uint32_t room = shift > 0 ? shift : domain->domain_log2 - bits;
    const uint32_t lanes_wanted = NTT_LANE_BITS, lane_bits = room < lanes_wanted ? room : lanes_wanted;
    const uint32_t tile_bits = bits + lane_bits;
    const unsigned blocks = 1u << (domain->domain_log2 - tile_bits);
    const size_t shared_bytes = sizeof(F) << tile_bits;
    if (is_inverse)
        ntt_pass_kernel<F, true><<<blocks, NTT_THREADS, shared_bytes, stream>>>(values, (const F *)domain->twiddles,
                                                                                shift, bits, lane_bits);
    else
        ntt_pass_kernel<F, false><<<blocks, NTT_THREADS, shared_bytes, stream>>>(
            values, (const F *)domain->twiddles, shift, bits, lane_bits);
}

/* The levels cut into passes of nearly equal length, the pass at shift 0 at least NTT_LANE_BITS long where there is
 * more than one. */
template <class F> static void transform(const cuzk_domain *domain, cudaStream_t stream, F *values, bool is_inverse)
{
    const uint32_t k = domain->domain_log2, passes = (k + NTT_PASS_BITS - 1) / NTT_PASS_BITS;
    for (uint32_t i = 0; i < passes; i++) {
        const uint32_t which = is_inverse ? passes - 1 - i : i;
        const uint32_t shift = k * which / passes, next = k * (which + 1) / passes;
        pass<F>(domain, stream, values, shift, next - shift, is_inverse);
    }
}

template <class F>
static void shift_values(const cuzk_domain *domain, cudaStream_t stream, F *values, const void *low,
                         const void *high, bool reversed)
{
    ntt_shift_kernel<F><<<grid_for(1ull << domain->domain_log2), THREADS, 0, stream>>>(
        values, (const F *)low, (const F *)high, domain->low_bits, domain->domain_log2, reversed);
}

template <class F> static void reorder(const cuzk_domain *domain, cudaStream_t stream, F *values)
{
    ntt_reorder_kernel<F>
        <<<grid_for(1ull << domain->domain_log2), THREADS, 0, stream>>>(values, domain->domain_log2);
}

template <class F>
static void run_natural(const cuzk_domain *domain, cudaStream_t stream, cuzk_ntt_kind kind, F *values)
{
    const uint64_t count = 1ull << domain->domain_log2;
    switch (kind) {
    case CUZK_NTT_COSET_FORWARD:
    case CUZK_NTT_FORWARD:
        if (kind == CUZK_NTT_COSET_FORWARD)
            shift_values(domain, stream, values, domain->shift_low, domain->shift_high, false);
        reorder(domain, stream, values);
        transform(domain, stream, values, false);
        break;
    case CUZK_NTT_INVERSE:
        transform(domain, stream, values, true);
        reorder(domain, stream, values);
        ntt_scale_kernel<F>
            <<<grid_for(count), THREADS, 0, stream>>>(values, from_limbs<F>(&domain->size_inverse), count);
        break;
    case CUZK_NTT_COSET_INVERSE:
        transform(domain, stream, values, true);
        reorder(domain, stream, values);
        shift_values(domain, stream, values, domain->shift_inverse_low, domain->shift_inverse_high, false);
        break;
    }
}

cuzk_status cuda_ntt(cuzk_queue *queue, const cuzk_domain *domain, cuzk_ntt_kind kind, cuzk_buffer *values,
                     cuzk_error *err)
{
    cuzk_status status = cuda_enter(queue->device, err);
    if (status != CUZK_OK)
        return status;
    if (domain->curve == CUZK_CURVE_BN254)
        run_natural<bn254_scalar>(domain, queue->stream, kind, (bn254_scalar *)values->bytes);
    else
        run_natural<bls12_381_scalar>(domain, queue->stream, kind, (bls12_381_scalar *)values->bytes);
    return cuda_check_launch("transforming on the GPU", err);
}

/* ---- h ---- */

/* From values over the domain to values over the coset: no reordering, as the two orders cancel. */
template <class F> static void to_coset(const cuzk_domain *domain, cudaStream_t stream, F *values)
{
    transform(domain, stream, values, true);
    shift_values(domain, stream, values, domain->shift_low, domain->shift_high_scaled, true);
    transform(domain, stream, values, false);
}

template <class P>
static void h_scalars(const cuzk_domain *domain, cudaStream_t stream, cuzk_h_basis basis, fp<P> *a, fp<P> *b,
                      fp<P> *c, bool has_c)
{
    typedef fp<P> F;
    const uint64_t count = 1ull << domain->domain_log2;
    if (!has_c)
        ntt_multiply_kernel<F><<<grid_for(count), THREADS, 0, stream>>>(c, a, b, count);
    to_coset(domain, stream, a);
    to_coset(domain, stream, b);
    to_coset(domain, stream, c);
    F one, r2;
    set_one(one);
    P::r2(r2.w);
    const F factor = basis == CUZK_H_MONOMIAL ? from_limbs<F>(&domain->vanishing_inverse) : one;
    const F lift = factor * r2, lift_c = has_c ? factor : lift; /* factor is f R, so factor * r2 is f R^2 */
    ntt_quotient_kernel<F><<<grid_for(count), THREADS, 0, stream>>>(a, b, c, lift, lift_c, count);
    if (basis == CUZK_H_MONOMIAL) {
        transform(domain, stream, a, true);
        reorder(domain, stream, a);
        shift_values(domain, stream, a, domain->shift_inverse_low, domain->shift_inverse_high, false);
    }
}

cuzk_status cuda_h_scalars(cuzk_queue *queue, const cuzk_domain *domain, cuzk_h_basis basis, cuzk_buffer *a,
                           cuzk_buffer *b, cuzk_buffer *c, bool has_c, cuzk_error *err)
{
    cuzk_status status = cuda_enter(queue->device, err);
    if (status != CUZK_OK)
        return status;
    if (domain->curve == CUZK_CURVE_BN254)
        h_scalars<bn254_fr32>(domain, queue->stream, basis, (bn254_scalar *)a->bytes, (bn254_scalar *)b->bytes,
                              (bn254_scalar *)c->bytes, has_c);
    else
        h_scalars<bls12_381_fr32>(domain, queue->stream, basis, (bls12_381_scalar *)a->bytes,
                                  (bls12_381_scalar *)b->bytes, (bls12_381_scalar *)c->bytes, has_c);
    return cuda_check_launch("computing h on the GPU", err);
}
