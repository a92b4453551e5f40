/* SPDX-License-Identifier: Apache-2.0
 *
 * Pieces of the mulx/adx Montgomery product as assembly text (AT&T), put together by mont_adx.inc.h.
 *
 * Operands that the text names: a, b (pointers), p0.. (the modulus' limbs in memory), inv (immediate), lo and hi
 * (scratch); rdx is the multiplier. s0.. are the registers of the running sum t, least significant first, and z is
 * its limb on top. mulx leaves the flags alone, adcx uses CF only, adox OF only: the low halves of the products run
 * along one carry chain and the high halves along the other, and neither waits for the other.
 */
#ifndef CUZK_FIELD_ADX_ROWS_H
#define CUZK_FIELD_ADX_ROWS_H

/* Tells the compiler that a block reads *a. Unoptimised code would hold the address in a second register for that,
 * more than there are, so there the block is said to read any memory. */
#ifdef __OPTIMIZE__
#define ADX_READS(a) "m"(*(a))
#define ADX_MEMORY
#else
#define ADX_READS(a) "i"(0)
#define ADX_MEMORY   , "memory"
#endif

/* (high, low) += rdx * source, along both chains. */
#define ADX_STEP(source, low, high)                                                                                \
    "mulxq " source ", %[lo], %[hi]\n\t"                                                                           \
    "adcxq %[lo], %[" low "]\n\t"                                                                                  \
    "adoxq %[hi], %[" high "]\n\t"

/* The first row, into registers that hold nothing yet: (high, low) = (0, low) + rdx * source. */
#define ADX_FIRST(add, source, low, high) "mulxq " source ", %[lo], %[" high "]\n\t" add " %[lo], %[" low "]\n\t"

/* rdx = the next limb of a; top = 0, CF = OF = 0. */
#define ADX_ROW_START(offset, top)                                                                                 \
    "movq " offset "(%[a]), %%rdx\n\t"                                                                             \
    "xorl %k[" top "], %k[" top "]\n\t"

/* The last carry of the low chain into the limb on top. It ends there: t < 2^64 * 2p. */
#define ADX_ROW_END(top)                                                                                           \
    "movl $0, %k[lo]\n\t"                                                                                          \
    "adcxq %[lo], %[" top "]\n\t"

/* rdx = m, which makes t + m * p a multiple of 2^64; CF = OF = 0. */
#define ADX_REDUCE_START(bottom)                                                                                   \
    "movabsq %[inv], %%rdx\n\t"                                                                                    \
    "imulq %[" bottom "], %%rdx\n\t"                                                                               \
    "xorl %k[lo], %k[lo]\n\t"

/* The limb at the bottom has become 0, so it serves as the zero that takes in the last carry. */
#define ADX_REDUCE_END(bottom, top) "adcxq %[" bottom "], %[" top "]\n\t"

#define ADX_FIRST_ROW_4(s0, s1, s2, s3, z)                                                                         \
    "movq (%[a]), %%rdx\n\t"                                                                                       \
    "mulxq (%[b]), %[" s0 "], %[" s1 "]\n\t" ADX_FIRST("addq", "8(%[b])", s1, s2)                                  \
        ADX_FIRST("adcq", "16(%[b])", s2, s3) ADX_FIRST("adcq", "24(%[b])", s3, z) "adcq $0, %[" z "]\n\t"

#define ADX_ROW_4(offset, s0, s1, s2, s3, z)                                                                       \
    ADX_ROW_START(offset, z)                                                                                       \
    ADX_STEP("(%[b])", s0, s1)                                                                                     \
    ADX_STEP("8(%[b])", s1, s2)                                                                                    \
    ADX_STEP("16(%[b])", s2, s3)                                                                                   \
    ADX_STEP("24(%[b])", s3, z)                                                                                    \
    ADX_ROW_END(z)

/* t = (t + m * p) / 2^64: afterwards the sum lies in s1, s2, s3, z. */
#define ADX_REDUCE_4(s0, s1, s2, s3, z)                                                                            \
    ADX_REDUCE_START(s0)                                                                                           \
    ADX_STEP("%[p0]", s0, s1)                                                                                      \
    ADX_STEP("%[p1]", s1, s2)                                                                                      \
    ADX_STEP("%[p2]", s2, s3)                                                                                      \
    ADX_STEP("%[p3]", s3, z)                                                                                       \
    ADX_REDUCE_END(s0, z)

