"""A test in tests/ or e2e/ proves each finished row of docs/requirements.md."""

import json

from guards import ROOT, script

DONE = """
P1 P2 P3 P4 P5 P8 P10 P11 P12 P13 R1 R4 R5 R6 C1 C2 C3 S2 S3 S4 U1 U2 U3 O1 O2 O3 O4 O5 O6 O7 O8
E1 E2 E3 E4 E5 E6 E7 E8 E9 E10 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 V1 V2 A1 A2 A3 A4 A7 A8
K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K14 K15 K16 K17 K18 X1 X2 X3 X4 X5 X6 X7 X8 N1 N2 N3 N4 N5 N6
"""


def test_every_finished_row_is_proven_by_a_test() -> None:
    verdict = script("rows.py", ROOT, "--json")
    assert verdict.passed, verdict.output
    proofs: dict[str, list[str]] = json.loads(verdict.output)
    # Vitest runs in a simulated page, so its tests do not count.
    unproven = [row for row in DONE.split() if not any(test.startswith(("tests/", "e2e/")) for test in proofs[row])]
    assert unproven == []
