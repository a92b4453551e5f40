#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: test_devices.py CUZK VECTORS MODULES

How the command chooses, shows and records devices. MODULES holds stand-ins for the module of the cuda backend
(tests/backend/fake_module.c): "good" shows GPU 0 refused, 1 and 3 usable, 2 usable until it is opened. Prints TAP.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback

CUZK, VECTORS, MODULES = sys.argv[1:4]
CIRCUIT = os.path.join(VECTORS, "circuits", "mult_bn254")
UUID = "GPU-0000000{}-aaaa-bbbb-cccc-0123456789ab"
BROKEN = {
    "garbage": "does not load",
    "symbols": "has not the symbols",
    "version": "version 1000",
    "list": "older than the runtime",
    "empty": "finds no GPU",
}


def cuzk(module, *arguments, record=None):
    environment = {**os.environ, "CUZK_MODULE_DIR": os.path.join(MODULES, module)}
    environment.pop("CUZK_TEST_MODULE_RECORD", None)
    if record is not None:
        environment["CUZK_TEST_MODULE_RECORD"] = record
    return subprocess.run([CUZK, *arguments], capture_output=True, text=True, check=False, env=environment)


def prove(folder, module, *options, record=None):
    """Proves, and verifies what came out; gives the JSON and stderr."""
    key, proof, public = os.path.join(CIRCUIT, "circuit.zkey"), f"{folder}/proof.json", f"{folder}/public.json"
    made = cuzk(module, "prove", key, os.path.join(CIRCUIT, "witness.wtns"), proof, public, "--json", *options,
                record=record)
    assert made.returncode == 0, made
    checked = cuzk("none", "verify", key, public, proof)
    assert checked.stdout == "valid\n", checked
    return json.loads(made.stdout), made.stderr


def prove_fails(folder, code, pattern, module, *options):
    """The key is named but not there: devices come before it."""
    made = cuzk(module, "prove", f"{folder}/no.zkey", os.path.join(CIRCUIT, "witness.wtns"), f"{folder}/proof.json",
                f"{folder}/public.json", *options)
    assert made.returncode == code and made.stdout == "", made
    assert re.search(pattern, made.stderr), f"no '{pattern}' in {made.stderr}"
    assert os.listdir(folder) == [], os.listdir(folder)


def made_by(result):
    return result["backend"], result["device_index"], result["device"], result["device_uuid"], result["degraded"]


def gpu(index):
    return "cuda", index, f"Fake GPU {'ABCD'[index]}", UUID.format(index), False


def devices(module, *options):
    shown = cuzk(module, "devices", "--json", *options)
    assert shown.returncode == 0 and shown.stderr == "", shown
    return json.loads(shown.stdout)["devices"]


def test_devices_with_gpus(_):
    shown = devices("good")
    assert [(d["backend"], d["index"], d["accepted"]) for d in shown] == [
        ("cpu", 0, True), ("cuda", 0, False), ("cuda", 1, True), ("cuda", 2, True), ("cuda", 3, True)], shown
    assert shown[1]["reason"] == "compute capability 7.0, at least 8.0 is needed", shown
    assert (shown[2]["uuid"], shown[2]["bus_id"], shown[2]["memory_bytes"]) == (UUID.format(1), "0000:01:00.0", 2 << 30)
    lines = cuzk("good", "devices").stdout.splitlines()
    assert lines[0].startswith("cpu 0: accepted, "), lines
    assert lines[1] == (f"cuda 0: refused, Fake GPU A, {UUID.format(0)}, bus 0000:00:00.0, 1.0 GiB: compute "
                        "capability 7.0, at least 8.0 is needed"), lines
    assert lines[4] == f"cuda 3: accepted, Fake GPU D, {UUID.format(3)}, bus 0000:03:00.0, 4.0 GiB", lines


def test_devices_disabled_and_simulated(_):
    shown = devices("good", "--gpus", f"3,{UUID.format(0)}")
    assert [d["accepted"] for d in shown] == [True, False, False, False, True], shown
    assert "capability" in shown[1]["reason"] and "disabled" in shown[2]["reason"], shown
    assert [d["backend"] for d in devices("none", "--all")] == ["cpu", "cuda", "sim"]
    assert "sim 0: accepted" in cuzk("none", "devices", "--all").stdout


def test_devices_without_a_module_that_works(_):
    shown = devices("none")
    assert len(shown) == 2 and "index" not in shown[1] and shown[1]["installed"] is False, shown
    assert "no module cuzk_backend_cuda.so" in shown[1]["reason"], shown
    for module, reason in BROKEN.items():
        shown = devices(module)[1]
        assert shown["installed"] is True and shown["accepted"] is False and reason in shown["reason"], shown
        assert reason in cuzk(module, "devices").stdout.splitlines()[1]


def test_gpus_by_index_and_uuid(folder):
    assert made_by(prove(folder, "good")[0]) == gpu(1)
    assert made_by(prove(folder, "good", "--backend", "cuda")[0]) == gpu(1)
    assert made_by(prove(folder, "good", "--gpus", "3,1", "--require-gpu")[0]) == gpu(3)
    assert made_by(prove(folder, "good", "--gpus", UUID.format(3).upper())[0]) == gpu(3)
    result, warning = prove(folder, "good", "--gpus", "2,3")
    assert made_by(result) == gpu(3) and "cuda 2 (Fake GPU C): the GPU has fallen off the bus" in warning, warning


