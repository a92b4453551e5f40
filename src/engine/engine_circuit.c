/* SPDX-License-Identifier: Apache-2.0
 *
 * Circuits: keys on devices, counted by the jobs and attempts that use them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "engine/engine_internal.h"

static engine_circuit *find_any(cuzk_engine *engine, const char *name)
{
    engine_circuit *circuit = engine->circuits;
    while (circuit != NULL && strcmp(circuit->name, name) != 0)
        circuit = circuit->next;
    return circuit;
}

engine_circuit *cuzk_engine_find_circuit(cuzk_engine *engine, const char *name)
{
    engine_circuit *circuit = find_any(engine, name);
    return circuit != NULL && !circuit->loading && !circuit->unloading ? circuit : NULL;
}

/* ---- Charges of a key on the devices; the engine is locked ---- */

static cuzk_status charge(cuzk_engine *engine, engine_circuit *circuit, uint32_t device, uint64_t size_bytes,
                          cuzk_error *err)
{
    cuzk_status status = cuzk_budget_reserve(&engine->sched_devices[device].memory, size_bytes, "the key", err);
    if (status == CUZK_OK)
        circuit->charged_bytes[device] = size_bytes;
    return status;
}

/* What attempts take is the most that any circuit there asks for: a slot's buffers stay from one to the next. */
static void set_attempt_bytes(cuzk_engine *engine, uint32_t device)
{
    sched_device *own = &engine->sched_devices[device];
    uint64_t most = 0, keys = 0;
    for (const engine_circuit *circuit = engine->circuits; circuit != NULL; circuit = circuit->next) {
        keys += circuit->charged_bytes[device];
        if (!circuit->loading && circuit->attempt_bytes[device] > most)
            most = circuit->attempt_bytes[device];
    }
    own->attempt_bytes = most;
    atomic_store(&engine->tight[device], most > 0 && (keys > own->memory.total_bytes ||
                                                      (own->memory.total_bytes - keys) / most < own->lane_count));
}

static void set_all_attempt_bytes(cuzk_engine *engine)
{
    for (uint32_t i = 0; i < engine->device_count; i++)
        set_attempt_bytes(engine, i);
}

static void uncharge(cuzk_engine *engine, engine_circuit *circuit)
{
    for (uint32_t i = 0; i < engine->device_count; i++) {
        cuzk_budget_release(&engine->sched_devices[i].memory, circuit->charged_bytes[i]);
        circuit->charged_bytes[i] = 0;
    }
}

static void unlink_circuit(cuzk_engine *engine, engine_circuit *circuit)
{
    engine_circuit **link = &engine->circuits;
    while (*link != circuit)
        link = &(*link)->next;
    *link = circuit->next;
    uncharge(engine, circuit);
    set_all_attempt_bytes(engine);
}

/* Takes the name and, by the size of the key in host memory, the room. */
static cuzk_status announce(cuzk_engine *engine, engine_circuit *circuit, cuzk_error *err)
{
    cuzk_status status = CUZK_OK;
    cuzk_engine_lock(engine);
    if (find_any(engine, circuit->name) != NULL)
        status = cuzk_error_set(err, CUZK_E_CONFLICT, "a circuit \"%s\" is loaded already", circuit->name);
    for (uint32_t i = 0; i < engine->device_count && status == CUZK_OK; i++)
        status = charge(engine, circuit, i, circuit->info.memory_bytes, err);
    if (status == CUZK_OK) {
        circuit->next = engine->circuits;
        engine->circuits = circuit;
        set_all_attempt_bytes(engine);
    } else {
        uncharge(engine, circuit);
    }
    cuzk_engine_pump_unlock(engine);
    return status;
}

