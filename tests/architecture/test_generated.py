"""Generated files are up to date."""

import shutil
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from guards import ROOT, WEB_BIN, run
from starlette.applications import Starlette

from greenroom.api import describe_api

REFERENCE = ROOT / "scripts" / "reference_docs.py"
Check = Callable[..., tuple[int, str]]


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Runs `reference_docs.py --check` in this process; returns exit code and output."""
    spec = spec_from_file_location("reference_docs", REFERENCE)
    assert spec is not None
    assert spec.loader is not None
    reference = module_from_spec(spec)
    spec.loader.exec_module(reference)

    def check(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", [str(REFERENCE), "--check", *arguments])
        code = reference.main()
        return code, capsys.readouterr().out

    return check


def test_generated_docs_are_current(check: Check) -> None:
    assert check() == (0, "")


def test_check_names_only_the_page_that_differs(check: Check, tmp_path: Path) -> None:
    for page in (ROOT / "docs").glob("*.md"):
        shutil.copy(page, tmp_path)
    settings = tmp_path / "settings.md"
    settings.write_text(
        settings.read_text(encoding="utf-8").replace("GREENROOM_PORT", "GREENROOM_PROT"), encoding="utf-8"
    )
    code, output = check("--docs", str(tmp_path))
    assert code == 1
    assert "docs/settings.md" in output
    assert "docs/permissions.md" not in output


def test_openapi_document_is_current(app: Starlette) -> None:
    current = (ROOT / "openapi.json").read_text(encoding="utf-8")
    assert describe_api(app) + "\n" == current, "run `make openapi`"


def test_api_types_of_the_web_are_current(tmp_path: Path) -> None:
    written = tmp_path / "schema.ts"
    verdict = run([WEB_BIN / "openapi-typescript", ROOT / "openapi.json", "-o", written], ROOT / "web")
    assert verdict.passed, verdict.output
    current = (ROOT / "web" / "src" / "api" / "schema.ts").read_text(encoding="utf-8")
    assert written.read_text(encoding="utf-8") == current, "run `make openapi`"
