"""YAML that anybody may have written, and the one that is written here."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.channel_file.diff import parse_file
from greenroom.features.channel_file.schemas import MAX_FILE_LENGTH
from greenroom.features.channel_file.yaml_reader import YamlFileError, read_yaml
from greenroom.features.channel_file.yaml_writer import dump, with_header
from greenroom.features.filters.section import FiltersSection
from imported import SECTIONS

text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
plain = st.none() | st.booleans() | st.integers(-(10**14), 10**14) | text
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4), max_leaves=12
)


@given(st.dictionaries(text, values, max_size=5))
def test_whatever_is_written_reads_the_same(value: dict[str, object]) -> None:
    assert read_yaml(dump(value)).plain() == value


def told(text: str) -> tuple[int, str]:
    try:
        return read_yaml(text).line, "read"
    except YamlFileError as error:
        return error.line, error.message


@given(st.text(max_size=200) | st.text("{}[]:,-!&*|>'\"#% \n?ab1", max_size=60))
def test_any_text_is_read_or_refused_with_a_line(text: str) -> None:
    line, message = told(text)
    assert 1 <= line <= len(re.findall("[\n\r\x85\u2028\u2029]", text)) + 3
    assert message


@pytest.mark.parametrize(
    "word", ["yes", "no", "on", "off", "12:30", "0x10", "1_000", "007", "2026-11-15", "null ", "~x", "1e3"]
)
def test_text_that_looks_like_something_else_stays_text(word: str) -> None:
    assert read_yaml(dump([word])).plain() == [word]


@pytest.mark.parametrize(
    ("written", "meant"), [("no", "no"), ("on", "on"), ("12:30", "12:30"), ("true", True), ("5", 5), ("~", None)]
)
def test_only_true_false_numbers_and_nothing_are_more_than_text(written: str, meant: object) -> None:
    assert read_yaml(f"a: {written}").plain() == {"a": meant}


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("a: 1\nb: &x [1]\nc: *x\n", 3, "write it out"),
        ("a: &a [b]\nb: [*a, *a]\n", 2, "write it out"),
        ("commands:\n- cmds: [!game]\n", 2, "needs quotes"),
        ("a: !!python/object:os.system x\n", 1, "a type"),
        ("a: !!binary aGVsbG8=\n", 1, "a type"),
        ("a: !thing {b: c}\n", 1, "a type"),
        ("a: 1\nb: [\n", 3, ""),
        ("a: 1\na: 2\n", 2, "twice; first in line 1"),
        ("---\na: 1\n---\nb: 2\n", 3, "second"),
        ("a: 1\n? [x]\n: y\n", 2, "a name is expected"),
        ("a: b\0c", 1, "no file may have"),
        ("a:\tb\n  c: d\n", 1, ""),
    ],
)
def test_what_is_refused_names_its_line(content: str, line: int, words: str) -> None:
    with pytest.raises(YamlFileError) as caught:
        read_yaml(content)
    assert words in caught.value.message
    assert abs(caught.value.line - line) <= 1


@pytest.mark.parametrize("content", ["[" * 100_000, "{a: " * 50_000, "- " * 50_000, "? " * 5_000])
def test_depth_ends_long_before_memory_does(content: str) -> None:
    with pytest.raises(YamlFileError):
        read_yaml(content)


def test_lines_are_known_for_every_value() -> None:
    node = read_yaml("a:\n- b: 1\n  c:\n  - x\n  - y\n")
    assert node.line_of(("a", 0, "c", 1)) == 5
    assert node.line_of(("a", 0, "d")) == 2
    assert node.line_of(("z",)) == 1
    # A digit, and yet no number.
    assert node.line_of(("a", "²")) == node.line_of(("a",))


def test_texts_with_lines_are_blocks_and_long_ones_stay_on_one() -> None:
    assert dump({"a": "one\ntwo"}) == "a: |-\n  one\n  two\n"
    assert dump({"a": "word " * 100 + "end"}).count("\n") == 1


def test_line_break_at_the_end_of_a_block_is_not_part_of_the_text() -> None:
    assert read_yaml("a: |\n  hello\nb: >\n  two\n  words\n").plain() == {"a": "hello", "b": "two words"}


def test_section_may_have_as_many_entries_as_a_channel_may_have_of_it() -> None:
    # More than there may be of commands.
    quotes = "".join(f"- {{number: {number}, text: x}}\n" for number in range(1, 10_002))
    assert parse_file(f"greenroom: 1\nquotes:\n{quotes}", SECTIONS, None).problems == []
    many = "greenroom: 1\ntimers:\n" + "- {name: a, messages: [{text: x}]}\n" * 101
    assert [one.message for one in parse_file(many, SECTIONS, None).problems] == ["has more than 100 entries"]


def test_file_that_is_too_long_to_come_back_says_so() -> None:
    short = with_header("greenroom: 1\n")
    room = MAX_FILE_LENGTH - len(with_header(""))
    longest, longer = with_header("x" * room), with_header("x" * (room + 1))
    assert (len(longest), len(longer) > MAX_FILE_LENGTH) == (MAX_FILE_LENGTH, True)
    words = "# It is too long to be brought back as one"
    assert [words in text for text in (short, longest, longer)] == [False, False, True]


def test_filter_is_recognised_by_its_name_as_it_is_kept() -> None:
    section = FiltersSection()
    kept = section.complete({"type": "caps", "name": " Cafe\u0301 "})
    assert section.key_of({"name": " Cafe\u0301 "}) == section.key_of(kept) == "Caf\u00e9"
