"""Runs the project's guards on a folder, as `make lint` runs them on the project."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB_BIN = ROOT / "web" / "node_modules" / ".bin"


@dataclass(frozen=True, slots=True)
class Verdict:
    code: int
    output: str

    @property
    def passed(self) -> bool:
        return self.code == 0


def run(command: Sequence[str | Path], folder: Path = ROOT, env: Mapping[str, str] | None = None) -> Verdict:
    done = subprocess.run(  # noqa: S603 - the commands are written in these tests
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1", **(env or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    return Verdict(done.returncode, done.stdout + done.stderr)


def script(name: str, root: Path, *arguments: str) -> Verdict:
    return run([sys.executable, ROOT / "scripts" / name, "--root", root, *arguments])


def import_linter(root: Path) -> Verdict:
    """Checks the tree below `root/src` against the project's own contracts."""
    command = [Path(sys.executable).parent / "lint-imports", "--no-cache", "--config", ROOT / ".importlinter"]
    return run(command, root, {"PYTHONPATH": f"{root / 'src'}:{ROOT}", "COLUMNS": "200"})


def dependency_cruiser(web: Path) -> Verdict:
    return run([WEB_BIN / "depcruise", "--config", ".dependency-cruiser.cjs", "src"], web)


def write(root: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
