/* SPDX-License-Identifier: Apache-2.0
 *
 * A circuit with a few witnesses, and an engine over devices that a test opens.
 */
#ifndef CUZK_TESTS_ENGINE_RIG_H
#define CUZK_TESTS_ENGINE_RIG_H

#include <cuzk/engine.h>

#include "engine/engine_internal.h"
#include "groth16/circuit.h"

enum {
    RIG_WITNESSES = 4,
    RIG_DEVICES = 2,
};

/* Made once, used by every test. */
typedef struct rig_circuit {
    cuzk_r1cs *r1cs;
    cuzk_proving_key *key;
    cuzk_verifying_key *verifying_key;
    cuzk_witness *witnesses[RIG_WITNESSES];
    cuzk_witness *bad; /* does not satisfy the circuit */
} rig_circuit;

void rig_circuit_make(rig_circuit *out, cuzk_curve_id curve, test_random *random);
void rig_circuit_free(rig_circuit *circuit);

typedef struct rig {
    cuzk_device *devices[RIG_DEVICES];
    cuzk_engine *engine;
} rig;

/* `backend` "cpu" or "sim"; `hooks` NULL: the real ones. options->devices is filled in. */
void rig_open(rig *out, const char *backend, uint32_t device_count, const cuzk_engine_options *options,
              const engine_hooks *hooks);
void rig_close(rig *r);

static inline cuzk_witness_view rig_view(const cuzk_witness *witness)
{
    cuzk_witness_view view = {cuzk_witness_values(witness), cuzk_witness_count(witness)};
    return view;
}

/* Submits one witness to circuit `name`; must succeed. */
cuzk_job_id rig_submit(const rig *r, const char *name, const cuzk_witness *witness);

/* Waits without limit. */
cuzk_job_info rig_wait(const rig *r, cuzk_job_id id);

/* Whether proof `partition` of the job verifies against the witness's public inputs. */
bool rig_verifies(const rig *r, const rig_circuit *circuit, cuzk_job_id id, uint32_t partition,
                  const cuzk_witness *witness);

/* Nothing is open, charged or busy. */
void rig_require_quiet(const rig *r);

#endif
