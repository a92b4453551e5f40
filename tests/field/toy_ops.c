/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled once an instruction set: tables of the fields that exist for tests alone.
 */
#include "toy_fields.h"

#include "field_tables.h"

#define TOY_NAME(field)  CUZK_JOIN(CUZK_JOIN(cuzk_field_ops_, field), CUZK_JOIN(_, CUZK_ISA_NAME))
#define TOY_ENTRY(field) &TOY_NAME(field),
#define TOY_LIST         CUZK_JOIN(field_toys_, CUZK_ISA_NAME)

const cuzk_field_ops *const TOY_LIST[] = {TOY_FIELDS(TOY_ENTRY) NULL};
