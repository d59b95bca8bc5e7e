"""Fails on folders over 15 modules, and files over 400 lines or functions over 50 without `long-because: reason`."""

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

FILE_LINES = 400
# The composition only lists and starts features; all other code belongs to a feature.
SHORTER_FILES = {"src/greenroom/app.py": 199}
FUNCTION_LINES = 50
FOLDER_MODULES = 15
# The comment needs a reason. It is in the first five lines of a file, or on or above the first line of a function.
EXCUSE = re.compile(r"(?:#|//) long-because: \S+ \S+")
FOLDERS = {"src": "*.py", "tests": "*.py", "bench": "*.py", "scripts": "*.py", "e2e": "*.ts", "web/src": "*.ts*"}
SKIPPED_FOLDERS = {"node_modules", "__pycache__"}
# Written by openapi-typescript from openapi.json; never read or edited.
GENERATED = {"web/src/api/schema.ts"}
COUNTED_FOLDERS = ("src/", "scripts/", "web/src/")
# A folder may have any number of tests, of migrations, and of small modules for one type each (`types/`).
NOT_A_MODULE = re.compile(r"\.test\.tsx?$|/test-[^/]+$|/__init__\.py$|/types/|/migrations/")


def sources(root: Path) -> Iterator[Path]:
    for folder, pattern in FOLDERS.items():
        for path in sorted((root / folder).rglob(pattern)):
            if SKIPPED_FOLDERS.isdisjoint(path.parts) and path.relative_to(root).as_posix() not in GENERATED:
                yield path


def long_functions(lines: list[str]) -> Iterator[str]:
    """Python functions over the limit; biome checks TypeScript (noExcessiveLinesPerFunction)."""
    for node in ast.walk(ast.parse("\n".join(lines))):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.end_lineno is None:
            continue
        length = node.end_lineno - node.lineno + 1
        if length > FUNCTION_LINES and not any(map(EXCUSE.search, lines[max(0, node.lineno - 2) : node.lineno])):
            yield f"{node.lineno}: function {node.name} has {length} lines, {FUNCTION_LINES} are allowed"


def complaints(path: Path, allowed: int) -> Iterator[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    if len(lines) > allowed and not any(map(EXCUSE.search, lines[:5])):
        yield f"1: {len(lines)} lines, {allowed} are allowed"
    if path.suffix == ".py":
        yield from long_functions(lines)


def crowded_folders(names: list[str]) -> Iterator[str]:
    modules = [name for name in names if name.startswith(COUNTED_FOLDERS) and not NOT_A_MODULE.search(name)]
    for folder, count in Counter(name.rpartition("/")[0] for name in modules).items():
        if count > FOLDER_MODULES:
            yield f"{folder}:1: {count} modules, {FOLDER_MODULES} are allowed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    root: Path = parser.parse_args().root
    files = list(sources(root))
    names = [path.relative_to(root).as_posix() for path in files]
    found = [
        f"{name}:{line}"
        for name, path in zip(names, files, strict=True)
        for line in complaints(path, SHORTER_FILES.get(name, FILE_LINES))
    ]
    found.extend(crowded_folders(names))
    limits = f"{FILE_LINES} lines a file, {FUNCTION_LINES} a function and {FOLDER_MODULES} modules a folder"
    print("\n".join(found) or f"{len(files)} files keep to {limits}")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
