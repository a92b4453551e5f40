/* SPDX-License-Identifier: Apache-2.0 */
#include "field_tables.h"

#include <string.h>

#include "support/cmocka_all.h"

static const cuzk_field_ops *const *toys(cuzk_isa isa)
{
#if defined(__x86_64__)
    if (isa == CUZK_ISA_ADX)
        return field_toys_adx;
    if (isa == CUZK_ISA_IFMA)
        return field_toys_ifma;
#endif
    (void)isa;
    return field_toys_portable;
}

const cuzk_field_ops *field_table(int index, cuzk_isa isa)
{
    if (index < CUZK_FIELD_COUNT)
        return cuzk_field_ops_get(index, isa);
    const cuzk_field_ops *const *list = toys(isa);
    for (int i = CUZK_FIELD_COUNT; i < index && *list != NULL; i++)
        list++;
    return *list;
}

int field_isas(cuzk_isa out[FIELD_ISAS_MAX])
{
    static const cuzk_isa sets[FIELD_ISAS_MAX] = {CUZK_ISA_PORTABLE, CUZK_ISA_ADX, CUZK_ISA_IFMA};
    int count = 0;
    for (int i = 0; i < FIELD_ISAS_MAX; i++) {
        if (cuzk_field_ops_get(0, sets[i]) != NULL)
            out[count++] = sets[i];
        else
            printf("SKIPPED: instruction set %s does not run here\n", cuzk_isa_name(sets[i]));
    }
    return count;
}

void field_integer_add(field_value *out, const field_value *a, const field_value *b, int limbs)
{
    unsigned carry = 0;
    for (int i = 0; i < limbs; i++) {
        uint64_t sum = a->limb[i] + b->limb[i];
        unsigned next = sum < a->limb[i] || sum + carry < sum;
        out->limb[i] = sum + carry;
        carry = next;
    }
}

void field_integer_sub(field_value *out, const field_value *a, const field_value *b, int limbs)
{
    unsigned borrow = 0;
    for (int i = 0; i < limbs; i++) {
        uint64_t difference = a->limb[i] - b->limb[i];
        unsigned next = a->limb[i] < b->limb[i] || difference < borrow;
        out->limb[i] = difference - borrow;
        borrow = next;
    }
}

static field_value modulus_of(const cuzk_field_ops *field)
{
    field_value p = {{0}};
    memcpy(&p, field->modulus, (size_t)field->limbs * sizeof p.limb[0]);
    return p;
}

static void add_edge(field_value *list, int *count, const field_value *value, const cuzk_field_ops *field)
{
    if (field->is_canonical(value) && *count < FIELD_EDGES_MAX)
        list[(*count)++] = *value;
}

/* value, and p - value. */
static void add_both(field_value *list, int *count, const field_value *value, const cuzk_field_ops *field)
{
    field_value p = modulus_of(field), mirrored;
    memset(&mirrored, 0, sizeof mirrored);
    field_integer_sub(&mirrored, &p, value, field->limbs);
    add_edge(list, count, value, field);
    add_edge(list, count, &mirrored, field);
}

/* 2^bit and its neighbours, and all limbs below `bit` ones with the limb at it as in p. */
static void add_power(field_value *list, int *count, int bit, const cuzk_field_ops *field)
{
    field_value one = {{1}}, power = {{0}}, value = {{0}};
    power.limb[bit / 64] = (uint64_t)1 << (bit % 64);
    add_both(list, count, &power, field);
    if (bit % 8 > 1 && bit % 64 < 62)
        return; /* neighbours at byte borders and at the tops of limbs are enough */
    field_integer_sub(&value, &power, &one, field->limbs);
    add_edge(list, count, &value, field);
    field_integer_add(&value, &power, &one, field->limbs);
    add_edge(list, count, &value, field);
}

