#!/usr/bin/env bash
# Recompiles one lock file from pyproject.toml. Usage: scripts/lock.sh requirements-dev.lock --group dev
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
lock=$1
shift
.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
  pyproject.toml "$@" --output-file "$lock"
