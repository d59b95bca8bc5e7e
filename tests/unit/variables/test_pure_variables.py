"""Variables that need only the message and its caller."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.variables.values.conditions import compare
from greenroom.features.variables.values.random_values import bounds
from greenroom.responses.variables import Arguments, NoValue
from support.variable_rendering import REGISTRY, command_context, make_caller, render_response, render_text


@pytest.mark.parametrize(
    ("template", "query", "shown"),
    [
        ("$(user) $(sender) $(source) $(user.name)", "", "Juno Juno Juno Juno"),
        ("$(user.login) $(userid) $(user.level) $(sender.platform)", "", "juno 12826 Public twitch"),
        ("$(provider) $(platform) $(msgid)", "", "twitch twitch message-1"),
        ("$(touser)", "", "Juno"),
        ("$(touser)", "@robin and me", "robin"),
        ("$(1) $(2) $(3|none)", "one two", "one two none"),
        ("$(2:) | $(1:2) | $(3:9|-)", "a b c", "b c | a b | c"),
        ("$(0|zero) $(4:|none)", "a b c", "zero none"),
        ("$(query) $(args)", "a b", "a b a b"),
        ("$(querystring) $(querystring ä&)", "a b", "a%20b %C3%A4%26"),
        ("$(queryescape a b/) $(pathescape a b/)", "", "a+b%2F a%20b%2F"),
        ("$(upper straße) $(lower ÄB)", "", "STRASSE äb"),
        ("$(repeat 3 ab c)", "", "ab c ab c ab c"),
        ("$(repeat 1000 x)", "", " ".join("x" * 20)),
        ("$(repeat 0 x|none) $(repeat x|none) $(repeat ² x|none)", "", "none none none"),
    ],
)
def test_caller_and_text_variables_are_rendered(template: str, query: str, shown: str) -> None:
    assert render_text(template, query) == shown


def test_level_is_shown_as_a_role() -> None:
    shown = [render_text("$(userlevel)", caller=make_caller(level=level)) for level in (0, 1, 2, 7, 100, 500)]
    assert shown == ["Public", "Sub", "VIP", "Mod", "Editor", "Owner"]


@pytest.mark.parametrize(
    ("template", "query", "shown"),
    [
        ("$(if $(1) yes no)", "", "no"),
        ("$(if $(1) yes no)", "0", "no"),
        ("$(if $(1) yes no)", "False", "no"),
        ("$(if $(1) yes no)", "x", "yes"),
        ("$(if $(1) yes)", "x", "yes"),
        ("$(if $(1) yes|otherwise)", "", "otherwise"),
        ("$(if $(1) == heads win lose)", "HEADS", "win"),
        ("$(if $(1) != heads win lose)", "heads", "lose"),
        ("$(if $(1) > 9 more less)", "10", "more"),
        ("$(if $(1) <= 9.5 less more)", "9.50", "less"),
        ("$(if $(1) > b after before)", "c", "after"),
        ("$(if $(query) contains 'two words' yes no)", "these Two Words here", "yes"),
        ("$(if $(1) '$(user) wins' 'nobody wins')", "x", "Juno wins"),
        ("$(if $(1)|broken)", "x", "broken"),
        ("$(if|broken)", "x", "broken"),
        # A value is never an operator.
        ("$(if $(1) $(2) yes no|broken)", "a ==", "broken"),
    ],
)
def test_variable_if_selects_one_of_two_texts(template: str, query: str, shown: str) -> None:
    assert render_text(template, query) == shown


@given(st.text(max_size=20), st.sampled_from(["=", "==", "!=", "<", "<=", ">", ">=", "contains"]), st.text(max_size=20))
def test_any_two_texts_can_be_compared(left: str, sign: str, right: str) -> None:
    assert compare(left, sign, right) in {True, False}
    assert compare("nan", "==", "NaN")


@pytest.mark.parametrize(
    ("template", "provider", "shown"),
    [
        ("$(only twitch hello)", "twitch", "hello"),
        ("$(only twitch hello)", "kick", ""),
        ("$(only twitch kick see you there)", "kick", "see you there"),
        ("$(only youtube 'on YouTube'|elsewhere)", "kick", "elsewhere"),
        ("$(only nowhere hello|broken)", "twitch", "broken"),
        ("$(only twitch|broken)", "twitch", "broken"),
    ],
)
def test_text_of_the_variable_named_only_appears_on_its_platforms(template: str, provider: str, shown: str) -> None:
    assert render_text(template, provider=provider) == shown


@given(st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12))
def test_random_number_is_within_its_bounds(first: int, second: int) -> None:
    low, high = bounds(f"{first} {second}")
    assert (low, high) == (min(first, second), max(first, second))
    assert bounds(f"{first} - {second}") == (low, high)
    assert low <= int(render_text(f"$(random {first}-{second})")) <= high


@given(st.text(max_size=30))
def test_any_text_after_random_gives_bounds_or_no_value(text: str) -> None:
    try:
        low, high = bounds(text)
    except NoValue:
        return
    assert low <= high


def test_random_reaches_every_value() -> None:
    assert {render_text("$(random 1-2)") for _ in range(60)} == {"1", "2"}
    assert {render_text("$(random.pick a 'b c')") for _ in range(60)} == {"a", "b c"}
    assert render_text("$(random.pick|none)") == "none"
    assert 1 <= int(render_text("$(randint)")) <= 100
    assert render_response("$(random a-b)").notes[0].reason == "Usage: $(random 1-6)"


def test_every_pure_variable_has_a_working_example() -> None:
    context = command_context("Robin snow", caller=make_caller(level=7))
    for variable in REGISTRY:
        response = render_response(variable.example, context)
        assert response.text, variable.name
        assert "$(" not in response.text, variable.name
        assert variable.summary, variable.name
        assert not variable.summary.endswith("."), variable.name
        assert variable.shows, variable.name


def test_variable_if_can_be_evaluated_with_values_that_are_already_rendered() -> None:
    found = REGISTRY.find("if")
    assert found is not None
    assert found.evaluate(command_context(), Arguments("", ("1", "<", "2", "less", "more"))) == "less"
