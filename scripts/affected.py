"""Selects what `make check` runs for a change: tests that import changed modules, files to type-check, journeys."""

import ast
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
# Written by every `make test`.
TIMINGS = ROOT / ".cache" / "pytest.xml"
MAX_TEST_SECONDS = 120.0
MAX_JOURNEYS = 2
# For a test file that TIMINGS does not contain.
ASSUMED_SECONDS = 2.0
# Folders on the import path: modules are imported by their path below such a folder.
IMPORT_ROOTS = ("src", "tests/contract", "tests", "scripts")


@dataclass(frozen=True, slots=True)
class Change:
    commit: str
    paths: tuple[str, ...]

    @classmethod
    def since(cls, commit: str = "") -> "Change":
        """Committed and uncommitted changes; by default since the branch left main, or on main since HEAD~1."""
        base = _git("rev-parse", commit) if commit else _default_base()
        changed = _git("diff", "--name-only", base).splitlines()
        added = _git("ls-files", "--others", "--exclude-standard").splitlines()
        return cls(base, tuple(sorted({*changed, *added})))

    def touches(self, folder: str) -> bool:
        return any(path.startswith(folder) for path in self.paths)


def affected_tests(change: Change) -> tuple[list[str], list[str]]:
    """Changed and affected test files, nearest first: those to run, and those that do not fit in the time limit."""
    importers = _importers()
    changed = {_module(path) for path in change.paths if path.endswith(".py")}
    distances = _distances(changed, importers)
    folders = {part for path in change.paths if path.startswith("src/") for part in Path(path).parts[2:-1]}
    # Every feature is below this folder, so its name says nothing.
    folders.discard("features")
    ranked = sorted((_rank(path, folders, distance), path) for path, distance in _test_files(distances))
    seconds = _seconds_per_file()
    chosen: list[str] = []
    omitted: list[str] = []
    left = MAX_TEST_SECONDS
    for _, path in ranked:
        left -= seconds.get(path, ASSUMED_SECONDS)
        (chosen if left >= 0 else omitted).append(path)
    return chosen, omitted


def affected_sources(change: Change) -> list[str]:
    """Changed Python files and the files that import them directly, for the type checker."""
    changed = {_module(path) for path in change.paths if path.endswith(".py")}
    importers = _importers()
    affected = changed.union(*(importers[module] for module in changed))
    return [name for name in _sources() if _module(name) in affected]


def affected_journeys(change: Change) -> list[str]:
    """File names of changed journeys, then of journeys named after a changed feature; at most MAX_JOURNEYS."""
    journeys = [path for path in change.paths if path.startswith("e2e/journeys/")]
    features = {Path(path).parts[3] for path in change.paths if path.startswith("web/src/features/")}
    named = [f"e2e/journeys/{name}.spec.ts" for name in sorted(features)]
    found = [path for path in dict.fromkeys((*journeys, *named)) if (ROOT / path).exists()]
    return [Path(path).name for path in found[:MAX_JOURNEYS]]


def _git(*arguments: str) -> str:
    return subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def _default_base() -> str:
    base = _git("merge-base", "HEAD", "main")
    return base if base != _git("rev-parse", "HEAD") else _git("rev-parse", "HEAD~1")


def _rank(path: str, folders: set[str], distance: int) -> tuple[int, int]:
    """Sort key: first changed tests and tests in a folder named like a changed module's folder, then by distance."""
    return (0 if distance == 0 or not folders.isdisjoint(Path(path).parts) else 1, distance)


def _test_files(distances: dict[str, int]) -> Iterator[tuple[str, int]]:
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        if _module(name) in distances:
            yield name, distances[_module(name)]


def _distances(changed: set[str], importers: dict[str, set[str]]) -> dict[str, int]:
    """Number of imports from each module to the nearest changed module."""
    found = dict.fromkeys(changed, 0)
    frontier = changed
    while frontier:
        step = found[next(iter(frontier))] + 1
        frontier = {importer for module in frontier for importer in importers[module]} - found.keys()
        found |= dict.fromkeys(frontier, step)
    return found


def _importers() -> dict[str, set[str]]:
    importers: dict[str, set[str]] = defaultdict(set)
    for name in _sources():
        for imported in _imports(ast.parse((ROOT / name).read_text(encoding="utf-8"))):
            importers[imported].add(_module(name))
    return importers


def _sources() -> Iterator[str]:
    for folder in ("src", "tests", "scripts", "bench"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix()


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _module(path: str) -> str:
    """The name under which the file is imported."""
    root = next((root for root in IMPORT_ROOTS if path.startswith(f"{root}/")), "")
    return path.removeprefix(f"{root}/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _seconds_per_file() -> dict[str, float]:
    seconds: dict[str, float] = defaultdict(float)
    if TIMINGS.exists():
        for case in ElementTree.parse(TIMINGS).iter("testcase"):  # noqa: S314  # written by our own run
            seconds[f"{case.get('classname', '').replace('.', '/')}.py"] += float(case.get("time", "0"))
    return seconds
