#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tools/check-binaries accepts what is right and finds each fault that it looks for. TAP.
set -eu
check=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0

# expect STATUS TITLE FOLDER PATTERN
expect() {
    local status=0 output
    count=$((count + 1))
    output=$("$check" "$3" 2>&1) || status=1
    if [ "$status" = "$1" ] && grep -q "$4" <<<"$output"; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2"
        echo "# $output"
    fi
}

# archive FOLDER LANGUAGE: an archive of the text on standard input, in the words of -x.
archive() {
    mkdir -p "$1"
    cc -x "$2" -c -o "$1/part.o" -
    ar rcs "$1/libpart.a" "$1/part.o"
}

archive "$work/good" c <<<'int cuzk_part(void); int cuzk_part(void) { return 1; }'
expect 0 "a good archive" "$work/good" '^1 binaries checked, 0 failures'

archive "$work/name" c <<<'int part(void); int part(void) { return 1; }'
expect 1 "a symbol without the prefix" "$work/name" 'without the prefix cuzk_: part'

archive "$work/note" assembler <<<'.text'
expect 1 "assembly without the note" "$work/note" 'no note against an executable stack: .*part.o'

mkdir -p "$work/stack" "$work/empty"
echo 'int main(void) { return 0; }' | cc -x c -z execstack -o "$work/stack/program" -
expect 1 "a program with an executable stack" "$work/stack" 'program: executable stack'

expect 1 "a folder without binaries" "$work/empty" 'no binaries found'
echo "1..$count"