def test_wrong_gpus(folder):
    there = ", ".join(rf"{i} \({UUID.format(i)}\)" for i in range(4))
    for command in ("prove", "devices"):
        for code, pattern, entries in ((3, f"no GPU '7'; there are: {there}", "1,7"),
                                       (3, f"no GPU '{UUID.format(9)}'; there are: {there}", UUID.format(9)),
                                       (2, "'1' names GPU 1 a second time", f"{UUID.format(1)},1"),
                                       (2, "'one' is neither an index nor a UUID", "one"),
                                       (2, "'' is neither an index nor a UUID", "1,,3")):
            if command == "prove":
                prove_fails(folder, code, pattern, "good", "--gpus", entries)
            else:
                shown = cuzk("good", "devices", "--gpus", entries)
                assert shown.returncode == code and re.search(pattern, shown.stderr), shown
    prove_fails(folder, 3, "there are: none; cuda: no module", "none", "--gpus", "0")
    prove_fails(folder, 2, "the backend cpu uses no GPU", "good", "--backend", "cpu", "--gpus", "1")
    prove_fails(folder, 2, "the backend cpu uses no GPU", "good", "--backend", "cpu", "--require-gpu")


def test_require_gpu(folder):
    for options in (("--require-gpu",), ("--backend", "cuda")):
        prove_fails(folder, 17, "none is usable: cuda: no module", "none", *options)
        for module, reason in BROKEN.items():
            prove_fails(folder, 17, f"none is usable: cuda: .*{reason}", module, *options)
    prove_fails(folder, 17, r"cuda 0 \(Fake GPU A\): compute capability 7.0.*cuda 1 \(Fake GPU B\): disabled", "good",
                "--require-gpu", "--gpus", "0")
    prove_fails(folder, 17, r"cuda 2 \(Fake GPU C\): the GPU has fallen off the bus", "good", "--require-gpu", "--gpus",
                "2")


def test_degraded(folder):
    result, warning = prove(folder, "none")
    assert result["backend"] == "cpu" and result["degraded"] is False and warning == "", (result, warning)
    for module, reason in BROKEN.items():
        result, warning = prove(folder, module)
        assert result["backend"] == "cpu" and result["degraded"] is True, result
        assert "no GPU is usable, the processor computes: cuda: " in warning and reason in warning, warning
    for gpus in ("0", "2"):
        result, warning = prove(folder, "good", "--gpus", gpus)
        assert result["backend"] == "cpu" and result["degraded"] is True and f"cuda {gpus} " in warning, result
    result, warning = prove(folder, "list", "--backend", "cpu")
    assert result["degraded"] is False and warning == "", (result, warning)


def test_summary_tells_the_device(folder):
    arguments = [os.path.join(CIRCUIT, name) for name in ("circuit.zkey", "witness.wtns")]
    outputs = [f"{folder}/proof.json", f"{folder}/public.json"]
    shown = cuzk("good", "prove", *arguments, *outputs, "--gpus", "3").stdout
    assert re.fullmatch(rf".*proof.json: proved in \d+\.\d+ s on cuda 3 \(Fake GPU D, {UUID.format(3)}\)\n", shown), shown
    shown = cuzk("list", "prove", *arguments, *outputs).stdout
    assert re.fullmatch(r".* s on cpu 0 \(.*\), degraded\n", shown), shown


def test_bench_uses_the_device(folder):
    shown = cuzk("good", "bench", "prove", "field", "--sizes", "3", "--repeat", "1", "--gpus", "3", "--json")
    rows = json.loads(shown.stdout)["results"]
    assert made_by(rows[0]) == gpu(3) and "device" not in rows[1], rows
    assert "on cuda 1 (Fake GPU B" in cuzk("good", "bench", "prove", "--sizes", "3", "--repeat", "1").stdout
    failed = cuzk("list", "bench", "prove", "--sizes", "3", "--require-gpu")
    assert failed.returncode == 17 and "older than the runtime" in failed.stderr, failed
    record = f"{folder}/opened"
    works = cuzk("good", "bench", "prove", "field", "--sizes", "3", "--repeat", "1", "--backend", "cpu", record=record)
    assert works.returncode == 0 and not os.path.exists(record), works


def test_cpu_mode_opens_no_module(folder):
    with tempfile.TemporaryDirectory(prefix="cuzk-test-") as elsewhere:
        record = f"{elsewhere}/opened"
        assert prove(folder, "good", "--backend", "cpu", record=record)[0]["backend"] == "cpu"
        assert not os.path.exists(record)
        prove(folder, "good", record=record)
        assert os.path.exists(record)  # so it would have been seen


def main():
    cases = [(name, case) for name, case in globals().items() if name.startswith("test_")]
    failed = False
    for number, (name, case) in enumerate(cases, 1):
        with tempfile.TemporaryDirectory(prefix="cuzk-test-") as folder:
            try:
                case(folder)
                print(f"ok {number} - {name}", flush=True)
            except (AssertionError, KeyError, ValueError, OSError, IndexError) as problem:
                failed = True
                print(f"not ok {number} - {name}", flush=True)
                for line in (traceback.format_exc() + str(problem)).splitlines():
                    print(f"# {line}")
    print(f"1..{len(cases)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
