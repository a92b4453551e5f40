# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Sourced by tools/test and tools/nightly: named steps that go on after a failure, logs and reports under build/, and
# counts of all of it at the end.

logs=build/logs
reports=build/reports
rm -rf "$logs" "$reports"
mkdir -p "$logs" "$reports"
checks=$reports/checks.tap
check_count=0
: >"$checks"

# record ok|"not ok" NAME
record() {
    check_count=$((check_count + 1))
    echo "$1 $check_count - $2" >>"$checks"
}

# run_logged NAME COMMAND...: the command's status; its output goes to a file, of which the end is shown on failure.
run_logged() {
    local name=$1 log=$logs/$1.log began=$SECONDS status=0
    shift
    printf '%-24s' "$name"
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" = 0 ]; then
        printf 'ok      %4d s\n' $((SECONDS - began))
    else
        printf 'FAILED  %4d s, exit status %d, the end of %s:\n' $((SECONDS - began)) "$status" "$log"
        tail -n 60 "$log"
    fi
    return "$status"
}

# check NAME COMMAND...: a check that counts as one test.
check() {
    if run_logged "$@"; then record ok "$1"; else record "not ok" "$1"; fi
}

# prepare NAME COMMAND...: something that is no test but must succeed; false if it did not.
prepare() {
    run_logged "$@" && return 0
    record "not ok" "$1"
    return 1
}

# build PRESET [CMAKE ARGUMENT...]: configures and builds; `-B FOLDER` first puts it elsewhere than build/PRESET.
build() {
    local preset=$1 folder=build/$1
    shift
    if [ "${1-}" = -B ]; then
        folder=$2
        shift 2
    fi
    prepare "build-${folder#build/}" configure_and_build "$preset" "$folder" "$@"
}

configure_and_build() {
    local preset=$1 folder=$2
    shift 2
    cmake --preset "$preset" -B "$folder" "$@" && cmake --build "$folder"
}

# The kernel may place mappings where gcc 12's thread sanitizer does not expect them (more than 28 random bits);
# then programs run without random places, where that is allowed.
steady=()
if [ "$(cat /proc/sys/vm/mmap_rnd_bits 2>/dev/null || echo 0)" -gt 28 ] && setarch -R true 2>/dev/null; then
    steady=(setarch -R)
fi

# suite NAME FOLDER [CTEST ARGUMENT...]: runs tests of a build folder; each case counts by its own.
suite() {
    local name=$1 folder=$2 report counts
    shift 2
    report=$PWD/$reports/$name.xml
    run_logged "test-$name" "${steady[@]}" ctest --test-dir "$folder" --output-on-failure --no-tests=error \
        --test-output-size-passed 4000000 --test-output-size-failed 4000000 --output-junit "$report" "$@" && return 0
    # A failure that no case of the report shows: no report, no test found.
    counts=$(tools/count-tests "$report" 2>/dev/null | tail -n 1) || true
    [[ $counts =~ \ [1-9][0-9]*\ failed ]] || record "not ok" "test-$name"
}

# finish: the counts, and the exit status of the whole run.
finish() {
    local status=0
    echo "1..$check_count" >>"$checks"
    echo
    echo "total time: $((SECONDS / 60)) min $((SECONDS % 60)) s"
    tools/count-tests "$reports"/* || status=1
    exit "$status"
}
