"""Runs a command and adopts the processes it leaves behind, so that their CPU time is counted as the command's."""

import ctypes
import os
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
# How long processes may take to end after the command that started them.
MAX_LINGER_SECONDS = 5.0


def adopt_orphans() -> None:
    """Makes this process the parent of descendants whose parent has ended; does nothing except on Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def reap_orphans() -> None:
    """Waits for the adopted processes, because their CPU time is counted only when they have been waited for."""
    deadline = time.monotonic() + MAX_LINGER_SECONDS
    while time.monotonic() < deadline:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            time.sleep(0.02)


def main() -> int:
    adopt_orphans()
    code = subprocess.run(sys.argv[1:], check=False).returncode
    reap_orphans()
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
