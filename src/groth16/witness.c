/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/error.h"
#include "curve/curve.h"
#include "groth16/model.h"

cuzk_status cuzk_witness_alloc(cuzk_witness **out, cuzk_curve_id curve, uint64_t count, cuzk_error *err)
{
    size_t size_bytes;
    if (!cuzk_size_mul(&size_bytes, count, sizeof(cuzk_fr)))
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a witness of %" PRIu64 " values", count);
    cuzk_witness *witness = calloc(1, sizeof *witness);
    if (witness == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a witness");
    cuzk_status status = cuzk_pages_alloc(&witness->values, size_bytes, "a witness", err);
    if (status != CUZK_OK) {
        free(witness);
        return status;
    }
    witness->curve = curve;
    witness->count = count;
    /* A core dump is written to disk and mailed around; where the kernel cannot leave pages out, nothing is lost.
     */
    if (size_bytes > 0)
        (void)madvise(witness->values.bytes, size_bytes, MADV_DONTDUMP);
    *out = witness;
    return CUZK_OK;
}

cuzk_status cuzk_witness_validate(const cuzk_witness *witness, cuzk_error *err)
{
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(witness->curve, CUZK_ISA_AUTO);
    const cuzk_fr *values = witness->values.bytes;
    for (uint64_t i = 0; i < witness->count; i++)
        if (!curve->fr_is_canonical(&values[i]))
            return cuzk_error_set(err, CUZK_E_NOT_CANONICAL,
                                  "witness value %" PRIu64 " of %" PRIu64 " is not below %s's scalar modulus", i,
                                  witness->count, curve->name);
    static const cuzk_fr one = {{1, 0, 0, 0}};
    if (witness->count == 0 || memcmp(&values[0], &one, sizeof one) != 0)
        return cuzk_error_set(err, CUZK_E_WITNESS_ONE, "witness value 0 of %" PRIu64 " is not the constant 1",
                              witness->count);
    return CUZK_OK;
}

cuzk_status cuzk_witness_create(cuzk_witness **out, cuzk_curve_id curve, const cuzk_fr *values, uint64_t count,
                                cuzk_error *err)
{
    cuzk_witness *witness = NULL;
    cuzk_status status;
    if (cuzk_curve_ops_get(curve, CUZK_ISA_AUTO) == NULL)
        return cuzk_error_set(err, CUZK_E_CURVE, "there is no curve %d", (int)curve);
    if ((status = cuzk_witness_alloc(&witness, curve, count, err)) != CUZK_OK)
        goto done;
    if (count > 0)
        memcpy(witness->values.bytes, values, witness->values.size_bytes);
    if ((status = cuzk_witness_validate(witness, err)) != CUZK_OK)
        goto done;
    *out = witness;
    witness = NULL;
done:
    cuzk_witness_destroy(witness);
    return status;
}

void cuzk_witness_destroy(cuzk_witness *witness)
{
    if (witness == NULL)
        return;
    cuzk_wipe(witness->values.bytes, witness->values.size_bytes);
    cuzk_pages_free(&witness->values);
    free(witness);
}

cuzk_curve_id cuzk_witness_curve(const cuzk_witness *witness)
{
    return witness->curve;
}

uint64_t cuzk_witness_count(const cuzk_witness *witness)
{
    return witness->count;
}

const cuzk_fr *cuzk_witness_values(const cuzk_witness *witness)
{
    return witness->values.bytes;
}
