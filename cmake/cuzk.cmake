# SPDX-License-Identifier: Apache-2.0
# Build rules shared by every folder.

# Flags of all our code, as one interface library.
add_library(cuzk_flags INTERFACE)
target_include_directories(cuzk_flags INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(cuzk_flags INTERFACE _GNU_SOURCE)
set(CUZK_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef
  -Wwrite-strings -Wformat=2 -Wimplicit-fallthrough -Wpointer-arith)
if(CUZK_WERROR)
  list(APPEND CUZK_WARNINGS -Werror)
endif()
target_compile_options(cuzk_flags INTERFACE "$<$<COMPILE_LANGUAGE:C>:${CUZK_WARNINGS}>")
# gcc 12 (GCC bug 90348 and its kin) gives one stack slot to an array declared in a loop's body and to variables of an
# inner loop that still reads the array through a pointer: found here, at -O2, in a test that lost its inputs.
target_compile_options(cuzk_flags INTERFACE $<$<COMPILE_LANG_AND_ID:C,GNU>:-fstack-reuse=none>)
if(CUZK_SANITIZE)
  target_compile_options(cuzk_flags INTERFACE -fsanitize=${CUZK_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(cuzk_flags INTERFACE -fsanitize=${CUZK_SANITIZE})
endif()

# cuzk_library(name SOURCES file... [LIBS lib...]): one static library a folder, so that an include or a call
# against the direction of the layers fails to link.
function(cuzk_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC cuzk_flags ${ARG_LIBS})
endfunction()

# The instruction sets that arithmetic is built for. `portable` is always there; the others only on processors
# of their family, each with the compiler flags it needs. Which one runs is chosen at run time (base/cpu.h).
set(CUZK_ISAS portable)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  list(APPEND CUZK_ISAS adx ifma)
endif()
set(CUZK_ISA_FLAGS_portable "")
# The assembly of 4-limb squares takes 14 registers, the frame pointer's among them.
set(CUZK_ISA_FLAGS_adx -mbmi2 -madx -fomit-frame-pointer)
# Lanes where there are eight alike, the assembly of adx for the rest (CUZK_ISA_adx is set too).
set(CUZK_ISA_FLAGS_ifma ${CUZK_ISA_FLAGS_adx} -DCUZK_ISA_adx=1 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx512ifma)

# cuzk_isa_sources(target file...): compiles each file once an instruction set into `target`. Inside, the macro
# CUZK_ISA_NAME is the set's name, for the names of the tables that a file exports, and CUZK_ISA_<name> is 1.
function(cuzk_isa_sources target)
  foreach(isa IN LISTS CUZK_ISAS)
    set(object ${target}_${isa})
    if(NOT TARGET ${object})
      add_library(${object} OBJECT)
      target_link_libraries(${object} PRIVATE cuzk_flags)
      target_compile_definitions(${object} PRIVATE CUZK_ISA_NAME=${isa} CUZK_ISA_${isa}=1)
      target_compile_options(${object} PRIVATE ${CUZK_ISA_FLAGS_${isa}})
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:${object}>)
    endif()
    target_sources(${object} PRIVATE ${ARGN})
  endforeach()
endfunction()

# cuzk_test(name SOURCES file... [LIBS lib...] [LABELS label...] [TIMEOUT seconds]): a cmocka program run by ctest.
# Test data lies in ${PROJECT_SOURCE_DIR}/tests/vectors, whose path is compiled in as CUZK_TEST_VECTORS.
function(cuzk_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * ${CUZK_TEST_TIMEOUT_FACTOR}")
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE cuzk_flags cuzk_test_support ${ARG_LIBS} PkgConfig::CMOCKA)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE CUZK_TEST_VECTORS="${PROJECT_SOURCE_DIR}/tests/vectors")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}" SKIP_RETURN_CODE 77)
endfunction()
