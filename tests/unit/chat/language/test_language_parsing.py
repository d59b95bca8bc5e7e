"""Parsing of responses: no text is lost, and each error has its position."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.responses.parsing import MAX_DEPTH, MAX_TEMPLATE_LENGTH, parse, print_template
from greenroom.responses.tree import Quoted, Template, Text, VariableCall
from support.call_count import count_calls

# Texts full of characters with a meaning in the grammar.
SYNTAX_CHARACTERS = st.text(alphabet="$(){}|\"'\\ ab1:.\n", max_size=120)
SYNTAX_PIECES = st.lists(
    st.sampled_from(
        ["$(", "${", ")", "}", "|", '"', "'", "\\", " ", "user", "$(user)", "${1|x}", "it's", "(", "{", "é🦊"]
    ),
    max_size=60,
).map("".join)


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=300), SYNTAX_CHARACTERS, SYNTAX_PIECES))
def test_printing_a_parsed_text_gives_the_same_text(text: str) -> None:
    parsed = parse(text)
    assert print_template(parsed.template) == text
    assert all(0 <= problem.start <= problem.end <= len(text) for problem in parsed.problems)


@given(st.one_of(SYNTAX_CHARACTERS, SYNTAX_PIECES))
def test_each_parsed_item_has_its_position_in_the_text(text: str) -> None:
    def check_positions(template: Template) -> None:
        for item in template:
            assert print_template((item,)) == text[item.start : item.end]
            if isinstance(item, VariableCall):
                check_positions(item.arguments)
                check_positions(item.fallback or ())
            elif isinstance(item, Quoted):
                check_positions(item.content)

    check_positions(parse(text).template)


def only_call(text: str) -> VariableCall:
    (call,) = parse(text).template
    assert isinstance(call, VariableCall)
    return call


def test_both_kinds_of_brackets_mean_the_same() -> None:
    round_, curly = only_call("$(touser|nobody)"), only_call("${touser|nobody}")
    assert (round_.name, round_.fallback) == (curly.name, curly.fallback)


def test_balanced_brackets_are_part_of_the_arguments() -> None:
    assert only_call("$(math (1+2)*3)").arguments == (Text(" (1+2)*3", 6, 14),)
    assert only_call("${upper a {b} c}").arguments == (Text(" a {b} c", 7, 15),)


def test_quotes_hold_brackets_bars_and_variables() -> None:
    call = only_call("""$(if $(1) "sad :( | $(user)" 'it's')""")
    quoted = [item for item in call.arguments if isinstance(item, Quoted)]
    assert [print_template((item,)) for item in quoted] == ['"sad :( | $(user)"', "'it's'"]
    assert call.fallback is None


def test_only_the_first_bar_begins_the_fallback() -> None:
    call = only_call("$(1|a|b)")
    assert call.fallback == (Text("a|b", 4, 7),)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\\$(user)", "$(user)"),
        ("\\${user}", "${user}"),
        ("\\\\\\$(user)", "\\$(user)"),
        ("¯\\_(ツ)_/¯", "¯\\_(ツ)_/¯"),
        ("C:\\new", "C:\\new"),
        ("5$ (or 6$)", "5$ (or 6$)"),
    ],
)
def test_plain_dollars_and_backslashes_can_be_written(text: str, shown: str) -> None:
    parsed = parse(text)
    assert "".join(item.text for item in parsed.template if isinstance(item, Text)) == shown
    assert not any(isinstance(item, VariableCall) for item in parsed.template)
    assert parsed.problems == ()


def test_two_backslashes_before_a_variable_are_one_backslash() -> None:
    first, call = parse("\\\\$(user)").template
    assert isinstance(first, Text)
    assert first.text == "\\"
    assert isinstance(call, VariableCall)


def test_a_dollar_sign_before_a_variable_stays_text() -> None:
    assert [type(item) for item in parse("$$(1)").template] == [Text, VariableCall]


@pytest.mark.parametrize(
    ("text", "start", "words"),
    [
        ("hi $(user", 3, "Missing"),
        ("hi ${user|x", 3, "Missing"),
        ("$()", 0, "name"),
        ("$('#x')", 0, "name"),
        ("$(user's)", 0, "name"),
        ("$(a $(b)", 0, "Missing"),
        ("$(a " * (MAX_DEPTH + 1) + ")" * (MAX_DEPTH + 1), 4 * MAX_DEPTH, "nested"),
        ("x" * (MAX_TEMPLATE_LENGTH + 1), MAX_TEMPLATE_LENGTH, "long"),
    ],
)
def test_invalid_text_is_reported_with_its_position(text: str, start: int, words: str) -> None:
    problem = next(problem for problem in parse(text).problems if problem.severity == "error")
    assert problem.start == start
    assert words in problem.message


def test_text_in_an_unclosed_variable_is_still_parsed() -> None:
    template = parse("$(a $(user) b").template
    assert [item.name for item in template if isinstance(item, VariableCall)] == ["user"]


def test_an_unmatched_quotation_mark_is_text_with_a_warning() -> None:
    parsed = parse('$(upper 5" tall)')
    assert isinstance(parsed.template[0], VariableCall)
    assert [problem.severity for problem in parse('$(upper "tall)').problems] == ["warning"]


def test_apostrophes_are_not_a_problem() -> None:
    assert parse("$(1|don't know) $(2|'tis)").problems == ()


@pytest.mark.parametrize(
    "text",
    ["$(" * 750, "$(a " * 375, '$(a "x ' * 200, '$(a "b" ' + '"c ' * 480, "\\" * 1_500, "$(a|" * 375, "$(a '" * 300],
)
def test_hostile_texts_are_read_quickly(text: str) -> None:
    started_at = time.process_time()
    assert print_template(parse(text).template) == text
    assert time.process_time() - started_at < 0.5


HOSTILE = ("${a ", '"$(a ', "$(a '$(q$(", '$(a "$(b ', "' \"", "$(a)${a ", "\\", "$(", '$(a|"')


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_texts_are_read_with_a_bounded_number_of_calls(piece: str) -> None:
    text = (piece * 1_500)[:1_500]
    with count_calls() as count:
        parsed = parse(text)
    assert print_template(parsed.template) == text
    assert count.calls < 20_000
