#!/usr/bin/env bash
# Runs the shell lines that a report gives its reader, and compares with what it says to expect.
# usage: check_yourself.sh RUN
set -euo pipefail
cd "$1"
block=$(awk '/^## Check it without us/{inside=1} inside && /^```/{fence++; next} fence==1' report.md)
test -n "$block"
sha256sum --quiet -c SHA256SUMS
expected=$(grep '^#' <<<"$block" | sed 's/^# //')
commands=$(grep -v '^#' <<<"$block" | grep -v '^sha256sum')
test -n "$expected" && test -n "$commands"
actual=$(bash -euo pipefail -c "$commands")
diff <(printf '%s\n' "$expected") <(printf '%s\n' "$actual")
# One formula for the score: weights times sub-scores, left to right, for every step of shipped.
awk -F, 'NR==FNR { if (FNR==2) for (i=3; i<=7; i++) w[i-2]=$i; next }
  $1=="shipped" && $4=="step" { s=0; for (i=1; i<=5; i++) s+=w[i]*$(13+i); n++; if (s-$10>1e-9 || $10-s>1e-9) { print "score differs in row " FNR; bad=1 } }
  END { if (!n || bad) exit 1 }' candidates.csv decisions.csv
echo "3 passed, 0 failed"
