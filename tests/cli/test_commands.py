#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: test_commands.py CUZK VECTORS MANUAL

The command from outside: every subcommand, every exit code that a command line can bring about, what is left on the
disk after a failure. Prints TAP.
"""
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

CUZK, VECTORS, MANUAL = sys.argv[1:4]
CIRCUITS = os.path.join(VECTORS, "circuits")
NAMES = sorted(os.path.basename(entry.path) for entry in os.scandir(CIRCUITS) if entry.is_dir())
os.environ["CUZK_MODULE_DIR"] = VECTORS  # no module there: the processor computes, whatever the machine has
WITNESS_VALUES = 76  # where the values of a .wtns begin, with sections 1 and 2 in this order


def vector(name, file):
    return os.path.join(CIRCUITS, name, file)


def cuzk(*arguments):
    return subprocess.run([CUZK, *map(str, arguments)], capture_output=True, text=True, check=False)


def fails(code, pattern, *arguments):
    """Runs cuzk, which must end with `code`, nothing on stdout, and one sentence on stderr that has the pattern."""
    result = cuzk(*arguments)
    assert result.returncode == code, f"exit code {result.returncode}, not {code}: {result.stderr}"
    lines = [line for line in result.stderr.splitlines() if "INSECURE" not in line or code == 2]
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith(f"cuzk: {arguments[0]}: "), lines[0]
    assert re.search(pattern, lines[0]), f"no '{pattern}' in: {lines[0]}"
    assert result.stdout == "", result.stdout
    as_json = cuzk(arguments[0], "--json", *arguments[1:])
    error = json.loads(as_json.stdout)
    assert as_json.returncode == code, as_json.returncode
    assert error["ok"] is False and error["command"] == arguments[0] and error["error"]["exit_code"] == code, error
    assert re.search(pattern, error["error"]["message"]), error
    return result


def works(*arguments):
    result = cuzk(*arguments)
    assert result.returncode == 0, f"exit code {result.returncode}: {result.stderr}"
    return result.stdout


def works_json(*arguments):
    result = json.loads(works(*arguments, "--json"))
    assert result["ok"] is True and result["command"] == arguments[0], result
    return result


def patched(source, target, offset, data):
    with open(source, "rb") as file:
        content = bytearray(file.read())
    content[offset : offset + len(data)] = data
    with open(target, "wb") as file:
        file.write(content)
    return target


def contents(folder):
    return sorted(os.listdir(folder))


class Folder:
    """A temporary folder with paths for a proof and its public inputs."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="cuzk-test-")
        self.out = os.path.join(self.path, "out")
        os.mkdir(self.out)
        self.proof = os.path.join(self.out, "proof.json")
        self.public = os.path.join(self.out, "public.json")

    def at(self, name):
        return os.path.join(self.path, name)

    def prove_fails(self, code, pattern, key, witness, *options):
        """The outputs are neither made nor, if they are there already, touched."""
        fails(code, pattern, "prove", key, witness, self.proof, self.public, *options)
        assert contents(self.out) == [], contents(self.out)
        for path in (self.proof, self.public):
            with open(path, "w", encoding="ascii") as file:
                file.write("before")
        fails(code, pattern, "prove", key, witness, self.proof, self.public, *options)
        for path in (self.proof, self.public):
            with open(path, encoding="ascii") as file:
                assert file.read() == "before", path
            os.unlink(path)
        assert contents(self.out) == [], contents(self.out)


# ---- What works ----


def test_prove_and_verify_every_vector(folder):
    for name in NAMES:
        key, witness = vector(name, "circuit.zkey"), vector(name, "witness.wtns")
        works("prove", key, witness, folder.proof, folder.public)
        assert contents(folder.out) == ["proof.json", "public.json"]
        with open(folder.public, encoding="ascii") as made, open(vector(name, "public.json"), encoding="ascii") as given:
            assert json.load(made) == json.load(given), name
        for verifier in (vector(name, "verification_key.json"), key):
            assert works("verify", verifier, folder.public, folder.proof) == "valid\n", name
            assert works("verify", verifier, vector(name, "public.json"), vector(name, "proof.json")) == "valid\n"
        result = works_json("prove", key, witness, folder.proof, folder.public, "--r1cs", vector(name, "circuit.r1cs"))
        assert result["insecure_key"] is False and result["seconds"]["prove"] > 0, result
        assert works_json("verify", key, folder.public, folder.proof)["valid"] is True


