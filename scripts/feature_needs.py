"""Import contract: a feature imports another one only if it names it in `needs` of its declaration."""

import ast
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

from importlinter import Contract, ContractCheck, fields, output

# Modules of a feature that only the app imports.
PRIVATE = ("feature", "routes", "handlers", "jobs")


def needs_of(source: str) -> frozenset[str]:
    """The features that a declaration names in `needs`, read without importing it."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return frozenset(
        name
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "Feature"
        for keyword in call.keywords
        if keyword.arg == "needs"
        for name in ast.literal_eval(keyword.value)
    )


def declared_needs(package: str) -> dict[str, frozenset[str]]:
    """The needs of each feature of the package, by its name."""
    spec = find_spec(package)
    folders = [] if spec is None else spec.submodule_search_locations or []
    declarations = [path for folder in folders for path in sorted(Path(folder).glob("*/feature.py"))]
    return {path.parent.name: needs_of(path.read_text(encoding="utf-8")) for path in declarations}


class FeatureNeeds(Contract):
    """Fails for an import that is not declared, one of a private module, and a declared need that nothing uses."""

    type_name: ClassVar[str] = "feature_needs"
    package = fields.StringField()

    def check(self, graph: Any, verbose: bool) -> ContractCheck:  # noqa: ANN401  # as import-linter calls it
        del verbose
        package = str(self.package)
        needs = declared_needs(package)
        problems: list[str] = []
        unused = {(own, other) for own, named in needs.items() for other in named}
        for importer, imported in sorted(_imports_within(graph, package)):
            own, other = _feature_of(importer, package), _feature_of(imported, package)
            unused.discard((own, other))
            if problem := _problem_of(imported, other, needs.get(own, frozenset())):
                line = graph.get_import_details(importer=importer, imported=imported)[0]["line_number"]
                problems.append(f"{importer} -> {imported} (l.{line}): {problem}")
        problems += [f"{own} needs {other!r}, but imports nothing of it" for own, other in sorted(unused)]
        return ContractCheck(kept=not problems, metadata={"problems": problems})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for problem in check.metadata["problems"]:
            output.print_error(problem)


def _imports_within(graph: Any, package: str) -> list[tuple[str, str]]:  # noqa: ANN401  # a grimp graph
    """Importer and imported module, where they belong to different features."""
    return [
        (importer, imported)
        for importer in graph.find_descendants(package)
        for imported in graph.find_modules_directly_imported_by(importer)
        if imported.startswith(f"{package}.") and _feature_of(importer, package) != _feature_of(imported, package)
    ]


def _feature_of(module: str, package: str) -> str:
    return module.removeprefix(f"{package}.").split(".")[0]


def _problem_of(imported: str, other: str, needs: frozenset[str]) -> str:
    if other not in needs:
        return f"the declaration of the feature does not need {other!r}"
    if imported.rsplit(".", 1)[-1] in PRIVATE:
        return "only the app imports this module"
    return ""
