"""The check of a response, made when it is saved, finds each problem with its position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.responses.checking import MAX_PROBLEMS, check, errors
from greenroom.responses.variables import MAX_CALLS, VariableRegistry
from support.variable_rendering import PURE, REGISTRY, STREAM_PROVIDERS, variable


@given(st.one_of(st.text(max_size=200), st.text(alphabet="$(){}|\"'\\ user1:", max_size=100)))
def test_checking_never_raises(text: str) -> None:
    assert len(check(text, REGISTRY, place="timer", providers=STREAM_PROVIDERS)) <= MAX_PROBLEMS


def test_a_valid_response_has_no_problems() -> None:
    assert check("Hello $(user), ${1|you} rolled $(random 1-6) at $(time.Europe/Berlin)!", REGISTRY) == []


@pytest.mark.parametrize(
    ("text", "marked", "words"),
    [
        ("Hi $(usre)", "usre", 'Did you mean "user"?'),
        ("Hi $( Zzzzzz x)", "Zzzzzz", "Unknown variable"),
        ("$(upper $(nonsense))", "nonsense", "Unknown variable"),
        ('$(if $(1) "$(nonsense)")', "nonsense", "Unknown variable"),
        ("$(1|$(nonsense))", "nonsense", "Unknown variable"),
        (" /ban $(user)", "/", "must not start"),
        ("Hi $(user", "$(", "Missing"),
    ],
)
def test_each_problem_is_marked_at_its_position(text: str, marked: str, words: str) -> None:
    (problem,) = errors(check(text, REGISTRY))
    assert text[problem.start : problem.end] == marked
    assert words in problem.message


def test_too_many_variables_are_a_problem() -> None:
    assert check("$(user)" * MAX_CALLS, REGISTRY) == []
    (problem,) = check("$(user)" * (MAX_CALLS + 5), REGISTRY)
    assert problem.start == 7 * MAX_CALLS


def test_a_variable_that_needs_a_caller_is_an_error_in_a_timer() -> None:
    (problem,) = check("Hello $(sender)", REGISTRY, place="timer")
    assert problem.severity == "error"


def test_a_variable_that_a_platform_lacks_is_a_warning_unless_there_is_a_fallback() -> None:
    registry = VariableRegistry([*PURE, variable("followage", providers=frozenset({"twitch"}))])
    (problem,) = check("$(followage)", registry, providers=["twitch", "kick"])
    assert (problem.severity, problem.message) == ("warning", "$(followage) isn't available on kick.")
    assert check("$(followage|a while)", registry, providers=["twitch", "kick"]) == []
    assert check("$(followage)", registry, providers=["twitch"]) == []


def test_arguments_of_a_variable_that_takes_none_are_a_warning() -> None:
    (problem,) = check("$(user bob)", REGISTRY)
    assert (problem.severity, problem.start, problem.end) == ("warning", 6, 10)


def test_errors_are_reported_despite_many_warnings() -> None:
    text = "".join(f'$(upper "x{number} )' for number in range(30)) + "$(nonsense)"
    assert any("nonsense" in problem.message for problem in errors(check(text, REGISTRY)))


def test_only_the_first_three_unknown_names_get_a_suggestion() -> None:
    problems = check(" ".join(f"$(uppe{letter})" for letter in "abcdef"), REGISTRY)
    assert [("Did you mean" in problem.message) for problem in problems] == [True, True, True, False, False, False]
