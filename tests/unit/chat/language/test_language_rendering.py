"""Rendering of responses: values are inserted as text, and a failing variable does not affect the others."""

import asyncio
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.chat.sending.safe_text import MAX_RESPONSE_LENGTH, begins_command
from greenroom.chat.sending.splitting import split
from greenroom.responses.delivery import DEFAULT_MAX_LENGTH
from greenroom.responses.parsing import parse
from greenroom.responses.rendering import compile_text, render
from greenroom.responses.variables import MAX_CALLS, Arguments, Budget, NoValue, VariableContext, VariableRegistry
from support.variable_rendering import (
    PURE,
    REGISTRY,
    command_context,
    make_caller,
    render_response,
    render_text,
    timer_context,
    variable,
)

# Display names and chat messages of viewers.
HOSTILE = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "$(math 1+1)",
            "${user}",
            "!cmd",
            "/ban juno",
            ".timeout juno",
            '" $(user) "',
            "a|b",
            "') $(count x +1",
            "\\$(user)",
            "\u202e!cmd",
            "\u200b\u2800 /ban x",
            "\0\n!x",
        ]
    ),
)
TEMPLATES = st.one_of(
    st.text(max_size=120),
    st.lists(
        st.sampled_from(
            """$(user) ${1|$(touser)} $(upper_$(query)) $(if_$(1)_'$(user)'_"$(2:)") $(repeat_20_$(query)) $(no) ! / _
            $(math_$(query)|none) $(random.pick_$(1)_$(2)) $(only_twitch_$(1)) $(time_$(1)) $(countdown_$(query))
            $(random_$(query)) $(query) $( ) | " \\ hello_""".replace("\n", " ").split()
        ).map(lambda piece: piece.replace("_", " ")),
        max_size=12,
    ).map("".join),
)


@settings(max_examples=300)
@given(template=TEMPLATES, name=HOSTILE, query=HOSTILE, max_length=st.sampled_from([20, 200, DEFAULT_MAX_LENGTH]))
def test_messages_are_never_too_long_or_a_command(template: str, name: str, query: str, max_length: int) -> None:
    text = render_response(template, command_context(query, caller=make_caller(name))).text
    parts = split(text, max_length)
    assert len(text) <= MAX_RESPONSE_LENGTH
    assert all(len(part.encode("utf-16-le")) // 2 <= max_length for part in parts)
    assert not any(part.lstrip("\u200b\u2800 ").startswith("/") for part in parts)


@given(name=HOSTILE, query=HOSTILE)
def test_values_are_not_parsed_again(name: str, query: str) -> None:
    """A value stays one word of the arguments that contain it, even with spaces, quotes or variables in it."""

    def echo(_: VariableContext, arguments: Arguments) -> str:
        return f"<{len(arguments.words)}:{arguments.text}>"

    echoing = variable("echo", evaluate=echo, takes="text")
    shown = variable("shown", value=name)
    typed = variable("typed", value=query)
    response = render_response("x $(echo $(shown) and $(typed))", extra=[echoing, shown, typed]).text
    alone = [render_response(f"x <$({one})>", extra=[shown, typed]).text[3:-1] for one in ("shown", "typed")]
    assert response == f"x <3:{alone[0]} and {alone[1]}>".rstrip()


@given(HOSTILE)
def test_a_value_never_makes_a_response_begin_with_a_command(query: str) -> None:
    for template in ("$(query)", " $(query)", "\u200b$(query)", "!$(query)", "${1}", "$(only twitch $(query))"):
        assert not begins_command(render_text(template, query))


@pytest.mark.parametrize(
    ("template", "query", "shown"),
    [
        ("$(query)", "/ban juno", "ban juno"),
        ("$(query)", "\u200b \u202e!!/ .cmd", "cmd"),
        ("!$(query)", "so juno", "so juno"),
        ("!so $(query)", "juno", "!so juno"),
        ("...and $(query)", "done", "...and done"),
        ("$(query)", "/", ""),
        ("$(query) $(user)", "...", "Juno"),
        ("Hi $(query)", "/ban", "Hi /ban"),
        ("/me waves", "", "me waves"),
        ("／ban x", "", "ban x"),
    ],
)
def test_slash_commands_and_commands_from_values_lose_their_prefix(template: str, query: str, shown: str) -> None:
    assert render_text(template, query) == shown


def test_values_that_look_like_variables_stay_text() -> None:
    assert render_text("Hello $(user)!", caller=make_caller("$(math 1+1)")) == "Hello $(math 1+1)!"
    assert render_text("$(upper $(query))", "a) $(user") == "A) $(USER"
    assert render_text('$(if $(1) == "==" same other)', "==") == "same"
    assert render_text("$(1|$(2|nobody))", "") == "nobody"


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ('$(upper say "hi")', 'SAY "HI"'),
        ('$(upper " hi ")', "HI"),
        ("x$(upper ' hi ')x", "x HI x"),
        ("$(repeat 2 'a b')", "a b a b"),
        ("$(1| spaces )x", "spacesx"),
        ("x$(1|' quoted ')x", "x quoted x"),
        ("$(UPPER a)", "A"),
        ("$( upper  a )", "A"),
        ("$(upper a\\|b\\))", "A|B)"),
        ("$(upper \\$(user))", "$(USER)"),
        ("a\nb\tc", "a b c"),
    ],
)
def test_arguments_with_spaces_quotes_and_escapes_are_rendered(template: str, shown: str) -> None:
    assert render_text(template) == shown


