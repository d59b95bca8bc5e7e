#!/usr/bin/env bash
# Creates .venv with a Python that is new enough and installs the pinned uv into it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usable() {
  "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

# The machine's python3 comes first; the newest release comes last, because wheels follow it late.
find_python() {
  local name
  for name in ${GREENROOM_PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14 python; do
    if usable "$name"; then
      command -v "$name"
      return
    fi
  done
  echo "Greenroom needs Python 3.11 or newer with the venv module; found: $(python3 --version 2>&1 || echo none)." >&2
  echo "Debian and Ubuntu: apt-get install python3 python3-venv. Another Python: make GREENROOM_PYTHON=/path/to/python3" >&2
  return 1
}

if ! usable .venv/bin/python; then
  python=$(find_python)
  rm -rf .venv
  "$python" -m venv .venv
fi

# The lock also has the hashes of uv, so that the tool that checks all other packages is itself checked.
pinned=$(mktemp)
trap 'rm -f "$pinned"' EXIT
awk '/^[a-z]/ { inside = /^uv==/ } inside && !/^ *#/' requirements-dev.lock >"$pinned"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$pinned"
