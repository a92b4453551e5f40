/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

void cuzk_text_append(char *out, size_t capacity, const char *separator, const char *text)
{
    size_t length = strlen(out);
    snprintf(out + length, capacity - length, "%s%s", length > 0 ? separator : "", text);
}