def test_unknown_names_stay_text() -> None:
    assert render_text("$(nonsense $(user)|x) $(user)") == "$(nonsense $(user)|x) Juno"


def test_a_failing_variable_does_not_affect_the_others() -> None:
    def broken(_: VariableContext, __: Arguments) -> str:
        raise RuntimeError("broken")

    def silent(_: VariableContext, __: Arguments) -> str:
        raise NoValue("Nothing there")

    extra = [variable("broken", evaluate=broken), variable("silent", evaluate=silent)]
    response = render_response("a $(broken) b $(silent|c) $(silent) $(user)", extra=extra)
    assert response.text == "a  b c  Juno"
    assert [(note.variable, note.start) for note in response.notes] == [("broken", 2), ("silent", 26)]
    assert response.notes[1].reason == "Nothing there"


def test_a_response_has_a_maximum_number_of_variables() -> None:
    counted: list[int] = []

    def count(_: VariableContext, __: Arguments) -> str:
        counted.append(1)
        return "x"

    response = render_response("$(count)" * (MAX_CALLS + 9), extra=[variable("count", evaluate=count)])
    assert response.text == "x" * MAX_CALLS
    assert len(counted) == MAX_CALLS
    assert len(response.notes) == 9


def test_values_and_responses_have_a_maximum_length() -> None:
    long = variable("long", value="x" * 10_000)
    response = render_response("$(long)$(long)", extra=[long])
    assert response.text == "x" * MAX_RESPONSE_LENGTH
    assert [note.variable for note in response.notes] == ["long", "long", ""]


async def test_slow_variable_is_left_out_and_no_variable_that_waits_starts_after_the_time_limit() -> None:
    calls: list[str] = []

    async def slow(_: VariableContext, arguments: Arguments) -> str:
        calls.append(arguments.text)
        if arguments.text == "2":
            time.sleep(1.0)  # noqa: ASYNC251  # the rest of the response's time passes before the next variable
        await asyncio.Event().wait()
        return "never"

    registry = VariableRegistry([*PURE, variable("slow", evaluate=slow, takes="text")])
    context = command_context(budget=Budget(value_seconds=0.02, seconds=1.0))
    response = await compile_text("$(slow 1|late) $(slow 2) $(slow 3) $(user)", registry).render(context)
    assert response.text == "late   Juno"
    assert calls == ["1", "2"]
    assert {note.reason for note in response.notes} == {"Timed out"}


