"""Fails on forbidden text in the repository: package registries, unfinished work, paths of a developer's machine."""

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SKIPPED_FOLDERS = {"node_modules", "__pycache__", "test-results", "screenshots", "results"}
BUILT = Path("src/greenroom/web")


@dataclass(frozen=True, slots=True)
class Rule:
    why: str
    pattern: re.Pattern[str]
    files: tuple[str, ...]


RULES = (
    Rule(
        "a lock names packages and hashes, never a host: a private mirror must work",
        re.compile(
            r'"resolved"|^\s*--(?:extra-)?(?:index-url|find-links|trusted-host)|^[a-z].* @ \w+://|^# .*https?://'
        ),
        ("*.lock", "*/package-lock.json"),
    ),
    Rule(
        "which registry to use is a choice of the machine, not of the project",
        re.compile(r"^\s*(?:\S*registry|index-url|extra-index-url|index|find-links)\s*="),
        ("pyproject.toml", ".npmrc", "*/.npmrc"),
    ),
    Rule(
        "unfinished work belongs in an issue",
        re.compile(r"(?i:\b(?:TODO|FIXME|NotImplementedError)\b|coming soon|not implemented)|\bXXX\b"),
        ("src/**/*.py", "web/src/**/*.ts", "web/src/**/*.tsx"),
    ),
    Rule(
        "a path of one machine means nothing on another",
        re.compile(r"(?<![\w.])/(?:home|Users|root)/\w"),
        ("src/**/*", "tests/**/*.py", "e2e/**/*.ts", "web/src/**/*", "bench/**/*", "docs/**/*.md", "*.md", "Makefile"),
    ),
)


def matching(root: Path, rule: Rule) -> Iterator[Path]:
    for pattern in rule.files:
        for path in sorted(root.glob(pattern)):
            inside = path.relative_to(root)
            if path.is_file() and SKIPPED_FOLDERS.isdisjoint(inside.parts) and not inside.is_relative_to(BUILT):
                yield path


def complaints(root: Path, rule: Rule) -> Iterator[str]:
    for path in matching(root, rule):
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            if rule.pattern.search(line):
                yield f"{path.relative_to(root)}:{number}: {line.strip()[:100]} ({rule.why})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    root: Path = parser.parse_args().root
    found = [line for rule in RULES for line in complaints(root, rule)]
    print("\n".join(found) or "no forbidden text")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
