#!/usr/bin/env bash
# Installs exactly the packages of a lock file, and Greenroom itself. Usage: scripts/packages.sh requirements.lock
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
lock=$1
export VIRTUAL_ENV="$PWD/.venv"

with_uv() {
  .venv/bin/uv pip sync --require-hashes "$lock" &&
    .venv/bin/uv pip install --no-build-isolation --no-deps --editable .
}

with_pip() {
  .venv/bin/python -m pip install --disable-pip-version-check --require-hashes -r "$lock" &&
    .venv/bin/python -m pip install --disable-pip-version-check --no-build-isolation --no-deps --editable .
}

# Behind a proxy or a private mirror often only pip is set up: the same lock and the same hashes then go through pip.
with_uv || { echo "uv did not finish; trying pip" && with_pip; }
