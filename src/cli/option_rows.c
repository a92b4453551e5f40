/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "cli/cli.h"
#include "cli/shapes.h"
#include "cli/trace_formats.h"

static const option_choice isa_choices[] = {
    {"auto", CUZK_ISA_AUTO},
    {"portable", CUZK_ISA_PORTABLE},
    {"adx", CUZK_ISA_ADX},
    {"ifma", CUZK_ISA_IFMA},
    {NULL, 0},
};

static const option_choice backend_choices[] = {
    {"auto", CUZK_BACKEND_CHOICE_AUTO},
    {"cpu", CUZK_BACKEND_CHOICE_CPU},
    {"cuda", CUZK_BACKEND_CHOICE_CUDA},
    {NULL, 0},
};

static const option_choice curve_choices[] = {
    {"bn254", CUZK_CURVE_BN254},
    {"bn128", CUZK_CURVE_BN254},
    {"bls12-381", CUZK_CURVE_BLS12_381},
    {"bls12381", CUZK_CURVE_BLS12_381},
    {NULL, 0},
};

static const option_choice shape_choices[] = {
    {"plain", CLI_SHAPE_PLAIN},
    {"sha256", CLI_SHAPE_SHA256},
    {"poseidon", CLI_SHAPE_POSEIDON},
    {NULL, 0},
};

static const option_choice trace_format_choices[] = {
    {"text", CLI_TRACE_TEXT},
    {"chrome", CLI_TRACE_CHROME},
    {"csv", CLI_TRACE_CSV},
    {NULL, 0},
};

#define FIELD(member) offsetof(cli_options, member)
#define FLAG(name, where, member, help)                                                                            \
    {                                                                                                              \
        name, NULL, OPTION_FLAG, where, FIELD(member), 0, 0, 0, 0, NULL, help                                      \
    }
#define STRING(name, value, where, member, help)                                                                   \
    {                                                                                                              \
        name, value, OPTION_STRING, where, FIELD(member), 0, 0, 0, 0, NULL, help                                   \
    }
#define COUNT(name, value, where, member, minimum, maximum, otherwise, help)                                       \
    {                                                                                                              \
        name, value, OPTION_COUNT, where, FIELD(member), 0, minimum, maximum, otherwise, NULL, help                \
    }
#define SHARE(name, where, member, help)                                                                           \
    {                                                                                                              \
        name, "SHARE", OPTION_SHARE, where, FIELD(member), 0, 0, 0, 0, NULL, help                                  \
    }
#define CHOICE(name, value, where, member, choices, otherwise, help)                                               \
    {                                                                                                              \
        name, value, OPTION_CHOICE, where, FIELD(member), 0, 0, 0, otherwise, choices, help                        \
    }

