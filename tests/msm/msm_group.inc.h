/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the functions of msm_group for one group. Define GROUP (prefix of the point template) and
 * GROUP_FR (prefix of the scalar field); both are undefined at the end.
 */
#define GROUP_FN(name)  CUZK_JOIN(GROUP, name)
#define GROUP_FR_(name) CUZK_JOIN(GROUP_FR, name)

/* A logarithm a[i] = first + i * step, of the base point number i. */
static void GROUP_FN(_chain)(GROUP_FN(_affine) * bases, cuzk_fr *logs, size_t count, const cuzk_fr *first,
                             const cuzk_fr *step)
{
    GROUP_FN(_jacobian) block[64], point;
    GROUP_FN(_affine) increment;
    cuzk_fr log = *first;
    cuzk_msm_reference(&bases[0], GROUP_CURVE, GROUP_ID, &GROUP_FN(_generator), NULL, first, 1, NULL);
    cuzk_msm_reference(&increment, GROUP_CURVE, GROUP_ID, &GROUP_FN(_generator), NULL, step, 1, NULL);
    GROUP_FN(_jacobian_from_affine)(&point, &bases[0]);
    for (size_t begin = 0; begin < count; begin += 64) {
        size_t length = count - begin < 64 ? count - begin : 64;
        for (size_t i = 0; i < length; i++) {
            block[i] = point;
            logs[begin + i] = log;
            GROUP_FN(_jacobian_add_affine)(&point, &point, &increment);
            GROUP_FR_(_add)(&log, &log, step); /* addition does not care for the form */
        }
        GROUP_FN(_jacobian_batch_to_affine)(&bases[begin], block, length);
    }
}

static void GROUP_FN(_base_edit)(GROUP_FN(_affine) * bases, cuzk_fr *logs, size_t i, msm_bases kind)
{
    if (kind == MSM_BASES_REPEATED) {
        bases[i] = bases[0];
        logs[i] = logs[0];
    }
    if (kind == MSM_BASES_OPPOSITE && i % 2 == 1) {
        GROUP_FN(_affine_neg)(&bases[i], &bases[i - 1]);
        GROUP_FR_(_neg)(&logs[i], &logs[i - 1]);
    }
    if (kind == MSM_BASES_NOTHING || (kind == MSM_BASES_IDENTITIES && i % 3 == 1)) {
        GROUP_FN(_affine_set_identity)(&bases[i]);
        GROUP_FR_(_set_zero)(&logs[i]);
    }
}

static void GROUP_FN(_bases_make)(void *bases, cuzk_fr *logs, size_t count, msm_bases kind, test_random *random)
{
    cuzk_fr first = {{0}}, step = {{0}};
    test_random_fill(random, first.limb, 24);
    test_random_fill(random, step.limb, 24);
    if (count > 0)
        GROUP_FN(_chain)(bases, logs, count, &first, &step);
    for (size_t i = 0; i < count; i++)
        GROUP_FN(_base_edit)(bases, logs, i, kind);
}

static void GROUP_FN(_expect)(cuzk_fr *out, const cuzk_fr *logs, const uint32_t *index, const cuzk_fr *scalars,
                              size_t count)
{
    cuzk_fr sum, term, log;
    GROUP_FR_(_set_zero)(&sum);
    for (size_t i = 0; i < count; i++) {
        /* The product takes an unreduced left operand; one of the two in Montgomery form gives a canonical result.
         */
        GROUP_FR_(_to_montgomery)(&log, &logs[i]);
        GROUP_FR_(_mul)(&term, &scalars[index != NULL ? index[i] : i], &log);
        GROUP_FR_(_add)(&sum, &sum, &term);
    }
    *out = sum;
}

#undef GROUP_FN
#undef GROUP_FR_
#undef GROUP
#undef GROUP_FR
#undef GROUP_CURVE
#undef GROUP_ID