def test_setup_prove_verify_every_vector(folder):
    for name in NAMES:
        key, vkey = folder.at("key.zkey"), folder.at("vkey.json")
        made = cuzk("setup", "--insecure", vector(name, "circuit.r1cs"), key, "--vkey", vkey, "--seed", "abc")
        assert made.returncode == 0 and "INSECURE" in made.stderr, made.stderr
        proved = cuzk("prove", key, vector(name, "witness.wtns"), folder.proof, folder.public)
        assert proved.returncode == 0 and "INSECURE" in proved.stderr, proved.stderr
        for verifier in (vkey, key):
            works("verify", verifier, folder.public, folder.proof)
        with open(vkey, encoding="ascii") as exported:
            assert exported.read() + "\n" == works("export", "vkey", key)
        # The key belongs to this circuit alone, and not to the ceremony's key either.
        assert cuzk("verify", vector(name, "verification_key.json"), folder.public, folder.proof).returncode == 1


def test_generated_circuits_around_a_power_of_two(folder):
    for curve in ("bn254", "bls12-381"):
        for constraints, public in ((12, 2), (13, 2), (14, 2), (15, 0), (16, 0), (27, 100), (1, 0)):
            r1cs, wtns, key = folder.at("c.r1cs"), folder.at("c.wtns"), folder.at("c.zkey")
            works("gen", r1cs, wtns, "--constraints", constraints, "--public", public, "--curve", curve, "--seed", "1")
            works("setup", "--insecure", r1cs, key)
            works("prove", key, wtns, folder.proof, folder.public, "--r1cs", r1cs)
            assert works("verify", key, folder.public, folder.proof) == "valid\n"
            with open(folder.public, encoding="ascii") as file:
                assert len(json.load(file)) == public
            domain = works_json("inspect", key)["files"][0]["domain"]
            assert domain == max(2, 1 << (constraints + public).bit_length()), (constraints, public, domain)


def test_options_of_prove(folder):
    key, witness = vector("mult_bn254", "circuit.zkey"), vector("mult_bn254", "witness.wtns")
    for options in (("--threads", "1"), ("--threads=3",), ("--isa", "portable"), ("--backend", "cpu"), ("--no-progress",)):
        works("prove", *options, key, witness, folder.proof, folder.public)
        works("verify", vector("mult_bn254", "verification_key.json"), folder.public, folder.proof)
    calldata = works("prove", key, witness, folder.proof, folder.public, "--calldata")
    assert calldata == works("export", "calldata", folder.public, folder.proof)
    assert len(json.loads(f"[{calldata}]")) == 4, calldata
    result = works_json("prove", key, witness, folder.proof, folder.public, "--calldata")
    assert result["calldata"].startswith("[\"0x"), result


def test_gen_is_deterministic_and_the_shares_are_kept(folder):
    for which in ("1", "2"):
        works("gen", folder.at(f"{which}.r1cs"), folder.at(f"{which}.wtns"), "--constraints", "2^12", "--zeros", "0.5",
              "--ones", "0.25", "--small", "0.125", "--terms", "4,3,2", "--public", "7", "--seed", "c0ffee")
    for suffix in ("r1cs", "wtns"):
        with open(folder.at(f"1.{suffix}"), "rb") as one, open(folder.at(f"2.{suffix}"), "rb") as two:
            content = one.read()
            assert content == two.read(), suffix
    values = [content[at : at + 32] for at in range(WITNESS_VALUES, len(content), 32)]
    assert len(values) == 4096 + 7 + 1, len(values)
    numbers = [int.from_bytes(value, "little") for value in values]
    for wanted, found in ((0.5, numbers.count(0)), (0.25, numbers.count(1)), (0.125, sum(1 < n < 256 for n in numbers))):
        assert abs(found / len(numbers) - wanted) < 0.05, (wanted, found)
    shown = works_json("inspect", folder.at("1.r1cs"))["files"][0]
    assert (shown["constraints"], shown["wires"], shown["public_inputs"]) == (4096, 4104, 7), shown
    assert shown["terms_a"] == 4 * 4096 and shown["terms_b"] == 3 * 4096, shown
    other = works_json("gen", folder.at("3.r1cs"), folder.at("3.wtns"), "--constraints", 8)
    again = works_json("gen", folder.at("4.r1cs"), folder.at("4.wtns"), "--constraints", 8, "--seed", other["seed"])
    assert again["seed"] == other["seed"]
    with open(folder.at("3.wtns"), "rb") as one, open(folder.at("4.wtns"), "rb") as two:
        assert one.read() == two.read()


