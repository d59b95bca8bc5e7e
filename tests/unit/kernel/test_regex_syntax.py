"""Regexes are parsed as RE2 parses them. A position is one character to match: `ab` has two, `a{3}` has three."""

import pytest

from greenroom.kernel.regex.characters import NON_ASCII, TESTED_CHARACTERS, class_atom, literal_atom
from greenroom.kernel.regex.syntax import bits, read_syntax


@pytest.mark.parametrize(
    ("expression", "positions"),
    [
        ("abc", 3),
        ("a{3}", 3),
        ("a{2,}", 3),
        ("a{0,5}b", 6),
        ("(ab){3}c", 7),
        ("(?:a{2}|b{3}){4}", 20),
        ("a{2}?b", 3),
        ("a{,5}", 5),
        ("a+?b*", 2),
        (r"\Qa{3}\E{2}", 5),
        (r"\x61\x{62}\172", 3),
        (r"[]a]{2}[^]a]", 3),
        (r"[\]\-a]\.\(", 3),
        (r"\pL\p{Greek}[[:alpha:]x]\d", 4),
        (r"(?P<name>a)(?i:b)(?s)c", 3),
        (r"^\ba$\z", 1),
    ],
)
def test_each_character_and_each_of_its_repetitions_is_a_position(expression: str, positions: int) -> None:
    assert sum(one.copies for one in read_syntax(expression).positions) == positions


@pytest.mark.parametrize(
    ("expression", "before"),
    [
        ("abc", ["", "a", "b"]),
        ("ab?c", ["", "a", "ab"]),
        ("a(?:b|cd)e", ["", "a", "a", "c", "bd"]),
        ("(ab)+c", ["b", "a", "b"]),
        ("(?:a?b?){2}c", ["ab", "ab", "ab"]),
        ("a|b", ["", ""]),
    ],
)
def test_each_position_has_the_characters_that_may_precede_it(expression: str, before: list[str]) -> None:
    positions = read_syntax(expression).positions
    found = ["".join(positions[at].atom.literal for at in bits(one.before)) for one in positions]
    assert found == before


@pytest.mark.parametrize(
    ("expression", "leading"),
    [("word.*", "word"), ("wor[dt]", "wor"), ("(wo)rd?", "wor"), ("a|b", ""), ("w?ord", ""), ("wo+rd", "w")],
)
def test_every_match_begins_with_the_leading_letters(expression: str, leading: str) -> None:
    letters = "".join(one.atom.literal for one in read_syntax(expression).leading())
    assert letters == leading


def members(source: str) -> str:
    tested = class_atom(source).characters.tested
    return "".join(TESTED_CHARACTERS[at] for at in bits(tested))


def test_classes_and_literals_match_both_cases() -> None:
    assert members("[a-c]") == "ABCabc"
    assert members("[k]") == "Kk\u212a"
    assert literal_atom("s").characters == class_atom("[s]").characters
    assert literal_atom("Ж").characters == class_atom("[ж]").characters
    assert class_atom("[Ж]").characters.others == ((ord("Ж"), ord("Ж")), (ord("ж"), ord("ж")))


@pytest.mark.parametrize("source", [".", r"\S", r"\pL", "[^a]", r"[a\W]", r"[[:^digit:]]"])
def test_class_that_is_more_than_a_list_of_characters_may_match_everything_beyond_ascii(source: str) -> None:
    assert class_atom(source).characters.others == NON_ASCII
