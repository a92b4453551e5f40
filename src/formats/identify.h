/* SPDX-License-Identifier: Apache-2.0
 *
 * What kind an open file is, and the refusal that names it.
 */
#ifndef CUZK_FORMATS_IDENTIFY_H
#define CUZK_FORMATS_IDENTIFY_H

#include <cuzk/formats.h>

#include "base/file.h"

/* By magic and protocol alone: a JSON file is CUZK_FILE_UNKNOWN here, and so is what cannot be read. */
cuzk_file_kind cuzk_identify_binary(const cuzk_input_file *file);

/* By content, JSON included. */
cuzk_file_kind cuzk_identify(const cuzk_input_file *file);

/* Says that the file is not of the kind `needed`, and what it is instead: CUZK_E_KIND, or CUZK_E_FORMAT if it is
 * nothing known. */
cuzk_status cuzk_identify_refuse(const cuzk_input_file *file, cuzk_file_kind needed, cuzk_error *err);

#endif