/* At least one attempt has to fit beside all keys. */
static cuzk_status check_room(cuzk_engine *engine, const engine_circuit *circuit, uint32_t device, cuzk_error *err)
{
    uint64_t total = engine->sched_devices[device].memory.total_bytes, keys = 0, attempt = 0;
    for (const engine_circuit *other = engine->circuits; other != NULL; other = other->next) {
        keys += other->charged_bytes[device];
        if (other->attempt_bytes[device] > attempt)
            attempt = other->attempt_bytes[device];
    }
    if (keys <= total && attempt <= total - keys)
        return CUZK_OK;
    uint64_t own = circuit->charged_bytes[device];
    bool never = own > total || circuit->attempt_bytes[device] > total - own;
    return cuzk_error_set(err, never ? CUZK_E_TOO_LARGE : CUZK_E_BUSY,
                          "circuit \"%s\" on %s: keys of %" PRIu64 " bytes and a proof of %" PRIu64
                          " bytes do not fit into %" PRIu64 " bytes",
                          circuit->name, engine->memory_names[device], keys, attempt, total);
}

static void set_sizes(const cuzk_engine *engine, engine_circuit *circuit)
{
    for (uint32_t i = 0; i < engine->device_count; i++) {
        circuit->key_bytes[i] = cuzk_resident_key_bytes(circuit->resident[i]);
        circuit->attempt_bytes[i] = cuzk_resident_key_slot_bytes(circuit->resident[i]);
    }
}

/* Replaces the estimate by what the keys take, and opens the circuit. */
static cuzk_status admit(cuzk_engine *engine, engine_circuit *circuit, cuzk_error *err)
{
    cuzk_status status = CUZK_OK;
    cuzk_engine_lock(engine);
    uncharge(engine, circuit);
    set_sizes(engine, circuit);
    for (uint32_t i = 0; i < engine->device_count && status == CUZK_OK; i++)
        if ((status = charge(engine, circuit, i, circuit->key_bytes[i], err)) == CUZK_OK)
            status = check_room(engine, circuit, i, err);
    if (status == CUZK_OK) {
        circuit->loading = false;
        set_all_attempt_bytes(engine);
        circuit->sched.devices = UINT64_MAX >> (64 - engine->device_count);
    } else {
        unlink_circuit(engine, circuit);
    }
    cuzk_sched_dispatch(&engine->sched, cuzk_clock_now_ns());
    cuzk_engine_pump_unlock(engine);
    return status;
}

/* ---- Loading ---- */

static void circuit_free(cuzk_engine *engine, engine_circuit *circuit)
{
    for (uint32_t i = 0; i < engine->device_count; i++)
        cuzk_resident_key_destroy(circuit->resident[i]);
    cuzk_proving_key_unref(circuit->key);
    cuzk_verifying_key_unref(circuit->verifying_key);
    cuzk_r1cs_unref(circuit->r1cs);
    free(circuit);
}

static cuzk_status check_r1cs(const cuzk_proving_key_info *key, const cuzk_r1cs *r1cs, cuzk_error *err)
{
    cuzk_r1cs_info info;
    if (r1cs == NULL)
        return CUZK_OK;
    cuzk_r1cs_describe(r1cs, &info);
    if (info.curve != key->curve)
        return cuzk_error_set(err, CUZK_E_CURVE, "the R1CS is over %s, the key over %s",
                              cuzk_curve_name(info.curve), cuzk_curve_name(key->curve));
    if (info.wire_count != key->wire_count)
        return cuzk_error_set(err, CUZK_E_LENGTH, "the R1CS has %" PRIu64 " wires, the key %" PRIu64,
                              info.wire_count, key->wire_count);
    return CUZK_OK;
}

static cuzk_status circuit_make(engine_circuit **out, const char *name, cuzk_proving_key *key, cuzk_r1cs *r1cs,
                                cuzk_error *err)
{
    cuzk_proving_key_info info;
    size_t length = strlen(name);
    if (length == 0 || length >= CUZK_CIRCUIT_NAME_MAX)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "a circuit's name has 1 to %d bytes, this one %zu",
                              CUZK_CIRCUIT_NAME_MAX - 1, length);
    cuzk_proving_key_describe(key, &info);
    cuzk_status status = check_r1cs(&info, r1cs, err);
    if (status != CUZK_OK)
        return status;
    engine_circuit *circuit = cuzk_calloc_aligned(1, sizeof *circuit);
    if (circuit == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a circuit");
    memcpy(circuit->name, name, length);
    circuit->key = cuzk_proving_key_ref(key);
    circuit->verifying_key = cuzk_proving_key_verifying_key(key);
    circuit->r1cs = r1cs != NULL ? cuzk_r1cs_ref(r1cs) : NULL;
    circuit->info = info;
    circuit->loading = true;
    *out = circuit;
    return CUZK_OK;
}

