/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the table of one field. Before including, define FIELD (the prefix of a field whose functions
 * are there) and, if the field has _sqrt, FIELD_HAS_SQRT. The table is called cuzk_field_ops_<field>_<isa>, isa
 * being CUZK_ISA_NAME.
 */
#include "field/field_defs.h"
#include "field/field_ops.h"

#define OPS_FN(name)    CUZK_JOIN(FIELD, _ops##name)
#define OPS_FIELD(name) CUZK_JOIN(FIELD, name)

#define OPS_BINARY(name)                                                                                           \
    static void OPS_FN(name)(void *out, const void *a, const void *b)                                              \
    {                                                                                                              \
        OPS_FIELD(name)((FIELD *)out, (const FIELD *)a, (const FIELD *)b);                                         \
    }

#define OPS_UNARY(name)                                                                                            \
    static void OPS_FN(name)(void *out, const void *a)                                                             \
    {                                                                                                              \
        OPS_FIELD(name)((FIELD *)out, (const FIELD *)a);                                                           \
    }

#define OPS_PREDICATE(name)                                                                                        \
    static bool OPS_FN(name)(const void *a)                                                                        \
    {                                                                                                              \
        return OPS_FIELD(name)((const FIELD *)a);                                                                  \
    }

OPS_BINARY(_add)
OPS_BINARY(_sub)
OPS_BINARY(_mul)
OPS_BINARY(_mul_portable)
OPS_UNARY(_neg)
OPS_UNARY(_double)
OPS_UNARY(_halve)
OPS_UNARY(_sqr)
OPS_UNARY(_inverse)
OPS_UNARY(_inverse_vartime)
OPS_UNARY(_to_montgomery)
OPS_UNARY(_from_montgomery)
OPS_PREDICATE(_is_canonical)
OPS_PREDICATE(_is_zero)
OPS_PREDICATE(_is_one)

#ifdef FIELD_HAS_SQRT
static bool OPS_FN(_sqrt)(void *out, const void *a)
{
    return OPS_FIELD(_sqrt)((FIELD *)out, (const FIELD *)a);
}
#define OPS_SQRT OPS_FN(_sqrt)
#else
#define OPS_SQRT NULL
#endif

static void OPS_FN(_pow)(void *out, const void *a, const uint64_t *exponent, int exponent_limbs)
{
    OPS_FIELD(_pow)((FIELD *)out, (const FIELD *)a, exponent, exponent_limbs);
}

static void OPS_FN(_from_u64)(void *out, uint64_t value)
{
    OPS_FIELD(_from_u64)((FIELD *)out, value);
}

static void OPS_FN(_select)(void *out, const void *a, const void *b, uint64_t take_b)
{
    OPS_FIELD(_select)((FIELD *)out, (const FIELD *)a, (const FIELD *)b, take_b);
}

static void OPS_FN(_batch_inverse)(void *values, void *scratch, size_t count)
{
    OPS_FIELD(_batch_inverse)((FIELD *)values, (FIELD *)scratch, count);
}

static void OPS_FN(_batch_inverse_vartime)(void *values, void *scratch, size_t count)
{
    OPS_FIELD(_batch_inverse_vartime)((FIELD *)values, (FIELD *)scratch, count);
}

static bool OPS_FN(_equal)(const void *a, const void *b)
{
    return OPS_FIELD(_equal)((const FIELD *)a, (const FIELD *)b);
}

static int OPS_FN(_compare_vartime)(const void *a, const void *b)
{
    return OPS_FIELD(_compare_vartime)((const FIELD *)a, (const FIELD *)b);
}

#define OPS_STRING_(x) #x
#define OPS_STRING(x)  OPS_STRING_(x)
#define OPS_TABLE      CUZK_JOIN(CUZK_JOIN(cuzk_field_ops_, FIELD), CUZK_JOIN(_, CUZK_ISA_NAME))

extern const cuzk_field_ops OPS_TABLE;
const cuzk_field_ops OPS_TABLE = {
    .name = OPS_STRING(FIELD),
    .isa = OPS_STRING(CUZK_ISA_NAME),
    .limbs = sizeof(FIELD) / sizeof(uint64_t),
    .modulus = &OPS_FIELD(_modulus),
    .r = &OPS_FIELD(_r),
    .r2 = &OPS_FIELD(_r2),
    .add = OPS_FN(_add),
    .sub = OPS_FN(_sub),
    .mul = OPS_FN(_mul),
    .mul_portable = OPS_FN(_mul_portable),
    .neg = OPS_FN(_neg),
    .dbl = OPS_FN(_double),
    .halve = OPS_FN(_halve),
    .sqr = OPS_FN(_sqr),
    .inverse = OPS_FN(_inverse),
    .inverse_vartime = OPS_FN(_inverse_vartime),
    .to_montgomery = OPS_FN(_to_montgomery),
    .from_montgomery = OPS_FN(_from_montgomery),
    .sqrt = OPS_SQRT,
    .pow = OPS_FN(_pow),
    .from_u64 = OPS_FN(_from_u64),
    .select = OPS_FN(_select),
    .batch_inverse = OPS_FN(_batch_inverse),
    .batch_inverse_vartime = OPS_FN(_batch_inverse_vartime),
    .is_canonical = OPS_FN(_is_canonical),
    .is_zero = OPS_FN(_is_zero),
    .is_one = OPS_FN(_is_one),
    .equal = OPS_FN(_equal),
    .compare_vartime = OPS_FN(_compare_vartime),
};

#undef OPS_FN
#undef OPS_FIELD
#undef OPS_BINARY
#undef OPS_UNARY
#undef OPS_PREDICATE
#undef OPS_SQRT
#undef OPS_STRING_
#undef OPS_STRING
#undef OPS_TABLE
#undef FIELD
#ifdef FIELD_HAS_SQRT
#undef FIELD_HAS_SQRT
#endif