const option_row cuzk_cli_option_rows[] = {
    FLAG("help", CLI_ALL, help, "Print what the command takes, and end"),
    FLAG("json", CLI_ALL & ~CLI_HELP, json,
         "Print one JSON object to standard output, for results and for errors alike"),
    FLAG("no-progress", CLI_LONG, no_progress, "Show no progress bar, even on a terminal"),
    COUNT("threads", "N", CLI_COMPUTE | CLI_SETUP, thread_count, 0, 4096, 0,
          "Worker threads; 0, the default, takes every logical CPU that the process may use"),
    CHOICE("isa", "SET", CLI_COMPUTE, isa, isa_choices, CUZK_ISA_AUTO,
           "Instruction set of the arithmetic: auto (the default, the best here), portable, adx or ifma"),
    CHOICE("backend", "NAME", CLI_COMPUTE, backend, backend_choices, CUZK_BACKEND_CHOICE_AUTO,
           "What computes the proof: auto (the default) is the first usable GPU, else the processor; cpu opens "
           "nothing of CUDA; cuda is a GPU or a failure"),
    STRING(
        "gpus", "LIST", CLI_COMPUTE | CLI_DEVICES, gpus,
        "GPUs that may be used, by index or UUID as \"cuzk devices\" shows them, with commas between, most wanted "
        "first; all by default"),
    FLAG("require-gpu", CLI_COMPUTE, require_gpu,
         "Fail with exit status 17, naming why each GPU is refused, where none is usable; without it the processor "
         "takes over and says so"),
    FLAG("all", CLI_DEVICES, all, "Show the simulated device for tests as well"),
    STRING("r1cs", "FILE", CLI_PROVE, r1cs,
           "Check the witness against this circuit first, and name the first constraint that fails"),
    FLAG("calldata", CLI_PROVE, calldata, "Print the proof as calldata for the Solidity verifier contract as well"),
    FLAG("insecure", CLI_SETUP, insecure,
         "Agree that whoever made the key can forge proofs with it; without this nothing is made"),
    {"seed", "HEX", OPTION_SEED, CLI_SETUP | CLI_GEN, FIELD(seed), FIELD(seed_given), 0, 0, 0, NULL,
     "Up to 64 hexadecimal digits to start from: the same seed gives the same output"},
    STRING("vkey", "FILE", CLI_SETUP, vkey, "Write the verification key (JSON) to FILE as well"),
    COUNT("constraints", "N", CLI_GEN, constraint_count, 1, (uint64_t)1 << 27, (uint64_t)1 << 16,
          "Constraints to make, as a number or as 2^K; 2^16 by default"),
    COUNT("public", "N", CLI_GEN, public_count, 0, (uint64_t)1 << 20, 1, "Public inputs; 1 by default"),
    {"terms", "A,B,C", OPTION_COUNTS, CLI_GEN, FIELD(term_count), FIELD(terms_given), 1, 1000, 0, NULL,
     "Non-zeros in a row of A, of B and of C (the last at least 2); 2,2,3 by default"},
    SHARE("zeros", CLI_GEN, zeros, "Share of witness values that are 0"),
    SHARE("ones", CLI_GEN, ones, "Share of witness values that are 1"),
    SHARE("small", CLI_GEN, small, "Share of witness values between 2 and 255"),
    SHARE("absent-a", CLI_GEN, absent_a, "Share of wires that no row of A uses"),
    SHARE("absent-b", CLI_GEN, absent_b, "Share of wires that no row of B uses"),
    CHOICE("shape", "NAME", CLI_GEN, shape, shape_choices, CLI_SHAPE_PLAIN,
           "Start from the proportions of a known kind of circuit: plain (the default), sha256 or poseidon; other "
           "options change single ones"),
    CHOICE("curve", "NAME", CLI_GEN | CLI_BENCH, curve, curve_choices, CUZK_CURVE_BN254,
           "bn254 (the default) or bls12-381"),
    {"sizes", "LIST", OPTION_COUNTS, CLI_BENCH, FIELD(size_log2), FIELD(sizes_given), 1, 28, 0, NULL,
     "Sizes to measure, as base-2 logarithms with commas between; 12,16 by default"},
    STRING("window", "FROM:TO", CLI_EXPLAIN | CLI_TRACE, window,
           "Look at this part alone, in seconds from the first submission; either may be left out"),
    FLAG("compare", CLI_EXPLAIN, compare, "Explain two traces side by side: before and after"),
    CHOICE(
        "format", "NAME", CLI_TRACE, trace_format, trace_format_choices, CLI_TRACE_TEXT,
        "text (the default) for a terminal, chrome for trace viewers (chrome://tracing, Perfetto), csv for tables"),
    STRING("output", "FILE", CLI_TRACE, output, "Write there instead of to standard output"),
    COUNT("repeat", "N", CLI_BENCH, repeat_count, 1, 1000, 5, "Measurements of each size; 5 by default"),
};

const size_t cuzk_cli_option_row_count = sizeof cuzk_cli_option_rows / sizeof cuzk_cli_option_rows[0];