def test_setup_is_deterministic_with_a_seed(folder):
    r1cs = vector("poseidon3_bn254", "circuit.r1cs")
    keys = []
    for which, options in enumerate((("--seed", "1"), ("--seed", "1", "--threads", "1"), ("--seed", "2"), ())):
        path = folder.at(f"{which}.zkey")
        works("setup", "--insecure", r1cs, path, *options)
        with open(path, "rb") as file:
            keys.append(file.read())
    assert keys[0] == keys[1] and keys[0] != keys[2] and keys[0] != keys[3] and keys[2] != keys[3]


def test_inspect_every_kind(folder):
    name = "mult_bls12381"
    files = ["circuit.r1cs", "witness.wtns", "circuit.zkey", "verification_key.json", "proof.json", "public.json"]
    paths = [vector(name, file) for file in files]
    shown = works_json("inspect", *paths)["files"]
    assert [entry["file"] for entry in shown] == paths
    assert [entry.get("curve") for entry in shown] == ["BLS12-381"] * 5 + [None], shown
    assert shown[0]["constraints"] == 1 and shown[0]["wires"] == 5 and shown[0]["public_outputs"] == 1, shown[0]
    assert shown[1]["values"] == 5 and shown[5]["values"] == 2, shown
    key = shown[2]
    assert (key["domain"], key["wires"], key["public_inputs"]) == (4, 5, 2) and key["insecure"] is False, key
    text = works("inspect", *paths)
    assert "curve: BLS12-381" in text and "INSECURE" not in text, text
    made = folder.at("insecure.zkey")
    works("setup", "--insecure", paths[0], made)
    loud = cuzk("inspect", made)
    assert "INSECURE" in loud.stdout and "INSECURE" in loud.stderr, loud
    assert works_json("inspect", made)["files"][0]["insecure"] is True


def test_inspect_goes_on_after_a_bad_file(folder):
    good = vector("mult_bn254", "circuit.r1cs")
    result = cuzk("inspect", folder.at("none"), good, "--json")
    shown = json.loads(result.stdout)
    assert result.returncode == 3 and shown["ok"] is False, shown
    assert shown["files"][0]["error"] == "E_NOT_FOUND" and shown["files"][1]["constraints"] == 1, shown


def test_export(folder):
    key = vector("mult_bn254", "circuit.zkey")
    out = folder.at("vkey.json")
    works("export", "vkey", key, out)
    with open(out, encoding="ascii") as made, open(vector("mult_bn254", "verification_key.json"), encoding="ascii") as given:
        assert json.load(made) == json.load(given)
    assert works_json("export", "calldata", vector("mult_bn254", "public.json"),
                      vector("mult_bn254", "proof.json"))["calldata"]
    fails(2, "usage", "export", "proof", key)
    fails(7, "BLS12-381", "export", "calldata", vector("mult_bls12381", "public.json"), vector("mult_bls12381", "proof.json"))


def test_version_and_help(_):
    shown = works_json("version")
    assert shown["devices"][0]["backend"] == "cpu" and shown["devices"][0]["usable"] is True, shown
    assert shown["isa"] in ("portable", "adx", "ifma") and re.fullmatch(r"\d+\.\d+\.\d+", shown["version"]), shown
    assert works("--version") == works("version")
    commands = re.findall(r"^  (\w+) ", works("help"), re.M)
    assert works("--help") == works("help") and {"prove", "verify", "explain", "help"} <= set(commands), commands
    for command in commands:
        assert works(command, "--help") == works("help", command)
    assert cuzk().returncode == 2


def test_bench_reports_medians(_):
    shown = works_json("bench", "field", "ntt", "msm", "prove", "--sizes", "3,5", "--repeat", "3", "--threads", "2")
    assert shown["threads"] == 2 and shown["commit"] and shown["cpu"], shown
    rows = [(row["kernel"], row["size_log2"]) for row in shown["results"]]
    kernels = ("field", "ntt", "msm-g1", "msm-g2", "prove")
    assert rows == [(kernel, size) for kernel in kernels for size in (3, 5)], rows
    for row in shown["results"]:
        assert 0 < row["min_seconds"] <= row["median_seconds"] <= row["max_seconds"], row
        assert row["runs"] == 3
    assert "median" in works("bench", "field", "--sizes", "4", "--repeat", "1")
    fails(2, "no kernel 'fft'", "bench", "fft")


