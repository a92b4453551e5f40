/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the kernels of one field. Before including, define FIELD, whose functions are there.
 */
#define KERNEL_FN(name) CUZK_JOIN(FIELD, _kernel##name)
#define KERNEL_OP(name) CUZK_JOIN(FIELD, name)

/* Values of full length: inverses of small integers. */
static void KERNEL_FN(_start)(FIELD *values, int count)
{
    for (int i = 0; i < count; i++) {
        KERNEL_OP(_from_u64)(&values[i], (uint64_t)i + 3);
        KERNEL_OP(_inverse_vartime)(&values[i], &values[i]);
    }
}

/* The compiler must take the values for used. */
static void KERNEL_FN(_keep)(const FIELD *values)
{
    __asm__ volatile("" : : "r"(values) : "memory");
}

#define KERNEL_BINARY(name)                                                                                        \
    static void KERNEL_FN(name##_latency)(void)                                                                    \
    {                                                                                                              \
        FIELD x[2];                                                                                                \
        KERNEL_FN(_start)(x, 2);                                                                                   \
        for (int i = 0; i < KERNEL_CHEAP; i++)                                                                     \
            KERNEL_OP(name)(&x[0], &x[0], &x[1]);                                                                  \
        KERNEL_FN(_keep)(x);                                                                                       \
    }                                                                                                              \
    static void KERNEL_FN(name##_independent)(void)                                                                \
    {                                                                                                              \
        FIELD x[9];                                                                                                \
        KERNEL_FN(_start)(x, 9);                                                                                   \
        for (int i = 0; i < KERNEL_CHEAP / 8; i++)                                                                 \
            for (int k = 0; k < 8; k++)                                                                            \
                KERNEL_OP(name)(&x[k], &x[k], &x[8]);                                                              \
        KERNEL_FN(_keep)(x);                                                                                       \
    }

#define KERNEL_UNARY(name)                                                                                         \
    static void KERNEL_FN(name##_latency)(void)                                                                    \
    {                                                                                                              \
        FIELD x[1];                                                                                                \
        KERNEL_FN(_start)(x, 1);                                                                                   \
        for (int i = 0; i < KERNEL_CHEAP; i++)                                                                     \
            KERNEL_OP(name)(&x[0], &x[0]);                                                                         \
        KERNEL_FN(_keep)(x);                                                                                       \
    }                                                                                                              \
    static void KERNEL_FN(name##_independent)(void)                                                                \
    {                                                                                                              \
        FIELD x[8];                                                                                                \
        KERNEL_FN(_start)(x, 8);                                                                                   \
        for (int i = 0; i < KERNEL_CHEAP / 8; i++)                                                                 \
            for (int k = 0; k < 8; k++)                                                                            \
                KERNEL_OP(name)(&x[k], &x[k]);                                                                     \
        KERNEL_FN(_keep)(x);                                                                                       \
    }

/* Inverting twice gives the value back, so each is followed by an addition. */
#define KERNEL_INVERSE(name)                                                                                       \
    static void KERNEL_FN(name##_latency)(void)                                                                    \
    {                                                                                                              \
        FIELD x[2];                                                                                                \
        KERNEL_FN(_start)(x, 2);                                                                                   \
        for (int i = 0; i < KERNEL_DEAR; i++) {                                                                    \
            KERNEL_OP(name)(&x[0], &x[0]);                                                                         \
            KERNEL_OP(_add)(&x[0], &x[0], &x[1]);                                                                  \
        }                                                                                                          \
        KERNEL_FN(_keep)(x);                                                                                       \
    }

KERNEL_BINARY(_mul)
KERNEL_BINARY(_add)
KERNEL_BINARY(_sub)
KERNEL_UNARY(_sqr)
KERNEL_INVERSE(_inverse)
KERNEL_INVERSE(_inverse_vartime)

static void KERNEL_FN(_batch_inverse)(void)
{
    static FIELD values[KERNEL_BATCH], scratch[KERNEL_BATCH];
    KERNEL_FN(_start)(values, 2);
    for (int i = 2; i < KERNEL_BATCH; i++)
        KERNEL_OP(_add)(&values[i], &values[i - 1], &values[i - 2]);
    KERNEL_OP(_batch_inverse_vartime)(values, scratch, KERNEL_BATCH);
    KERNEL_FN(_keep)(values);
}

#undef KERNEL_FN
#undef KERNEL_OP
#undef KERNEL_BINARY
#undef KERNEL_UNARY
#undef KERNEL_INVERSE
#undef FIELD
