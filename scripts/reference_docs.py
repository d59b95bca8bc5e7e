"""Writes docs/settings.md, docs/permissions.md and the variables of docs/commands.md from the code.

`--check` writes nothing, and fails if a page is out of date.
"""

import argparse
import sys
import tempfile
import typing
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo
from starlette.applications import Starlette

from greenroom.accounts.access.rules import REQUIRED_ROLE, Permission, Role, role_of
from greenroom.app import create_app
from greenroom.kernel.api.access import api_routes, permissions_of
from greenroom.kernel.api.api_router import loaded_api
from greenroom.kernel.services import services_of
from greenroom.responses.variables import Variable, VariableRegistry
from greenroom.settings import Settings

DOCS = Path(__file__).resolve().parents[1] / "docs"

SETTINGS_INTRO = """# Settings

Every setting has a default; a small installation needs only the credentials of its platforms. Set one in the
environment under the name below, or in a TOML file under the key below: `greenroom.toml` in the working folder, or
the file that `GREENROOM_CONFIG` names. The environment wins over the file. This page is written by `make docs` from
the code.

| variable | key | default | meaning |
|---|---|---|---|
"""

PERMISSIONS_INTRO = """# Permissions

Each API call declares who may make it; no call is served if one declares nothing. In a channel a person has
one role; a role has every permission of the roles below it. An error 403 `forbidden` names the missing permission, and
a channel lists those of the user in `permissions`. `/health` and the pages themselves are
public. This page is written by `make docs` from the code.

## Roles

In chat a role holds on every platform account that the person has signed in with or connected to themselves, from
the next message on; not on one that they only share with a channel ("Also chat as"). The level in chat is the higher
of the role and the platform's badge (broadcaster is Owner, moderator Mod, VIP, subscriber Sub).
It decides which commands the person can use, `!cmd`, which filters leave them alone, who may time them out or ban
them, and what `$(user.level)` and "Why?" say. A role that has ended, and one of a suspended person, does not count.
Title, category and quotes are changed from chat by Editors, or by a command that an Editor made for others:
[commands](commands.md).

| role | level |
|---|---|
"""


# The part of docs/commands.md between these lines is generated.
VARIABLES_BEGIN = "<!-- variables: written by `make docs` from the code -->\n"
VARIABLES_END = "<!-- end of variables -->\n"
COST_NOTES = {"none": "", "database": "", "platform": "calls the platform", "web": "calls another server"}


def settings_page() -> str:
    return SETTINGS_INTRO + "".join(
        f"| `{name}` | `{key}` | {default} | {text} |\n" for name, key, default, text in setting_rows()
    )


def setting_rows(model: type[BaseModel] = Settings, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str, str, str]]:
    """Environment variable, key in the TOML file, default and description of each setting."""
    for name, field in model.model_fields.items():
        nested = nested_model(field)
        if nested is not None:
            yield from setting_rows(nested, (*path, name))
            continue
        if not field.description:
            raise SystemExit(f"setting {'.'.join((*path, name))} has no description")
        full_path = (*path, name)
        yield "GREENROOM_" + "__".join(full_path).upper(), ".".join(full_path), default_cell(field), field.description


def nested_model(field: FieldInfo) -> type[BaseModel] | None:
    kind = field.annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def default_cell(field: FieldInfo) -> str:
    default = typing.cast("object", field.get_default(call_default_factory=True))
    if isinstance(default, SecretStr):
        default = default.get_secret_value()
    if isinstance(default, bool):
        default = str(default).lower()
    return "" if default is None or default in ("", [], ()) else f"`{default}`"


def permissions_page(app: Starlette) -> str:
    calls = calls_by_permission(app)
    page = PERMISSIONS_INTRO
    page += "".join(f"| {role.label} | {role.value} |\n" for role in Role)
    page += "\n## In a channel\n\n| permission | from | calls |\n|---|---|---|\n"
    for permission in Permission:
        page += f"| `{permission}` | {REQUIRED_ROLE[permission].label} | {calls_cell(calls.pop(permission, []))} |\n"
    page += "\n## Elsewhere\n\n| who | calls |\n|---|---|\n"
    return page + "".join(f"| {name} | {calls_cell(found)} |\n" for name, found in sorted(calls.items()))


def calls_by_permission(app: Starlette) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path, route in api_routes(loaded_api(app).routes):
        methods = sorted(getattr(route, "methods", None) or ["WS"])
        for permission in permissions_of(route.dependant):
            found.setdefault(str(permission), []).extend(f"`{method} {path}`" for method in methods)
    return found


def calls_cell(calls: list[str]) -> str:
    return "<br>".join(sorted(calls))


def commands_page(registry: VariableRegistry, page: str) -> str:
    """The page docs/commands.md with a new table of variables."""
    before, begin, rest = page.partition(VARIABLES_BEGIN)
    _, end, after = rest.partition(VARIABLES_END)
    if not begin or not end:
        raise SystemExit("docs/commands.md lacks the markers of the variables table")
    return before + begin + variables_table(registry) + end + after


def variables_table(registry: VariableRegistry) -> str:
    groups: dict[str, list[Variable]] = {}
    for variable in registry:
        groups.setdefault(variable.group, []).append(variable)
    return "".join(
        f"\n### {group}\n\n| variable | description | example | shows | notes |\n|---|---|---|---|---|\n"
        + "".join(variable_row(variable) for variable in found)
        for group, found in groups.items()
    )


def variable_row(variable: Variable) -> str:
    names = f"`{variable.name}`" + "".join(f" `{alias}`" for alias in variable.aliases)
    notes = "; ".join(filter(None, notes_on(variable)))
    cells = names, variable.summary, f"`{variable.example}`", variable.shows, notes
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def notes_on(variable: Variable) -> Iterator[str]:
    if variable.providers is not None:
        yield "only " + ", ".join(sorted(variable.providers))
    yield "not in timers" if variable.needs_caller else ""
    yield "has a side effect" if variable.has_side_effect else ""
    yield COST_NOTES[variable.cost]
    if variable.min_level:
        yield f"{role_of(variable.min_level).label} or higher"


def pages(folder: Path) -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as data:
        app = create_app(Settings(data_dir=Path(data)))
    existing = folder / "commands.md"
    commands = (existing if existing.exists() else DOCS / "commands.md").read_text(encoding="utf-8")
    return [
        ("settings.md", settings_page()),
        ("permissions.md", permissions_page(app)),
        ("commands.md", commands_page(services_of(app).get(VariableRegistry), commands)),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--docs", type=Path, default=DOCS)
    options = parser.parse_args()
    stale: list[str] = []
    for name, page in pages(options.docs):
        file: Path = options.docs / name
        if not options.check:
            file.write_text(page, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != page:
            stale.append(name)
    for name in stale:
        print(f"docs/{name} is out of date: run `make docs`")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
