"""Fails on code outside its own module: platform names, tasks, app.state; and on modules named by a gerund."""

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path

PLATFORM_WORDS = frozenset({"twitch", "youtube", "kick", "tiktok", "Twitch", "YouTube", "Kick", "TikTok"})
# Platform names belong in platforms/ and rehearsal/; other code reads what the platforms declare.
PLATFORM_FOLDERS = ("src/greenroom/platforms/", "src/rehearsal/", "src/greenroom/migrations/")
PLATFORM_EXCEPTIONS = {
    # Importers read the exports of other bots, which name platforms.
    "src/greenroom/features/imports/",
    # The specification names these two routes.
    "src/greenroom/features/moderation/routes.py",
    # Kicks are a currency: "sent 1 Kick".
    "src/greenroom/features/messages/notices.py",
}
TASK_MODULE = "src/greenroom/kernel/tasks/background.py"
STATE_MODULE = "src/greenroom/kernel/services.py"
# Gerunds that are the field's own term for a thing.
GERUNDS = frozenset(
    {"batching", "change_tracking", "checking", "compiling", "gc_tuning", "parsing", "rendering", "splitting"}
)


def docstrings(tree: ast.Module) -> set[ast.AST]:
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, owners) and node.body and isinstance(node.body[0], ast.Expr)
    }


def complaints(name: str, tree: ast.Module) -> Iterator[str]:
    stem = name.rpartition("/")[2].removesuffix(".py")
    if stem.endswith("ing") and stem not in GERUNDS and "/migrations/" not in name:
        yield f"{name}:1: a module is named by the noun it holds, not by an activity"
    if not name.startswith("src/greenroom/"):
        return
    is_exempt = name.startswith((*PLATFORM_FOLDERS, *PLATFORM_EXCEPTIONS))
    texts = docstrings(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if text in PLATFORM_WORDS and node not in texts and not is_exempt:
                yield f"{name}:{node.lineno}: {text!r} belongs to its platform; ask stream_platforms"
            case ast.Attribute(attr="create_task" | "ensure_future") if name != TASK_MODULE:
                yield f"{name}:{node.lineno}: tasks are started by kernel/tasks/background.py"
            case ast.Attribute(value=ast.Attribute(attr="app") | ast.Name(id="app"), attr="state") if (
                name != STATE_MODULE
            ):
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
