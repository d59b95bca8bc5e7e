"""Reading untrusted YAML, and writing channel files."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.channel_file.diff import parse_file
from greenroom.features.channel_file.schemas import MAX_FILE_LENGTH
from greenroom.features.channel_file.yaml_reader import MAX_EVENTS, YamlFileError, read_yaml
from greenroom.features.channel_file.yaml_writer import dump, with_header
from greenroom.features.filters.section import FiltersSection
from support.import_reviews import SECTIONS

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
plain = st.none() | st.booleans() | st.integers(-(10**14), 10**14) | texts
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
)


@given(st.dictionaries(texts, values, max_size=5))
def test_written_values_read_back_the_same(value: dict[str, object]) -> None:
    assert read_yaml(dump(value)).plain() == value


def line_and_message(text: str) -> tuple[int, str]:
    try:
        return read_yaml(text).line, "read"
    except YamlFileError as error:
        return error.line, error.message


@given(st.text(max_size=200) | st.text("{}[]:,-!&*|>'\"#% \n?ab1", max_size=60))
def test_any_text_is_read_or_rejected_with_a_line(text: str) -> None:
    line, message = line_and_message(text)
    assert 1 <= line <= len(re.findall("[\n\r\x85\u2028\u2029]", text)) + 3
    assert message


@pytest.mark.parametrize(
    "word", ["yes", "no", "on", "off", "12:30", "0x10", "1_000", "007", "2026-11-15", "null ", "~x", "1e3"]
)
def test_text_that_looks_like_another_type_stays_text(word: str) -> None:
    assert read_yaml(dump([word])).plain() == [word]


@pytest.mark.parametrize(
    ("written", "meant"), [("no", "no"), ("on", "on"), ("12:30", "12:30"), ("true", True), ("5", 5), ("~", None)]
)
def test_only_booleans_numbers_and_null_are_not_text(written: str, meant: object) -> None:
    assert read_yaml(f"a: {written}").plain() == {"a": meant}


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ("a: 1\nb: &x [1]\nc: *x\n", 3, "aliases"),
        ("a: &a [b]\nb: [*a, *a]\n", 2, "aliases"),
        ("commands:\n- cmds: [!game]\n", 2, "need quotes"),
        ("a: !!python/object:os.system x\n", 1, "unsupported YAML type"),
        ("a: !!binary aGVsbG8=\n", 1, "unsupported YAML type"),
        ("a: !thing {b: c}\n", 1, "unsupported YAML type"),
        ("a: 1\nb: [\n", 3, ""),
        ("a: 1\na: 2\n", 2, "twice, first in line 1"),
        ("---\na: 1\n---\nb: 2\n", 3, "more than one"),
        ("a: 1\n? [x]\n: y\n", 2, "a field name is expected"),
        ("a: b\0c", 1, "invalid character"),
        ("a:\tb\n  c: d\n", 2, ""),
    ],
)
def test_rejected_content_is_reported_with_its_line(content: str, line: int, message: str) -> None:
    with pytest.raises(YamlFileError) as caught:
        read_yaml(content)
    assert message in caught.value.message
    assert caught.value.line == line


@pytest.mark.parametrize("content", ["a: !{}", "a: !{} b", "a: !{} [1]", "{}: 1\n{}: 2", "!{}: 1"])
def test_long_names_are_cut_in_errors(content: str) -> None:
    _, message = line_and_message(content.replace("{}", "x" * 1_000))
    assert 20 < len(message) < 200


@pytest.mark.parametrize("content", ["[" * 100_000, "{a: " * 50_000, "- " * 50_000, "? " * 5_000])
def test_deep_nesting_is_rejected(content: str) -> None:
    with pytest.raises(YamlFileError):
        read_yaml(content)


def test_every_value_has_its_line() -> None:
    node = read_yaml("a:\n- b: 1\n  c:\n  - x\n  - y\n")
    assert node.line_of(("a", 0, "c", 1)) == 5
    assert node.line_of(("a", 0, "d")) == 2
    assert node.line_of(("z",)) == 1
    # Python calls this character a digit, but cannot convert it to a number.
    assert node.line_of(("a", "²")) == node.line_of(("a",))


def test_multi_line_text_is_a_block_and_long_lines_are_not_folded() -> None:
    assert dump({"a": "one\ntwo"}) == "a: |-\n  one\n  two\n"
    assert dump({"a": "word " * 100 + "end"}).count("\n") == 1


def test_trailing_line_break_of_a_block_is_not_part_of_the_text() -> None:
    assert read_yaml("a: |\n  hello\nb: >\n  two\n  words\n").plain() == {"a": "hello", "b": "two words"}


def test_limit_of_entries_depends_on_the_section() -> None:
    # 10,001 quotes are allowed, but only 100 timers.
    quotes = "".join(f"- {{number: {number}, text: x}}\n" for number in range(1, 10_002))
    assert parse_file(f"greenroom: 1\nquotes:\n{quotes}", SECTIONS, None).problems == []
    many = "greenroom: 1\ntimers:\n" + "- {name: a, messages: [{text: x}]}\n" * 101
    assert [one.message for one in parse_file(many, SECTIONS, None).problems] == ["has more than 100 entries"]


def test_file_that_is_too_long_to_import_says_so_in_its_header() -> None:
    short = with_header("greenroom: 1\n")
    max_length = MAX_FILE_LENGTH - len(with_header(""))
    longest, longer = with_header("x" * max_length), with_header("x" * (max_length + 1))
    assert (len(longest), len(longer) > MAX_FILE_LENGTH) == (MAX_FILE_LENGTH, True)
    notice = "# This file is too long to import"
    assert [notice in text for text in (short, longest, longer)] == [False, False, True]


def test_filter_is_identified_by_its_normalized_name() -> None:
    section = FiltersSection()
    stored = section.complete({"type": "caps", "name": " Cafe\u0301 "})
    assert section.key_of({"name": " Cafe\u0301 "}) == section.key_of(stored) == "Caf\u00e9"


def test_file_with_too_many_brackets_is_refused_before_it_is_read_to_its_end() -> None:
    content = "greenroom: 1\ncommands: [\n" + "[],\n" * 1_000 + "]"
    with pytest.raises(YamlFileError, match="more than 1,000 values, field names and brackets") as refused:
        read_yaml(content, max_events=1_000)
    # Each list has two events, and a few events come before the first list.
    assert refused.value.line == 499
    # The default limit can be exceeded by a file of the maximum length.
    assert MAX_FILE_LENGTH // len("[],") * 2 > MAX_EVENTS


@pytest.mark.parametrize("line_break", ["\n", "\r", "\r\n", "\x85", "\u2028", "\u2029"])
def test_yaml_directives_are_refused_before_parsing(line_break: str) -> None:
    # The parser compares each directive with all earlier ones: 40,000 directives block the process for 11 seconds.
    content = line_break.join(f"%TAG !e{number}! tag:e,2000:" for number in range(200_000))
    with pytest.raises(YamlFileError, match="directives") as refused:
        read_yaml(f"{content}{line_break}---{line_break}a")
    assert refused.value.line == 1
    with pytest.raises(YamlFileError, match="directives"):
        read_yaml(f"a{line_break}...{line_break}%TAG !e! tag:e,2000:{line_break}---{line_break}b")


def test_percent_signs_inside_texts_are_read() -> None:
    assert read_yaml("a: '100 %'\nb: |\n  %done\n'%c': 5").plain() == {"a": "100 %", "b": "%done", "%c": 5}
