"""Fails on platform names, started tasks and app.state outside their own modules, and on modules named by a gerund."""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PLATFORM_WORD = re.compile(r"(?<![a-z])(?:twitch|youtube|kick|tiktok)(?![a-z])", re.IGNORECASE)
# Platform names belong in platforms/ and rehearsal/; other code reads what the platforms declare.
PLATFORM_FOLDERS = ("src/greenroom/platforms/", "src/rehearsal/", "src/greenroom/migrations/")
PLATFORM_EXCEPTIONS = {
    "src/greenroom/features/imports/": "importers read the exports of other bots, which name platforms",
    "src/greenroom/features/moderation/routes.py": "the specification names these two routes",
    "src/greenroom/features/messages/notices.py": 'Kicks are a currency: "sent 1 Kick"',
    "src/greenroom/features/filters/matching/top_level_domains.py": "a top-level domain is called .youtube",
    "src/greenroom/settings.py": "lists the settings of every platform, and says whose they are",
    "src/greenroom/rehearse.py": "sets the webhook URL that only Kick has",
}
# A kind of activity, which databases store.
PLATFORM_TEXTS = frozenset({"tiktok_gift"})
TASK_MODULE = "src/greenroom/kernel/tasks/background.py"
STATE_MODULE = "src/greenroom/kernel/services.py"
# Words in -ing that are not gerunds.
NOUNS = frozenset({"evening", "settings"})
# Names of modules and packages that may have a gerund.
GERUNDS = {
    "acting_as": "as the dashboard says it: “acting as” an account",
    "batching": "the field's own term",
    "change_tracking": "the field's own term",
    "checking": "the field's own term for a step of compilers",
    "compiling": "the field's own term",
    "editing": "the package of what edits commands",
    "gc_tuning": "the field's own term",
    "matching": "the field's own term",
    "now_playing": "the type of widget, as everyone calls it",
    "parsing": "the field's own term",
    "rendering": "the field's own term",
    "responding": "the package of what responds to commands",
    "sending": "the packages of what sends to platforms",
    "sliding_memory": "remembers a sliding window, the field's own term",
    "splitting": "the field's own term",
}


def docstrings(tree: ast.Module) -> set[ast.AST]:
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, owners) and node.body and isinstance(node.body[0], ast.Expr)
    }


def is_gerund(name: str) -> bool:
    words = [word for word in name.split("_") if word not in NOUNS]
    return name not in GERUNDS and any(word.endswith(("ing", "ings")) for word in words)


def names_platform(text: str) -> bool:
    return text not in PLATFORM_TEXTS and PLATFORM_WORD.search(text) is not None


def complaints(name: str, tree: ast.Module) -> Iterator[str]:
    if "/migrations/" not in name and any(map(is_gerund, name.removesuffix(".py").split("/"))):
        yield f"{name}:1: modules and packages are named by the noun they hold, not by an activity"
    if not name.startswith("src/greenroom/"):
        return
    is_exempt = name.startswith((*PLATFORM_FOLDERS, *PLATFORM_EXCEPTIONS))
    texts = docstrings(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if not is_exempt and node not in texts and names_platform(text):
                yield f"{name}:{node.lineno}: {text!r} belongs to its platform; ask stream_platforms"
            case (
                ast.Attribute(attr="create_task" | "ensure_future") | ast.alias(name="create_task" | "ensure_future")
            ) if name != TASK_MODULE:
                yield f"{name}:{node.lineno}: tasks are started by kernel/tasks/background.py"
            case (
                ast.Attribute(value=ast.Attribute(attr="app") | ast.Name(id="app"), attr="state")
                | ast.Attribute(value=ast.Attribute(attr="state"), attr="services")
            ) if name != STATE_MODULE:
                yield f"{name}:{node.lineno}: app.state is read by kernel/services.py alone"
            case _:
                pass


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    root: Path = parser.parse_args().root
    files = [path for path in sorted((root / "src").rglob("*.py")) if not path.name.endswith("_pb2.py")]
    found = [
        line
        for path in files
        for line in complaints(path.relative_to(root).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
    ]
    print("\n".join(found) or f"{len(files)} modules keep to their places")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
