/* SPDX-License-Identifier: Apache-2.0
 *
 * cmocka with the headers that it needs before it.
 */
#ifndef CUZK_TESTS_CMOCKA_ALL_H
#define CUZK_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
