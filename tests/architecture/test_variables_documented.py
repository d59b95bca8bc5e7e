"""Every variable is listed in docs/commands.md with its aliases, and has a summary and a valid example."""

from pathlib import Path

from greenroom.app import create_app
from greenroom.kernel.services import services_of
from greenroom.responses.checking import check
from greenroom.responses.variables import VariableRegistry
from greenroom.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def registry(folder: Path) -> VariableRegistry:
    return services_of(create_app(Settings(data_dir=folder))).get(VariableRegistry)


def test_every_variable_and_alias_is_in_the_table(tmp_path: Path) -> None:
    rows = {line.split("`")[1]: line for line in PAGE.splitlines() if line.startswith("| `")}
    variables = list(registry(tmp_path))
    assert len(variables) > 25
    assert [variable.name for variable in variables if variable.name not in rows] == []
    aliases = [(variable.name, alias) for variable in variables for alias in variable.aliases]
    assert [alias for name, alias in aliases if f"`{alias}`" not in rows[name]] == []


def test_every_example_can_be_saved(tmp_path: Path) -> None:
    variables = registry(tmp_path)
    assert [problem for variable in variables for problem in check(variable.example, variables)] == []


def test_every_variable_has_a_summary_and_an_example(tmp_path: Path) -> None:
    incomplete = [
        variable.name
        for variable in registry(tmp_path)
        if not (
            variable.summary
            and not variable.summary.endswith(".")
            and variable.group
            and variable.shows
            and "$(" in variable.example
        )
    ]
    assert incomplete == []