# ---- What is refused ----


def test_usage(folder):
    fails(2, "usage: cuzk prove", "prove", "a", "b", "c")
    fails(2, "unknown option '--frobnicate'", "prove", "--frobnicate")
    fails(2, "unknown option '-x'", "verify", "-x")
    fails(2, "--threads needs a value", "prove", "a", "b", "c", "d", "--threads")
    fails(2, "'two' is not a count", "prove", "a", "b", "c", "d", "--threads", "two")
    fails(2, "not between 0 and 4096", "prove", "a", "b", "c", "d", "--threads", "5000")
    fails(2, "'sse' is not one of", "prove", "a", "b", "c", "d", "--isa", "sse")
    fails(2, "takes no value", "prove", "--no-progress=1")
    fails(2, "'1.5' is not a share", "gen", "a", "b", "--zeros", "1.5")
    fails(2, "add up to more than 1", "gen", folder.at("a"), folder.at("b"), "--zeros", "0.7", "--ones", "0.7")
    fails(2, "at least 2", "gen", folder.at("a"), folder.at("b"), "--terms", "1,1,1")
    fails(2, "three counts", "gen", folder.at("a"), folder.at("b"), "--terms", "1,1")
    fails(2, "hexadecimal", "gen", folder.at("a"), folder.at("b"), "--seed", "xyz")
    fails(2, "cannot be both", "gen", folder.at("a"), folder.at("a"))
    fails(2, "cannot be both", "prove", "a", "b", folder.at("same"), folder.at("same"))
    assert cuzk("frobnicate").returncode == 2
    assert contents(folder.path) == ["out"]


def test_setup_wants_consent(folder):
    out = folder.at("key.zkey")
    fails(2, "INSECURE.*--insecure", "setup", vector("mult_bn254", "circuit.r1cs"), out)
    assert not os.path.exists(out)


def test_missing_files(folder):
    key, witness = vector("mult_bn254", "circuit.zkey"), vector("mult_bn254", "witness.wtns")
    none = folder.at("none")
    folder.prove_fails(3, "none", none, witness)
    folder.prove_fails(3, "none", key, none)
    folder.prove_fails(3, "none", key, witness, "--r1cs", none)
    fails(3, "none", "verify", none, none, none)
    fails(3, "none", "setup", "--insecure", none, folder.at("key.zkey"))
    fails(3, "nowhere", "prove", key, witness, folder.at("nowhere/proof.json"), folder.public)
    fails(3, "nowhere", "setup", "--insecure", vector("mult_bn254", "circuit.r1cs"), folder.at("nowhere/key.zkey"))
    fails(3, "nowhere", "gen", folder.at("a.r1cs"), folder.at("nowhere/a.wtns"))
    assert contents(folder.path) == ["out"]


def test_folders_in_the_place_of_files(folder):
    key, witness = vector("mult_bn254", "circuit.zkey"), vector("mult_bn254", "witness.wtns")
    folder.prove_fails(4, "directory", folder.path, witness)
    fails(4, "regular file", "prove", key, witness, folder.proof, folder.path)
    fails(4, "regular file", "prove", key, witness, folder.path, folder.public)
    assert contents(folder.out) == []