int field_edges(field_value out[FIELD_EDGES_MAX], const cuzk_field_ops *field)
{
    int count = 0;
    field_value p = modulus_of(field), value;
    for (uint64_t small = 0; small < 10; small++) {
        value = (field_value){{small}};
        add_both(out, &count, &value, field);
    }
    memset(&value, 0, sizeof value);
    memcpy(&value, field->r, (size_t)field->limbs * sizeof value.limb[0]);
    add_both(out, &count, &value, field);
    memcpy(&value, field->r2, (size_t)field->limbs * sizeof value.limb[0]);
    add_both(out, &count, &value, field);
    for (int limb = 0; limb < field->limbs; limb++) {
        /* p with one limb changed: the first difference that a comparison meets lies there. */
        for (int change = 0; change < 4; change++) {
            const uint64_t limbs[4] = {0, UINT64_MAX, p.limb[limb] - 1, p.limb[limb] + 1};
            value = p;
            value.limb[limb] = limbs[change];
            add_both(out, &count, &value, field);
        }
        /* All ones up to this limb, the rest 0 or as in p. */
        value = (field_value){{0}};
        memset(value.limb, 0xff, (size_t)(limb + 1) * sizeof value.limb[0]);
        add_edge(out, &count, &value, field);
        value = p;
        memset(value.limb, 0xff, (size_t)(limb + 1) * sizeof value.limb[0]);
        if (limb + 1 < field->limbs)
            value.limb[field->limbs - 1]--;
        add_edge(out, &count, &value, field);
    }
    for (int bit = 0; bit < 64 * field->limbs; bit++)
        add_power(out, &count, bit, field);
    return count;
}

static int modulus_bits(const cuzk_field_ops *field)
{
    field_value p = modulus_of(field);
    for (int bit = 64 * field->limbs - 1; bit >= 0; bit--)
        if (p.limb[bit / 64] >> (bit % 64) & 1)
            return bit + 1;
    return 0;
}

static uint64_t random_limb(test_random *random, uint64_t of_modulus)
{
    switch (test_random_u64(random) % 8) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX;
    case 2:
        return of_modulus;
    case 3:
        return of_modulus - 1;
    case 4:
        return UINT64_MAX << test_random_below(random, 64);
    case 5:
        return UINT64_MAX >> test_random_below(random, 64);
    default:
        return test_random_u64(random);
    }
}

/* Limbs cut to p's length; at p and above, p is subtracted, once being enough. */
static void make_canonical(field_value *value, const cuzk_field_ops *field)
{
    int bits = modulus_bits(field);
    field_value p = modulus_of(field);
    for (int i = 0; i < field->limbs; i++) {
        int left = bits - 64 * i;
        if (left < 64)
            value->limb[i] &= left > 0 ? ((uint64_t)1 << left) - 1 : 0;
    }
    if (!field->is_canonical(value))
        field_integer_sub(value, value, &p, field->limbs);
}

void field_random(field_value *out, const cuzk_field_ops *field, test_random *random)
{
    uint64_t kind = test_random_u64(random) % 8;
    field_value p = modulus_of(field), value = {{0}};
    if (kind == 0) {
        value.limb[0] = test_random_u64(random) >> test_random_below(random, 64);
    } else if (kind == 1) {
        value.limb[0] = 1 + (test_random_u64(random) >> test_random_below(random, 64));
        field_integer_sub(&value, &p, &value, field->limbs);
    } else {
        for (int i = 0; i < field->limbs; i++)
            value.limb[i] = kind < 5 ? random_limb(random, p.limb[i]) : test_random_u64(random);
    }
    make_canonical(&value, field);
    *out = value;
}

void field_assert_equal(const field_value *a, const field_value *b, const cuzk_field_ops *field, const char *what)
{
    size_t size_bytes = (size_t)field->limbs * sizeof a->limb[0];
    if (memcmp(a, b, size_bytes) == 0)
        return;
    printf("%s, %s, %s:\n", field->name, field->isa, what);
    for (int i = field->limbs - 1; i >= 0; i--)
        printf("  limb %d: %016llx, not %016llx\n", i, (unsigned long long)a->limb[i],
               (unsigned long long)b->limb[i]);
    fail();
}
