#!/usr/bin/env bash
# Reports what is missing when the machine has no Node.js, or one that is too old.
set -euo pipefail
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "Greenroom needs Node.js 20 or newer with npm to build its web pages, and found none. Debian and Ubuntu: apt-get install nodejs npm" >&2
  exit 1
fi
version=$(node --version)
major=${version#v}
if [ "${major%%.*}" -lt 20 ]; then
  echo "Greenroom needs Node.js 20 or newer, and found $version at $(command -v node)." >&2
  exit 1
fi
