#!/bin/sh
# External programs that do wrong, one a word: `misbehave.sh hang`. Plain shell, for the tests.
good='{"sub_scores":{"sleep":10,"hrv":20,"deadline":30,"activity":40,"timeOfDay":50}}'

# Answers every step with the good answer, but the second with "$1".
second() {
  count=0
  while IFS= read -r line; do
    case $line in '{"trace"'*) continue ;; esac
    count=$((count + 1))
    if [ $count -eq 2 ]; then printf '%s\n' "$1"; else printf '%s\n' "$good"; fi
  done
}

case $1 in
well) second "$good" ;;
hang)
  read -r header && read -r step && printf '%s\n' "$good"
  exec sleep 1000
  ;;
crash)
  read -r header && read -r step && printf '%s\n' "$good" && read -r step
  echo "a long story" >&2
  echo "out of cheese" >&2
  exit 3
  ;;
killed)
  read -r header && read -r step && printf '%s\n' "$good" && read -r step
  kill -KILL $$
  ;;
absent) exit 0 ;;
noise)
  echo "Loading the model"
  second "$good"
  ;;
answers-headers)
  while IFS= read -r line; do printf '%s\n' "$good"; done
  ;;
twice) second "$good
$good" ;;
closes-output)
  exec >&-
  exec sleep 1000
  ;;
huge)
  read -r header && read -r step
  exec tr '\0' 'x' </dev/zero
  ;;
babble) exec yes "I think you should rest" ;;
complains) yes "something is wrong" >&2 ;;
cut-short)
  read -r header && read -r step
  printf '{"sub_scores":'
  ;;
extra)
  second "$good"
  printf '%s\n' "$good"
  ;;
bad-end)
  second "$good"
  echo "could not save" >&2
  exit 5
  ;;
never-ends)
  second "$good"
  exec sleep 1000
  ;;
says) second "$2" ;;
*)
  echo "misbehave.sh: no such kind: $1" >&2
  exit 64
  ;;
esac