/* The double-length square of a into w0..w7: each product of two different limbs once, then all of it doubled along one
 * carry chain while the squares of the limbs come in along the other. hi and lo are scratch. */
#define ADX_SQUARE_4                                                                                               \
    "movq (%[a]), %%rdx\n\t"                                                                                       \
    "mulxq 8(%[a]), %[w1], %[w2]\n\t"                                                                              \
    "mulxq 16(%[a]), %[lo], %[w3]\n\t"                                                                             \
    "addq %[lo], %[w2]\n\t"                                                                                        \
    "mulxq 24(%[a]), %[lo], %[w4]\n\t"                                                                             \
    "adcq %[lo], %[w3]\n\t"                                                                                        \
    "adcq $0, %[w4]\n\t" ADX_ROW_START("8", "w5") ADX_STEP("16(%[a])", "w3", "w4")                                 \
        ADX_STEP("24(%[a])", "w4", "w5")                                                                           \
            ADX_ROW_END("w5") "movq 16(%[a]), %%rdx\n\t"                                                           \
                              "mulxq 24(%[a]), %[lo], %[w6]\n\t"                                                   \
                              "addq %[lo], %[w5]\n\t"                                                              \
                              "adcq $0, %[w6]\n\t" ADX_ROW_START(                                                  \
                                  "", "w7") "mulxq %%rdx, %[w0], %[hi]\n\t" ADX_DOUBLE("hi", "w1")                 \
                                  ADX_SQUARE_LIMB("8", "w2", "w3") ADX_SQUARE_LIMB("16", "w4", "w5")               \
                                      ADX_SQUARE_LIMB("24", "w6", "w7")

/* w = 2 w + term. */
#define ADX_DOUBLE(term, w)                                                                                        \
    "adcxq %[" w "], %[" w "]\n\t"                                                                                 \
    "adoxq %[" term "], %[" w "]\n\t"

/* (high, low) = 2 (high, low) + the square of a limb of a. */
#define ADX_SQUARE_LIMB(offset, low, high)                                                                         \
    "movq " offset "(%[a]), %%rdx\n\t"                                                                             \
    "mulxq %%rdx, %[lo], %[hi]\n\t" ADX_DOUBLE("lo", low) ADX_DOUBLE("hi", high)

#define ADX_FIRST_ROW_6(s0, s1, s2, s3, s4, s5, z)                                                                 \
    "movq (%[a]), %%rdx\n\t"                                                                                       \
    "mulxq (%[b]), %[" s0 "], %[" s1 "]\n\t" ADX_FIRST("addq", "8(%[b])", s1, s2)                                  \
        ADX_FIRST("adcq", "16(%[b])", s2, s3) ADX_FIRST("adcq", "24(%[b])", s3, s4)                                \
            ADX_FIRST("adcq", "32(%[b])", s4, s5) ADX_FIRST("adcq", "40(%[b])", s5, z) "adcq $0, %[" z "]\n\t"

#define ADX_ROW_6(offset, s0, s1, s2, s3, s4, s5, z)                                                               \
    ADX_ROW_START(offset, z)                                                                                       \
    ADX_STEP("(%[b])", s0, s1)                                                                                     \
    ADX_STEP("8(%[b])", s1, s2)                                                                                    \
    ADX_STEP("16(%[b])", s2, s3)                                                                                   \
    ADX_STEP("24(%[b])", s3, s4)                                                                                   \
    ADX_STEP("32(%[b])", s4, s5)                                                                                   \
    ADX_STEP("40(%[b])", s5, z)                                                                                    \
    ADX_ROW_END(z)

#define ADX_REDUCE_6(s0, s1, s2, s3, s4, s5, z)                                                                    \
    ADX_REDUCE_START(s0)                                                                                           \
    ADX_STEP("%[p0]", s0, s1)                                                                                      \
    ADX_STEP("%[p1]", s1, s2)                                                                                      \
    ADX_STEP("%[p2]", s2, s3)                                                                                      \
    ADX_STEP("%[p3]", s3, s4)                                                                                      \
    ADX_STEP("%[p4]", s4, s5)                                                                                      \
    ADX_STEP("%[p5]", s5, z)                                                                                       \
    ADX_REDUCE_END(s0, z)

#endif
