#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: test_explain.py CUZK

`cuzk explain` and `cuzk trace` from outside, on traces written here byte by byte after docs/formats/trace.md, and on a log of
the original engine. Prints TAP.
"""
import csv
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import traceback

CUZK = sys.argv[1]
NONE = 65535
MS = 1000000
KINDS = ("job_submitted job_ended ready assigned partition_ended start finish verify abandon release callback synthesis key_load "
         "lock_wait lock_held slot_wait kernel copy_in copy_out alloc host_step trim budget_wait blocked paused fault quarantine "
         "begin end lost run_delay page_faults refused").split()


def record(kind, end_ms, length_ms=0, *, job=0, value=0, partition=0, worker=1, device=NONE, lane=NONE, attempt=0, status=0):
    return struct.pack("<QQQQIIHHHBB", int(end_ms * MS), job, int(length_ms * MS), value, partition, worker,
                       KINDS.index(kind) + 1, device, lane, attempt, status)


def header(devices=1, lanes=2):
    text = b"cuzktrc\n" + struct.pack("<IIQQII24x", 1, 48, MS, 1700000000 * 10**9, devices, lanes)
    for number in range(devices):
        text += struct.pack("<16s128sQ8x", b"sim", b'device "%d"' % number, 1 << 30)
    return text


def proofs(count, gap_ms, copy_value):
    """One proof after another on one lane: a copy of gap_ms, then a kernel of 10 ms."""
    records, now = [record("job_submitted", 1, job=1, value=count)], 1
    for number in range(count):
        who = {"job": 1, "partition": number, "device": 0, "lane": 0, "attempt": 1}
        records.append(record("assigned", now, **who))
        records.append(record("start", now + gap_ms, gap_ms, worker=7, **who))
        records.append(record("copy_in", now + gap_ms, gap_ms, worker=7, device=0, value=copy_value))
        now += gap_ms + 10
        records.append(record("kernel", now, 10, worker=7, device=0, value=4))
        records.append(record("finish", now, 10, worker=9, **who))
    records.append(record("job_ended", now, job=1, value=2))
    return header() + b"".join(reversed(records))


class Folder:
    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="cuzk-explain-")

    def write(self, name, content):
        path = os.path.join(self.path, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path


def cuzk(*arguments):
    return subprocess.run([CUZK, *map(str, arguments)], capture_output=True, text=True, check=False)


def works(*arguments):
    result = cuzk(*arguments)
    assert result.returncode == 0, f"exit code {result.returncode}: {result.stderr}"
    return result.stdout


def explained(*arguments):
    result = json.loads(works("explain", "--json", *arguments))
    assert result["ok"] is True, result
    return result


PAGEABLE = 1 << 63


def test_cause_cost_and_gain(folder):
    path = folder.write("t", proofs(10, 30, 4096 | PAGEABLE))
    result = explained(path)
    assert result["bound"] == "copy_pageable" and result["sure"] == "sure", result
    assert result["seconds"] == 0.4 and result["proofs"] == 10 and result["busy_share"] == 0.25, result
    assert result["proofs_per_hour"] == 90000, result
    first = result["findings"][0]
    assert first["device_seconds"] == 0.3 and first["share"] == 0.75 and first["gain"] == 4, first
    assert first["pieces"] == 10 and first["proofs_per_hour"] == 270000, first
    assert "4096 bytes, pageable memory, took 30.000 ms" in first["evidence"], first
    text = works("explain", path)
    assert "The bound is copy_pageable (sure)." in text and "0.300 GPU-seconds, 75.0%" in text, text
    assert "page-locked memory" in text and "4.00 times the throughput" in text, text


def test_device_is_the_bound(folder):
    result = explained(folder.write("t", proofs(10, 0.5, 4096)))
    assert result["bound"] == "device" and result["findings"][0]["cause"] == "copy_in", result
    total = result["devices"][0]["busy_ns"] + sum(result["devices"][0]["idle_ns"].values())
    assert total == 105 * MS, total


def test_not_enough_evidence(folder):
    result = explained(folder.write("t", proofs(3, 30, 4096)))
    assert result["bound"] == "not enough evidence" and "3 proofs" in result["reason"], result
    assert explained(folder.write("e", header()))["bound"] == "not enough evidence"
    lost = proofs(10, 30, 4096) + record("lost", 5, value=1000)
    assert "lost" in explained(folder.write("l", lost))["reason"]


def test_window_and_compare(folder):
    slow = folder.write("a", proofs(10, 30, 4096 | PAGEABLE))
    fast = folder.write("b", proofs(10, 10, 4096))
    part = explained(slow, "--window", "0.03:0.04")
    assert part["busy_share"] == 1 and part["seconds"] == 0.01, part
    both = explained("--compare", slow, fast)
    assert both["speedup"] == 2 and both["a"]["bound"] == "copy_pageable", both
    assert both["share_change"]["copy_pageable"] == -0.75 and both["share_change"]["copy_in"] == 0.5, both
    assert "B is 2.00 times A." in works("explain", "--compare", slow, fast)
    for bad in ("5", "a:b", "2:1", "-1:2", "nan:"):
        assert cuzk("explain", slow, f"--window={bad}").returncode == 2, bad
    assert cuzk("explain", slow, fast).returncode == 2
    assert cuzk("explain", "--compare", slow).returncode == 2


def test_forms(folder):
    path = folder.write("t", proofs(10, 30, 4096))
    text = works("trace", path)
    assert "busy 25.0%" in text and "copy_in" in text and "300.000 ms  75.00%" in text, text
    rows = list(csv.DictReader(io.StringIO(works("trace", path, "--format", "csv"))))
    assert len(rows) == 52 and sum(row["kind"] == "kernel" for row in rows) == 10, len(rows)
    assert [int(row["begin_ns"]) for row in rows] == sorted(int(row["begin_ns"]) for row in rows)
    out = os.path.join(folder.path, "out.json")
    works("trace", path, "--format", "chrome", "--output", out)
    with open(out, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    kernels = [event for event in events if event["ph"] == "X" and event["name"] == "msm"]
    assert len(kernels) == 10 and all(event["dur"] == 10000 and event["pid"] == 100 for event in kernels)
    assert sum(event["dur"] for event in events if event.get("tid") == 3 and event["ph"] == "X") == 300000
    begun = {event["id"] for event in events if event["ph"] == "s"}
    assert len(begun) == 10 and begun == {event["id"] for event in events if event["ph"] == "f"}
    assert any(event["name"] == "process_name" and event["args"]["name"] == 'device "0"' for event in events)
    summary = json.loads(works("trace", path, "--json"))
    assert summary["records"] == 52 and summary["lost_records"] == 0, summary


def test_bad_files(folder):
    good = proofs(10, 30, 4096)
    for content, word in ((b"", "ends"), (good[:300], "multiple"), (b"x" + good[1:], "not a trace")):
        result = cuzk("explain", folder.write("bad", content))
        assert result.returncode not in (0, 70) and result.stdout == "", (word, result)
    assert cuzk("explain", os.path.join(folder.path, "none")).returncode != 0
    assert "device 1 of 1" in cuzk("trace", folder.write("d", good + record("kernel", 9, 1, device=1))).stderr


# One worker; of the 1000 ms of each start 600 go to the wait for the other thread's preparation, 400 to kernels.
LOG = """2026-03-13T10:00:00Z  INFO engine started
TIMELINE,{0},SYNTH_END,job-a,partition={1},synth_ms=100
TIMELINE,{0},GPU_QUEUE,job-a,partition={1}
TIMELINE,{0},GPU_PICKUP,job-a,worker=0,partition={1}
2026-03-13T10:00:01Z  INFO GPU_TIMING hot_path pre-prove overhead worker_id=0 partition={1} status_ms=0 fail_check_ms=0
TIMELINE,{0},GPU_START,job-a,worker=0,partition={1}
CUZK_TIMING: mutex_wait_ms=0
CUZK_TIMING: gpu_tid=0 ntt_msm_h_ms=200
CUZK_TIMING: barrier_wait_ms=600
CUZK_TIMING: batch_add_ms=50
CUZK_TIMING: tail_msm_ms=150
2026-03-13T10:00:02Z  INFO GPU_TIMING spawn_blocking prove_start worker_id=0 partition={1} spawn_to_enter_ms=0 prove_start_ms=1000
2026-03-13T10:00:02Z  INFO GPU_TIMING prove_start returned worker_id=0 partition={1} spawn_blocking_wall_ms=1000
TIMELINE,{2},GPU_END,job-a,worker=0,partition={1},gpu_ms=1010
FIN_TIMING finalizer partition worker_id=0 partition={1} finish_ms=10 drop_res_ms=0 lock_wait_ms=0 process_ms=0 total_ms=10
"""


def test_log_of_the_original_engine(folder):
    lines = "".join(LOG.format(1010 * i + 1000, i, 1010 * i + 2010) for i in range(8))
    result = explained(folder.write("log", lines))
    assert result["bound"] == "host_step", result
    assert result["proofs"] == 8 and abs(result["busy_share"] - 400 / 1010) < 0.01, result
    assert abs(result["findings"][0]["share"] - 600 / 1010) < 0.01, result["findings"][0]
    assert cuzk("explain", folder.write("no-time", "GPU_TIMING x worker_id=0 prove_start_ms=1\n")).returncode != 0
    nonsense = "TIMELINE,,,\nTIMELINE,x,GPU_END\nTIMELINE,99999999999999999999,GPU_END,a,worker=1\n" + lines
    assert explained(folder.write("nonsense", nonsense))["bound"] == "host_step"


def main():
    cases = [(name, case) for name, case in globals().items() if name.startswith("test_")]
    failed = False
    for number, (name, case) in enumerate(cases, 1):
        folder = Folder()
        try:
            case(folder)
            print(f"ok {number} - {name}", flush=True)
        except (AssertionError, KeyError, ValueError, OSError, IndexError) as problem:
            failed = True
            print(f"not ok {number} - {name}", flush=True)
            for line in (traceback.format_exc() + str(problem)).splitlines():
                print(f"# {line}")
        finally:
            shutil.rmtree(folder.path, ignore_errors=True)
    print(f"1..{len(cases)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
