/* SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"
#include "curve/curve.h"
#include "formats/decimal.h"
#include "formats/json_text.h"

#include <cuzk/formats.h>

enum {
    CALLDATA_HEX_DIGITS = 64, /* a uint256 of the contract */
};

static void calldata_uint256(cuzk_json_text *text, const uint64_t *canonical)
{
    char digits[CALLDATA_HEX_DIGITS + 3];
    cuzk_hex_format(digits, canonical, CALLDATA_HEX_DIGITS);
    cuzk_json_text_raw(text, "\"");
    cuzk_json_text_raw(text, digits);
    cuzk_json_text_raw(text, "\"");
}

/* ["first", "second"] of two Fp elements in Montgomery form. */
static void calldata_pair(cuzk_json_text *text, const cuzk_curve_ops *curve, const uint64_t *first,
                          const uint64_t *second)
{
    uint64_t canonical[CUZK_FP_LIMBS_MAX];
    cuzk_json_text_raw(text, "[");
    curve->fp_from_montgomery(canonical, first);
    calldata_uint256(text, canonical);
    cuzk_json_text_raw(text, ", ");
    curve->fp_from_montgomery(canonical, second);
    calldata_uint256(text, canonical);
    cuzk_json_text_raw(text, "]");
}

/* The precompiled contracts of EIP-197 take c1 before c0: the reverse of the order in limbs and in JSON. */
static void calldata_proof(cuzk_json_text *text, const cuzk_curve_ops *curve, const cuzk_proof *proof)
{
    size_t limbs = curve->fp_limbs;
    const uint64_t *a = proof->a.limb, *b = proof->b.limb, *c = proof->c.limb;
    calldata_pair(text, curve, a, a + limbs);
    cuzk_json_text_raw(text, ",[");
    calldata_pair(text, curve, b + limbs, b);
    cuzk_json_text_raw(text, ",");
    calldata_pair(text, curve, b + 3 * limbs, b + 2 * limbs);
    cuzk_json_text_raw(text, "],");
    calldata_pair(text, curve, c, c + limbs);
}

cuzk_status cuzk_calldata_format(char **out, const cuzk_proof *proof, const cuzk_fr *public_inputs,
                                 uint64_t public_count, cuzk_error *err)
{
    cuzk_json_text text;
    if (proof->curve != CUZK_CURVE_BN254)
        return cuzk_error_set(err, CUZK_E_UNSUPPORTED, "the verifier contract is for BN254; this proof is for %s",
                              cuzk_curve_name(proof->curve));
    cuzk_json_text_init(&text);
    calldata_proof(&text, cuzk_curve_ops_get(proof->curve, CUZK_ISA_AUTO), proof);
    cuzk_json_text_raw(&text, ",[");
    for (uint64_t i = 0; i < public_count; i++) {
        if (i > 0)
            cuzk_json_text_raw(&text, ",");
        calldata_uint256(&text, public_inputs[i].limb);
    }
    cuzk_json_text_raw(&text, "]");
    return cuzk_json_text_finish(out, &text, err);
}