async def test_variable_with_side_effects_is_never_cancelled() -> None:
    # A cancellation could come after the variable's write and before its publish.
    async def change(_: VariableContext, __: Arguments) -> str:
        await asyncio.sleep(0.05)
        return "done"

    registry = VariableRegistry([variable("change", evaluate=change, has_side_effect=True)])
    context = command_context(budget=Budget(value_seconds=0.01, seconds=0.02))
    response = await compile_text("$(change) $(change)", registry).render(context)
    assert response.text == "done"
    assert [note.reason for note in response.notes] == ["Timed out"]


async def test_cancelling_the_rendering_is_not_a_failure_of_a_variable() -> None:
    started = asyncio.Event()

    async def slow(_: VariableContext, __: Arguments) -> str:
        started.set()
        await asyncio.Event().wait()
        return ""

    registry = VariableRegistry([variable("slow", evaluate=slow)])
    task = asyncio.create_task(compile_text("$(slow)", registry).render(command_context()))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_only_the_chosen_branch_or_fallback_is_evaluated() -> None:
    done: list[str] = []

    def do(_: VariableContext, arguments: Arguments) -> str:
        done.append(arguments.text)
        return arguments.text

    extra = [variable("do", evaluate=do, takes="text", has_side_effect=True)]
    assert render_response("$(if $(1) $(do then) $(do else))", command_context("x"), extra).text == "then"
    assert render_response("$(only youtube $(do youtube))", command_context(), extra).text == ""
    assert render_response("$(user|$(do fallback))", command_context(), extra).text == "Juno"
    assert render_response("$(random.pick $(do a) $(do b))", command_context(), extra).text in {"a", "b"}
    assert len(done) == 2


def test_preview_performs_no_action() -> None:
    def do(_: VariableContext, __: Arguments) -> str:
        raise AssertionError("done")

    def preview(_: VariableContext, __: Arguments) -> str:
        return "as if"

    pretending = variable("pretending", evaluate=do, has_side_effect=True, preview=preview)
    silent = variable("silent", evaluate=do, has_side_effect=True)
    response = render_response("$(pretending) $(silent)", command_context(is_preview=True), [pretending, silent])
    assert response.text == "as if"
    assert [note.variable for note in response.notes] == ["silent"]


def test_variable_is_left_out_where_its_level_platform_or_caller_is_missing() -> None:
    extra = [
        variable("mods", min_level=7),
        variable("kick", providers=frozenset({"kick"})),
        variable("caller_only", needs_caller=True),
    ]
    low = render_response("$(mods) $(kick) $(caller_only)", command_context(), extra)
    assert low.text == "value"
    assert [note.reason for note in low.notes] == ["Requires Mod or higher", "Not available on twitch"]
    high = render_response("$(mods) $(kick)", command_context(caller=make_caller(level=7), provider="kick"), extra)
    assert high.text == "value value"
    assert render_response("$(caller_only|nobody)", timer_context(), extra).text == "nobody"


def test_response_whose_variables_do_not_wait_is_rendered_without_waiting() -> None:
    running = compile_text("Hello $(user)", VariableRegistry(PURE)).render(command_context())
    with pytest.raises(StopIteration) as end:
        running.send(None)
    assert end.value.value.text == "Hello Juno"


async def test_parsed_text_is_rendered() -> None:
    assert (await render(parse("$(user)").template, REGISTRY, command_context())).text == "Juno"


def test_a_variable_can_have_aliases_and_a_pattern_of_names() -> None:
    def name(_: VariableContext, arguments: Arguments) -> str:
        return arguments.name

    extra = [variable("x", evaluate=name, also=re.compile(r"x\d"), aliases=("ex",))]
    assert render_response("$(X1) $(x) $(Ex) $(x12)", extra=extra).text == "x1 x ex $(x12)"


def test_two_variables_cannot_share_a_name() -> None:
    with pytest.raises(ValueError, match="two"):
        VariableRegistry([variable("one", aliases=("two",)), variable("two")])
