"""What is written by a program is what the program would write now."""

import shutil
import sys
from pathlib import Path

from guards import ROOT, WEB_BIN, run

REFERENCE = ROOT / "scripts" / "reference.py"


def test_settings_and_permissions_in_the_docs_are_current() -> None:
    verdict = run([sys.executable, REFERENCE, "--check"])
    assert verdict.passed, verdict.output


def test_changed_docs_are_noticed(tmp_path: Path) -> None:
    for page in (ROOT / "docs").glob("*.md"):
        shutil.copy(page, tmp_path)
    settings = tmp_path / "settings.md"
    settings.write_text(
        settings.read_text(encoding="utf-8").replace("GREENROOM_PORT", "GREENROOM_PROT"), encoding="utf-8"
    )
    verdict = run([sys.executable, REFERENCE, "--check", "--docs", tmp_path])
    assert not verdict.passed
    assert "docs/settings.md" in verdict.output
    assert "docs/permissions.md" not in verdict.output


def test_openapi_document_is_current() -> None:
    verdict = run([Path(sys.executable).parent / "greenroom", "openapi"])
    assert verdict.passed, verdict.output
    assert verdict.output == (ROOT / "openapi.json").read_text(encoding="utf-8"), "run `make openapi`"


def test_api_types_of_the_web_are_current(tmp_path: Path) -> None:
    written = tmp_path / "schema.ts"
    verdict = run([WEB_BIN / "openapi-typescript", ROOT / "openapi.json", "-o", written], ROOT / "web")
    assert verdict.passed, verdict.output
    current = (ROOT / "web" / "src" / "api" / "schema.ts").read_text(encoding="utf-8")
    assert written.read_text(encoding="utf-8") == current, "run `make openapi`"
