"""Every row of the checklist stands in docs/requirements.md, and a test in tests/ or e2e/ proves it."""

import json

from guards import ROOT, script

# The sections of the checklist, each with the number of its rows.
SECTIONS = "P13 R6 C3 S4 U3 O8 E11 T12 V3 A8 K18 X8 N6"
ROWS = [f"{section[0]}{number}" for section in SECTIONS.split() for number in range(1, int(section[1:]) + 1)]


def test_every_row_is_proven_by_a_test() -> None:
    verdict = script("rows.py", ROOT, "--json")
    assert verdict.passed, verdict.output
    proofs: dict[str, list[str]] = json.loads(verdict.output)
    assert (sorted(proofs), len(ROWS)) == (sorted(ROWS), 103)
    # Vitest runs in a simulated page, so its tests do not count.
    unproven = [row for row in ROWS if not any(test.startswith(("tests/", "e2e/")) for test in proofs[row])]
    assert unproven == []
