#!/usr/bin/env bash
# Runs one step of the set-up and prints one line for it; what the step printed is shown only when it fails.
# Usage: scripts/step.sh "Label" command [argument...]
set -u
label=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
started=$SECONDS
if "$@" >"$log" 2>&1 </dev/null; then
  printf '  ok    %-36s %4d s\n' "$label" "$((SECONDS - started))"
else
  code=$?
  cat "$log" >&2
  printf '  FAIL  %-36s %4d s\n' "$label" "$((SECONDS - started))" >&2
  exit "$code"
fi
