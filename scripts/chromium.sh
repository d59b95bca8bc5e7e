#!/usr/bin/env bash
# Prints the path of a Chromium: the one named in CHROME_PATH, the machine's own, Debian's package (as root), else Playwright's.
# With --headless the headless shell is preferred: it has no windows, and its pages need a third less CPU.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ -n "${CHROME_PATH:-}" ] && [ -x "$CHROME_PATH" ]; then
  echo "$CHROME_PATH"
  exit 0
fi

installed() {
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return
  done
  return 1
}

if [ "${1:-}" = --headless ]; then
  command -v chromium-headless-shell && exit 0
  # Debian has a separate package for the headless shell; a failed installation is not tried again.
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && [ ! -e .cache/no-headless-shell ]; then
    DEBIAN_FRONTEND=noninteractive timeout 120 \
      apt-get install -qq --yes --no-install-recommends chromium-headless-shell </dev/null >&2 &&
      command -v chromium-headless-shell && exit 0
    mkdir -p .cache && touch .cache/no-headless-shell
  fi
fi

installed && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >&2 && apt-get install -qq --yes --no-install-recommends chromium >&2 && installed && exit 0
fi

cd e2e
npx playwright install chromium >&2
node -e 'import("@playwright/test").then(({ chromium }) => console.log(chromium.executablePath()))'
