/* SPDX-License-Identifier: Apache-2.0
 *
 * Run under valgrind: the scalar is declared undefined memory, so that a branch or an address that depends on it is
 * reported as a use of undefined memory and fails the run. With the argument `variable` it multiplies in variable
 * time instead, which must fail: so it is known that the check sees something.
 *
 * Source: the method is that of Langley's ctgrind (2010).
 */
#include <stdio.h>

#include <valgrind/memcheck.h>

#include "curve/curve_tables.h"
#include "each_ops.h"

/* Valgrind runs adx code but hides the processor's adx from cpuid, so the kernel is asked. */
static bool machine_has_adx(void)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[4096];
    bool found = false;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        found = strncmp(line, "flags", 5) == 0 && strstr(line, " adx ") != NULL && strstr(line, " bmi2 ") != NULL;
    if (file != NULL)
        fclose(file);
    return found;
}

static void multiply(const cuzk_group_ops *group, bool variable)
{
    cuzk_fr scalar = {{0x0123456789abcdefu, 0x1122334455667788u, 0x99aabbccddeeff00u, 0x0fedcba987654321u}};
    uint64_t affine[4 * CUZK_FP_LIMBS_MAX];
    cuzk_point point;
    group->from_affine(&point, group->generator);
    VALGRIND_MAKE_MEM_UNDEFINED(&scalar, sizeof scalar);
    if (variable)
        group->mul_vartime(&point, &point, &scalar);
    else
        group->mul(&point, &point, &scalar);
    group->to_affine(affine, &point);
}

static void check(const cuzk_curve_ops *ops, bool variable)
{
    multiply(&ops->g1, variable);
    multiply(&ops->g2, variable);
    printf("%s, %s: checked\n", ops->name, cuzk_isa_name(ops->isa));
}

int main(int argc, char **argv)
{
    bool variable = argc > 1 && strcmp(argv[1], "variable") == 0;
    if (!RUNNING_ON_VALGRIND) {
        printf("not running under valgrind: nothing checked\n");
        return 77;
    }
    check(&cuzk_bn254_ops_portable, variable);
    check(&cuzk_bls12_381_ops_portable, variable);
#if defined(__x86_64__)
    if (machine_has_adx()) {
        check(&cuzk_bn254_ops_adx, variable);
        check(&cuzk_bls12_381_ops_adx, variable);
    }
#endif
    return 0;
}
