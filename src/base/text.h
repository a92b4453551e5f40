/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of words in messages.
 */
#ifndef CUZK_BASE_TEXT_H
#define CUZK_BASE_TEXT_H

#include <stddef.h>

/* Puts `text` at the end of what `out` holds, behind `separator` unless `out` is empty; cut at the capacity. */
void cuzk_text_append(char *out, size_t capacity, const char *separator, const char *text);

#endif
