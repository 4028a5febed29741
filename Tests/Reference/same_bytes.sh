#!/usr/bin/env bash
# The same plan gives the same bytes with 1 and 2 threads, in another folder, zone and locale.
# usage: same_bytes.sh BINARY     (from the top of a checkout)
set -euo pipefail
binary=$1
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
plan='{"schema":"autoresearch.plan/1","name":"again","suite":"Traces/vigil-twelve-days","method":"lattice",
 "parameters":{"weights":{"step":0.1},"notifyThreshold":{"min":40,"max":70,"step":2},"cooldownMinutes":{"values":[60,120]},
 "quietHours":{"values":[null,{"start":"22:00","end":"07:00"}]},"missingHRV":{"values":[20,40]}},"keep":500}'
try() { # name, threads, environment…
  local name=$1 threads=$2
  shift 2
  mkdir -p "$work/$name deep/in here"
  cd "$work/$name deep/in here"
  cp -R "$here/Traces" .
  printf '%s\n' "$plan" >plan.json
  env "$@" "$binary" sweep plan.json --threads "$threads" --quiet >/dev/null
  (cd Reports/again && sha256sum --quiet -c SHA256SUMS)
  cp Reports/again/SHA256SUMS "$work/$name.sums"
  cd "$here"
}
try one 1 TZ=UTC LC_ALL=C
try two 2 TZ=Pacific/Chatham LC_ALL=tr_TR.UTF-8 USER=somebody
try three 3 TZ=America/St_Johns LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 HOME="$work"
cmp "$work/one.sums" "$work/two.sums"
cmp "$work/one.sums" "$work/three.sums"
echo "3 passed, 0 failed"
