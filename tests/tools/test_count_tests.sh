#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tools/count-tests counts cases inside programs, tells skips with their reasons, and takes nothing broken for passed.
# TAP.
set -eu
counter=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0

# expect STATUS TITLE LAST_LINE FILE: the counter's exit status and last line.
expect() {
    local status=0 output
    count=$((count + 1))
    output=$("$counter" "$4") || status=1
    if [ "$status" = "$1" ] && [ "$(tail -n 1 <<<"$output")" = "$3" ]; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2"
        echo "$output" | tr '0-9' '#' | sed 's/^/# /'
    fi
}

# junit STATUS TEXT EXTRA: a report of one entry.
junit() {
    cat >"$work/report.xml" <<END
<testsuite><testcase name="entry" status="$1">$3<system-out>$2</system-out></testcase></testsuite>
END
    echo "$work/report.xml"
}

cmocka='[       OK ] a
[  FAILED  ] b
skipped: no GPU
[  SKIPPED ] c
[==========] 3 test(s) run.
[  PASSED  ] 1 test(s).
[  FAILED  ] 1 test(s), listed below:
[  FAILED  ] b'
expect 0 "a plain program counts as one" "1 passed, 0 failed, 0 skipped" "$(junit run "fine" "")"
expect 1 "cmocka cases count each" "1 passed, 1 failed, 1 skipped" "$(junit fail "$cmocka" "")"
expect 1 "a crash is a failure" "0 passed, 1 failed, 0 skipped" "$(junit fail "[ RUN ] a" "")"
expect 1 "a failure after good cases" "0 passed, 1 failed, 0 skipped" \
    "$(junit fail "[==========] 3 test(s) run." "")"
expect 1 "a skipped entry; none passed" "0 passed, 0 failed, 1 skipped" \
    "$(junit notrun "skipped: no GPU" '<skipped message="SKIP_RETURN_CODE=77"/>')"
expect 1 "an entry that could not start" "0 passed, 1 failed, 0 skipped" \
    "$(junit notrun "" '<skipped message="Unable to find executable"/>')"

printf 'ok 1 - a\nok 2 - b # SKIP no key\n1..2\n' >"$work/good.tap"
expect 0 "TAP" "1 passed, 0 failed, 1 skipped" "$work/good.tap"
printf 'ok 1 - a\nnot ok 2 - b\n1..2\n' >"$work/bad.tap"
expect 1 "TAP with a failure" "1 passed, 1 failed, 0 skipped" "$work/bad.tap"
printf 'ok 1 - a\n' >"$work/cut.tap"
expect 1 "TAP without an end" "0 passed, 1 failed, 0 skipped" "$work/cut.tap"
echo "1..$count"