static cuzk_status make_resident(cuzk_engine *engine, engine_circuit *circuit, const cuzk_progress *progress,
                                 cuzk_error *err)
{
    for (uint32_t i = 0; i < engine->device_count; i++) {
        engine_subject subject = {0, 0, (uint16_t)i, UINT16_MAX, 0};
        uint64_t begin_ns = cuzk_clock_now_ns();
        cuzk_status status =
            cuzk_resident_key_create(&circuit->resident[i], engine->devices[i], circuit->key, progress, err);
        cuzk_engine_trace_step(engine, CUZK_TRACE_KEY_LOAD, &subject, begin_ns, status, circuit->info.memory_bytes);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

cuzk_status cuzk_engine_load(cuzk_engine *engine, const char *name, cuzk_proving_key *key, cuzk_r1cs *r1cs,
                             const cuzk_progress *progress, cuzk_error *err)
{
    engine_circuit *circuit = NULL;
    cuzk_status status = circuit_make(&circuit, name, key, r1cs, err);
    if (status != CUZK_OK)
        return status;
    if ((status = announce(engine, circuit, err)) != CUZK_OK)
        goto done;
    if ((status = make_resident(engine, circuit, progress, err)) == CUZK_OK) {
        status = admit(engine, circuit, err);
    } else {
        cuzk_engine_lock(engine);
        unlink_circuit(engine, circuit);
        cuzk_engine_pump_unlock(engine);
    }
done:
    if (status != CUZK_OK)
        circuit_free(engine, circuit);
    return status;
}

/* ---- Unloading and listing ---- */

cuzk_status cuzk_engine_unload(cuzk_engine *engine, const char *name, cuzk_error *err)
{
    cuzk_engine_lock(engine);
    engine_circuit *circuit = cuzk_engine_find_circuit(engine, name);
    if (circuit == NULL) {
        cuzk_engine_unlock(engine);
        return cuzk_error_set(err, CUZK_E_NOT_FOUND, "no circuit \"%.63s\" is loaded", name);
    }
    circuit->unloading = true;
    while (circuit->sched.job_count > 0 || circuit->sched.attempt_count > 0)
        (void)cuzk_engine_wait_locked(engine, &engine->changed, NULL);
    unlink_circuit(engine, circuit);
    cuzk_engine_unlock(engine);
    circuit_free(engine, circuit);
    return CUZK_OK;
}

static void describe(const cuzk_engine *engine, const engine_circuit *circuit, cuzk_circuit_info *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->name, circuit->name, sizeof out->name);
    out->curve = circuit->info.curve;
    out->wire_count = circuit->info.wire_count;
    out->public_count = circuit->info.public_count;
    out->job_count = circuit->sched.job_count;
    out->unloading = circuit->unloading;
    for (uint32_t i = 0; i < engine->device_count; i++) {
        if (circuit->key_bytes[i] > out->device_bytes)
            out->device_bytes = circuit->key_bytes[i];
        if (circuit->attempt_bytes[i] > out->attempt_bytes)
            out->attempt_bytes = circuit->attempt_bytes[i];
    }
}

cuzk_status cuzk_engine_circuits(cuzk_engine *engine, cuzk_circuit_info *infos, size_t capacity, size_t *count,
                                 cuzk_error *err)
{
    size_t found = 0;
    if (infos == NULL && capacity > 0)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "no array for %zu circuits", capacity);
    cuzk_engine_lock(engine);
    for (const engine_circuit *circuit = engine->circuits; circuit != NULL; circuit = circuit->next) {
        if (circuit->loading)
            continue;
        if (found < capacity)
            describe(engine, circuit, &infos[found]);
        found++;
    }
    cuzk_engine_unlock(engine);
    *count = found;
    return CUZK_OK;
}

void cuzk_engine_free_circuits(cuzk_engine *engine)
{
    while (engine->circuits != NULL) {
        engine_circuit *circuit = engine->circuits;
        engine->circuits = circuit->next;
        circuit_free(engine, circuit);
    }
}
