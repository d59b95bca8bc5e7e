"""The docstring of each module of `kernel/fast` except `switch` ends with its fallback and its benches."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from guards import ROOT

MODULES = sorted(set((ROOT / "src/greenroom/kernel/fast").glob("*.py")) - set((ROOT / "src").rglob("__init__.py")))
BENCHES = tomllib.loads((ROOT / "bench/budgets.toml").read_text(encoding="utf-8")).keys()


@pytest.mark.parametrize("module", [one for one in MODULES if one.stem != "switch"], ids=lambda path: path.stem)
def test_fast_module_names_its_benches_and_its_fallback(module: Path) -> None:
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    found = re.search(r"Fallback: .+\.\sBench: ([\w, -]+)\.$", docstring)
    assert found is not None, docstring
    assert set(found[1].split(", ")) <= BENCHES
