/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/cli.h"

const cli_command cuzk_cli_commands[] = {
    {CLI_PROVE, "prove", "KEY.zkey WITNESS.wtns PROOF.json PUBLIC.json", 4, 4,
     "Prove that the witness satisfies the key's circuit",
     "Writes the proof and the public inputs as snarkjs does. The proof is verified against the key before it is "
     "written; the two files appear whole and together, or not at all. With --r1cs the witness is checked against "
     "the circuit first, and the first constraint that fails is named. The device that made the proof is reported; "
     "where the processor had to take over from a GPU that cannot be used, the result is marked degraded.",
     cmd_prove},
    {CLI_VERIFY, "verify", "VKEY PUBLIC.json PROOF.json", 3, 3, "Check a proof",
     "VKEY is a verification_key.json or a Groth16 .zkey. Ends with 0 if the proof is valid, with 1 if it is not.",
     cmd_verify},
    {CLI_INSPECT, "inspect", "FILE...", 1, -1, "Say what files are and hold",
     "Tells the kind of each file by its content, then its curve, counts and densities. A key made by setup is "
     "marked INSECURE. Values of a witness are never shown.",
     cmd_inspect},
    {CLI_EXPORT, "export", "vkey KEY.zkey [OUT.json] | export calldata PUBLIC.json PROOF.json", 2, 3,
     "Write a key's or a proof's other forms",
     "\"export vkey\" writes the verification key inside a proving key; \"export calldata\" prints the arguments "
     "for "
     "the Solidity verifier contract that snarkjs exports. Without OUT the result goes to standard output.",
     cmd_export},
    {CLI_SETUP, "setup", "--insecure CIRCUIT.r1cs OUT.zkey", 2, 2, "Make a development key",
     "The key's trapdoor is known to the process that makes it: whoever keeps the seed can forge proofs that "
     "verify. For development and measurements only; a key for anything else comes from a ceremony. --insecure has "
     "to be given for that reason.",
     cmd_setup},
    {CLI_GEN, "gen", "OUT.r1cs OUT.wtns", 2, 2, "Make a synthetic circuit with a witness that satisfies it",
     "Every constraint fixes one wire of its own; the value of each wire is drawn from the shares given (the rest "
     "is uniform below the modulus), A and B are random combinations of wires, and a constant in C makes the row "
     "hold. The same options and seed give the same files.",
     cmd_gen},
    {CLI_BENCH, "bench", "KERNEL...", 1, 8, "Measure field, ntt, msm or prove on this machine",
     "Each kernel is run at every size, several times; the median and the spread are reported. \"prove\" makes a "
     "synthetic circuit and an insecure key in memory first, which is not measured, and is the one that runs on "
     "the "
     "device that --backend and --gpus choose; the others measure the processor.",
     cmd_bench},
    {CLI_EXPLAIN, "explain", "TRACE | explain --compare BEFORE AFTER", 1, 2,
     "Say what bounds throughput, from a recorded trace",
     "Names what keeps the devices from computing, dearest first: what it costs, the evidence, what to change, and "
     "what "
     "that should gain. Says so where the evidence does not suffice. TRACE is a file that an engine recorded, or a "
     "log of "
     "the original engine with its TIMELINE lines.",
     cmd_explain},
    {CLI_TRACE, "trace", "TRACE", 1, 1, "Show a recorded trace, or turn it into another form",
     "As text: for each device a line of characters, # for kernels and a letter for each cause of idleness, and "
     "the time "
     "of each cause.",
     cmd_trace},
    {CLI_DEVICES, "devices", "", 0, 0, "List the devices, each accepted or refused and why",
     "The processor, and each GPU with its UUID, bus id and memory. A GPU that --gpus does not name is shown as "
     "disabled. The module of the CUDA backend, cuzk_backend_cuda.so, is looked for in the folder that the "
     "environment names in CUZK_MODULE_DIR; if that is not set, in ../lib/cuzk beside the command's folder and "
     "then "
     "in /usr/lib/cuzk.",
     cmd_devices},
    {CLI_VERSION, "version", "", 0, 0, "Print the version, the processor's features and the devices",
     "Devices that cannot be used are listed with the reason.", cmd_version},
    {CLI_HELP, "help", "[COMMAND]", 0, 1, "Print what a command takes", "Without a command, lists them all.",
     cmd_help},
};

const size_t cuzk_cli_command_count = sizeof cuzk_cli_commands / sizeof cuzk_cli_commands[0];

const cli_command *cli_command_find(const char *name)
{
    for (size_t i = 0; i < cuzk_cli_command_count; i++)
        if (strcmp(cuzk_cli_commands[i].name, name) == 0)
            return &cuzk_cli_commands[i];
    return NULL;
}