def test_truncated_files(folder):
    for file in ("circuit.zkey", "witness.wtns", "circuit.r1cs"):
        source = vector("poseidon3_bn254", file)
        size = os.path.getsize(source)
        for keep in (size - 1, size // 2, 13):
            short = folder.at(file)
            with open(source, "rb") as whole, open(short, "wb") as part:
                part.write(whole.read(keep))
            paths = {name: vector("poseidon3_bn254", name) for name in ("circuit.zkey", "witness.wtns", "circuit.r1cs")}
            paths[file] = short
            folder.prove_fails(5, os.path.basename(file), paths["circuit.zkey"], paths["witness.wtns"], "--r1cs",
                               paths["circuit.r1cs"])


def test_swapped_kinds(folder):
    key, witness = vector("mult_bn254", "circuit.zkey"), vector("mult_bn254", "witness.wtns")
    r1cs, vkey = vector("mult_bn254", "circuit.r1cs"), vector("mult_bn254", "verification_key.json")
    proof, public = vector("mult_bn254", "proof.json"), vector("mult_bn254", "public.json")
    folder.prove_fails(6, "witness.wtns: this is .*witness.* wanted", witness, witness)
    folder.prove_fails(6, "circuit.zkey: this is .*proving key.*witness.* wanted", key, key)
    folder.prove_fails(6, "circuit.zkey", key, witness, "--r1cs", key)
    folder.prove_fails(6, "circuit.r1cs", r1cs, witness)
    fails(6, "proof.json: this is", "verify", vkey, proof, public)
    fails(6, "public.json: this is", "verify", public, public, proof)
    fails(6, "witness.wtns: this is", "verify", witness, public, proof)
    fails(6, "witness.wtns: this is", "setup", "--insecure", witness, folder.at("key.zkey"))
    plonk = patched(key, folder.at("plonk.zkey"), 24, b"\x02")
    folder.prove_fails(6, "(?i)plonk.*groth16", plonk, witness)
    assert "PLONK" in works("inspect", plonk).upper()
    garbage = folder.at("garbage")
    with open(garbage, "wb") as file:
        file.write(bytes(range(256)))
    folder.prove_fails(6, "garbage", garbage, witness)


def test_other_curve(folder):
    bn254, bls = vector("mult_bn254", "circuit.zkey"), vector("mult_bls12381", "circuit.zkey")
    folder.prove_fails(7, "BN254.*BLS12-381", bls, vector("mult_bn254", "witness.wtns"))
    folder.prove_fails(7, "BLS12-381.*BN254", bn254, vector("mult_bls12381", "witness.wtns"))
    folder.prove_fails(7, "BN254.*BLS12-381", bn254, vector("mult_bn254", "witness.wtns"), "--r1cs",
                       vector("mult_bls12381", "circuit.r1cs"))
    fails(7, "proof.json", "verify", bn254, vector("mult_bn254", "public.json"), vector("mult_bls12381", "proof.json"))
    prime = patched(vector("mult_bn254", "witness.wtns"), folder.at("prime.wtns"), 28, b"\x03")
    folder.prove_fails(7, "prime.wtns", bn254, prime)


def test_other_length(folder):
    folder.prove_fails(8, "witness.wtns has 723 values.*circuit.zkey asks for 5", vector("mult_bn254", "circuit.zkey"),
                       vector("poseidon3_bn254", "witness.wtns"))
    folder.prove_fails(8, "circuit.r1cs asks for 723", vector("mult_bn254", "circuit.zkey"),
                       vector("mult_bn254", "witness.wtns"), "--r1cs", vector("poseidon3_bn254", "circuit.r1cs"))
    fails(8, "2 public inputs.*asks for 16", "verify", vector("sharounds4_bn254", "circuit.zkey"),
          vector("mult_bn254", "public.json"), vector("mult_bn254", "proof.json"))


def test_values_of_the_witness(folder):
    key, witness = vector("mult_bn254", "circuit.zkey"), vector("mult_bn254", "witness.wtns")
    large = patched(witness, folder.at("large.wtns"), WITNESS_VALUES + 2 * 32, b"\xff" * 32)
    folder.prove_fails(9, "large.wtns.*2", key, large)
    first = patched(witness, folder.at("first.wtns"), WITNESS_VALUES, b"\x02")
    folder.prove_fails(10, "first.wtns", key, first)


def test_unsatisfied(folder):
    name = "merkle_mimc4_bn254"
    key, witness = vector(name, "circuit.zkey"), vector(name, "witness.wtns")
    count = (os.path.getsize(witness) - WITNESS_VALUES) // 32
    wrong = patched(witness, folder.at("wrong.wtns"), WITNESS_VALUES + (count // 2) * 32, b"\x11")
    folder.prove_fails(11, r"wrong.wtns does not satisfy .*circuit.r1cs: constraint \d+ of 2920", key, wrong, "--r1cs",
                       vector(name, "circuit.r1cs"))
    folder.prove_fails(12, "does not verify.*witness", key, wrong)


def test_key_of_another_circuit(folder):
    """Same sizes, other constraints: the witness is right, the proof is not."""
    paths = []
    for seed in ("1", "2"):
        paths.append([folder.at(f"{seed}.{suffix}") for suffix in ("r1cs", "wtns", "zkey")])
        works("gen", *paths[-1][:2], "--constraints", 20, "--seed", seed)
        works("setup", "--insecure", paths[-1][0], paths[-1][2])
    folder.prove_fails(12, "satisfies.*another circuit", paths[0][2], paths[1][1], "--r1cs", paths[1][0])


def test_not_valid(folder):
    name = "mult_bn254"
    with open(vector(name, "public.json"), encoding="ascii") as file:
        public = json.load(file)
    public[0] = str(int(public[0]) + 1)
    changed = folder.at("public.json")
    with open(changed, "w", encoding="ascii") as file:
        json.dump(public, file)
    result = cuzk("verify", vector(name, "verification_key.json"), changed, vector(name, "proof.json"))
    assert (result.returncode, result.stdout, result.stderr) == (1, "not valid\n", ""), result
    result = cuzk("verify", vector(name, "verification_key.json"), changed, vector(name, "proof.json"), "--json")
    shown = json.loads(result.stdout)
    assert result.returncode == 1 and shown["ok"] is True and shown["valid"] is False, shown


def test_points_off_the_curve(folder):
    with open(vector("mult_bn254", "proof.json"), encoding="ascii") as file:
        proof = json.load(file)
    proof["pi_a"][0] = str(int(proof["pi_a"][0]) ^ 1)
    changed = folder.at("proof.json")
    with open(changed, "w", encoding="ascii") as file:
        json.dump(proof, file)
    fails(13, "proof.json", "verify", vector("mult_bn254", "verification_key.json"), vector("mult_bn254", "public.json"),
          changed)


def test_full_disk(_):
    if not os.path.exists("/dev/full"):
        return
    with open("/dev/full", "w", encoding="ascii") as full:
        result = subprocess.run([CUZK, "version"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 4 and "standard output" in result.stderr, result


def test_signals_leave_no_files(folder):
    """Large enough to be still writing when its temporary files are seen."""
    for number in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen([CUZK, "gen", os.path.join(folder.out, "a.r1cs"), os.path.join(folder.out, "a.wtns"),
                                    "--constraints", "2^22", "--seed", "1"], stderr=subprocess.PIPE, text=True)
        while len(os.listdir(folder.out)) < 2 and process.poll() is None:
            pass
        process.send_signal(number)
        _, text = process.communicate()
        assert process.returncode == 128 + number, (process.returncode, text)
        assert contents(folder.out) == [], contents(folder.out)
        assert text.startswith("cuzk: gen: "), text


def on_a_terminal(*arguments):
    """Runs cuzk with a terminal as its stderr until a bar with the time left is there, then stops it."""
    master, terminal = pty.openpty()
    process = subprocess.Popen([CUZK, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    seen = b""
    try:
        while b" left" not in seen:
            seen += os.read(master, 4096)
    except OSError:  # the other end was closed: the command has ended
        pass
    process.send_signal(signal.SIGTERM)
    process.wait()
    os.close(master)
    return seen.decode("ascii", "replace")


def test_progress_bar_on_a_terminal_alone(folder):
    """A circuit that takes longer than a second to write anywhere."""
    paths = (os.path.join(folder.out, "a.r1cs"), os.path.join(folder.out, "a.wtns"))
    seen = on_a_terminal("gen", *paths, "--constraints", "2^24", "--seed", "1")
    assert re.search(r"writing constraints: \[#*\.*\] +\d+%, \d+:\d\d left", seen), seen
    assert contents(folder.out) == [], contents(folder.out)
    quiet = cuzk("gen", *paths, "--constraints", "2^18", "--seed", "1")
    assert quiet.returncode == 0 and quiet.stderr == "", quiet


def test_manual_names_everything(_):
    with open(MANUAL, encoding="utf-8") as file:
        manual = file.read()
    for command in re.findall(r"^  (\w+) ", works("help"), re.M):
        assert f".Ss cuzk {command}" in manual, command
        for option in re.findall(r"^  --([\w-]+)", works("help", command), re.M):
            assert option == "help" or f"\\-{option}" in manual, option
    for code in list(range(22)) + [70, 130, 143]:
        assert f".It {code}\n" in manual, code


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
