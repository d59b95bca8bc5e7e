"""Prints each row of docs/requirements.md with the tests that prove it; an unknown id in a test is an error."""

import argparse
import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROW = re.compile(r"^- \*\*(?P<id>[A-Z]\d+)\*\* (?P<text>.+)$", re.MULTILINE)
# A title that ends with ids in brackets, as the first argument of a call: test("… [T4 X8]", …
TITLE = re.compile(r"""\(\s*(["'`])(?P<title>[^\n]*?\[(?P<ids>[A-Z]\d+(?: [A-Z]\d+)*)\])\1\s*,""")
NOT_RUN = re.compile(r"\.(?:skip|fixme|todo)$")
SKIPPED_FOLDERS = {"node_modules", "test-results", "__pycache__"}

Proof = tuple[str, str]  # id of a row, and the test that proves the row


def requirements(root: Path) -> dict[str, str]:
    """Id of a row → its text, in the order of the document."""
    text = (root / "docs" / "requirements.md").read_text(encoding="utf-8")
    return {match["id"]: match["text"] for match in ROW.finditer(text)}


def python_proofs(root: Path) -> Iterator[Proof]:
    for path in sorted((root / "tests").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        where = path.relative_to(root).as_posix()
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for row_id in _marked(node.decorator_list):
                    yield row_id, f"{where}::{node.name}"


def _marked(decorators: list[ast.expr]) -> Iterator[str]:
    """Ids in `pytest.mark.rows(…)`, even inside `pytest.param(…, marks=…)`; none if the test has a skip mark."""
    if any(_is_mark(inner, "skip") for decorator in decorators for inner in ast.walk(decorator)):
        return
    for decorator in decorators:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Call) and _is_mark(node.func, "rows"):
                yield from (str(arg.value) for arg in node.args if isinstance(arg, ast.Constant))


def _is_mark(node: ast.AST, name: str) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    )


def typescript_proofs(root: Path) -> Iterator[Proof]:
    for pattern in ("e2e/**/*.spec.ts", "web/**/*.test.ts", "web/**/*.test.tsx"):
        for path in sorted(root.glob(pattern)):
            if SKIPPED_FOLDERS.isdisjoint(path.parts):
                yield from _titles(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())


def _titles(text: str, where: str) -> Iterator[Proof]:
    for match in TITLE.finditer(text):
        if NOT_RUN.search(text[: match.start()]):
            continue
        for row_id in match["ids"].split():
            yield row_id, f"{where}: {match['title']}"


def proofs(root: Path) -> dict[str, list[str]]:
    """Id of a row → the tests that prove the row."""
    found: dict[str, list[str]] = defaultdict(list)
    for row_id, test in (*python_proofs(root), *typescript_proofs(root)):
        found[row_id].append(test)
    return dict(found)


def show(rows: dict[str, str], found: dict[str, list[str]]) -> None:
    for row_id, text in rows.items():
        print(f"{row_id:<4} {text}")
        for test in found.get(row_id, ["-"]):
            print(f"       {test}")
    missing = [row_id for row_id in rows if row_id not in found]
    print(f"\n{len(rows) - len(missing)} of {len(rows)} rows are proven. Without a test: {' '.join(missing) or 'none'}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    parser.add_argument("--json", action="store_true", help="print {row: [test]} instead of the table")
    options = parser.parse_args()
    rows, found = requirements(options.root), proofs(options.root)
    if options.json:
        print(json.dumps({row_id: found.get(row_id, []) for row_id in rows}))
    else:
        show(rows, found)
    unknown = {row_id: tests for row_id, tests in found.items() if row_id not in rows}
    for row_id, tests in unknown.items():
        print(f"unknown row {row_id} in {', '.join(tests)}", file=sys.stderr)
    return 1 if unknown or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
