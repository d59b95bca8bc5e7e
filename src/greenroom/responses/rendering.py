"""From an answer that is ready to what is said: every variable is asked, and none can spoil the others."""

import asyncio
import inspect
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field

from greenroom.chat.sending.safe_text import LONGEST_ANSWER, LONGEST_VALUE, clean_value, escape_command_prefix, is_blank
from greenroom.kernel.logs import get_logger
from greenroom.responses.compiling import Parts, Pointed, ReadyCall, compile_parts
from greenroom.responses.parsing import parse
from greenroom.responses.tree import Template
from greenroom.responses.variables import (
    MAX_CALLS,
    Arguments,
    Budget,
    Choose,
    NoValue,
    Variable,
    VariableContext,
    VariableRegistry,
)
from greenroom.tenancy.access.rules import role_of

log = get_logger(__name__)

CUT = f"Cut after {LONGEST_ANSWER} characters"
# The loop of the server counts milliseconds: with less than one left, nothing could be finished.
TICK_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Note:
    """What chat did not get to see, and why; `start` and `end` count characters of the answer as it is written."""

    # Empty when it is about the whole of it.
    variable: str
    start: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True)
class Rendered:
    # One line that may be said as it is; empty when there is nothing to say.
    text: str
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Compiled:
    """An answer that is kept by whoever says it more than once."""

    parts: Parts

    async def render(self, occasion: VariableContext) -> Rendered:
        """Never raises; done without a pause when no variable has to wait."""
        return await _render(self.parts, occasion)


def compile_template(template: Template, registry: VariableRegistry) -> Compiled:
    return Compiled(compile_parts(template, registry))


def compile_text(text: str, registry: VariableRegistry) -> Compiled:
    return compile_template(parse(text).template, registry)


async def render(template: Template, registry: VariableRegistry, occasion: VariableContext) -> Rendered:
    """For what is said once."""
    return await compile_template(template, registry).render(occasion)


@dataclass(slots=True)
class _Run:
    occasion: VariableContext
    notes: list[Note] = field(default_factory=list[Note])
    # Of variables that have a fallback which says nothing: told where nothing else is said.
    hushed: list[Note] = field(default_factory=list[Note])

    def note(self, call: ReadyCall, reason: str) -> None:
        self.notes.append(_note(call, reason))


def _note(call: ReadyCall, reason: str) -> Note:
    return Note(call.variable.name, call.start, call.end, reason)


async def _render(parts: Parts, occasion: VariableContext) -> Rendered:
    run = _Run(occasion)
    pieces = [part if isinstance(part, str) else await _value(part, run) for part in parts]
    written = 0
    for part, piece in zip(parts, pieces, strict=True):
        if part is not piece and piece:
            break
        written += len(piece)
    text = escape_command_prefix("".join(pieces), written)
    if len(text) > LONGEST_ANSWER:
        run.notes.append(Note("", 0, 0, CUT))
    notes = run.notes if text else [*run.notes, *run.hushed]
    return Rendered(text[:LONGEST_ANSWER].rstrip(), tuple(notes))


async def _text(parts: Parts, run: _Run) -> str:
    return "".join([part if isinstance(part, str) else await _value(part, run) for part in parts])[:LONGEST_VALUE]


async def _value(call: ReadyCall, run: _Run) -> str:
    """What is put in its place: its value, else its fallback, else nothing."""
    value, reason = await _try(call, run)
    if not is_blank(value):
        return value
    if call.fallback is not None:
        otherwise = await _text(call.fallback, run)
        if reason and is_blank(otherwise):
            run.hushed.append(_note(call, reason))
        return otherwise
    if reason:
        run.note(call, reason)
    return ""


async def _try(call: ReadyCall, run: _Run) -> tuple[str, str]:
    """The value, or why there is none."""
    budget = run.occasion.budget
    if budget.calls <= 0:
        return "", f"A response can use up to {MAX_CALLS} variables"
    budget.calls -= 1
    try:
        value = await _evaluate(call, run)
        if len(value) > LONGEST_VALUE:
            run.note(call, CUT)
        return clean_value(value), ""
    except NoValue as error:
        return "", str(error)
    except TimeoutError:
        return "", "Timed out"
    except Exception:
        # Whatever is wrong with one of them is no reason to say nothing at all.
        log.exception("variable_failed", variable=call.variable.name, channel=str(run.occasion.channel_id))
        return "", "Internal error, see the server log"


async def _evaluate(call: ReadyCall, run: _Run) -> str:
    variable, occasion = call.variable, run.occasion
    _admit(variable, occasion)
    if variable.choose is not None:
        return await _choose(variable.choose, call, run)
    given = call.given or await _given(call, run)
    evaluate = variable.pretend if variable.has_side_effect and occasion.is_trial else variable.evaluate
    if evaluate is None:
        raise NoValue("Not run in previews")
    result = evaluate(occasion, given)
    if isinstance(result, str):
        return result
    return await _wait_for(result, occasion.budget, is_deed=variable.has_side_effect)


def _admit(variable: Variable, occasion: VariableContext) -> None:
    caller = occasion.caller
    if variable.providers is not None and occasion.provider not in variable.providers:
        raise NoValue(f"Not available on {occasion.provider}")
    if variable.needs_caller and caller is None:
        raise NoValue("Not available in timers")
    if caller is not None and caller.level < variable.least_level:
        raise NoValue(f"Requires {role_of(variable.least_level).label} or higher")


async def _given(call: ReadyCall, run: _Run) -> Arguments:
    values = [await _value(inner, run) for inner in call.calls]
    return Arguments(_filled(call.text, values), tuple(_filled(word, values) for word in call.words), call.name)


def _filled(parts: Pointed, values: Sequence[str]) -> str:
    return "".join([part if isinstance(part, str) else values[part] for part in parts])[:LONGEST_VALUE]


async def _choose(choose: Choose, call: ReadyCall, run: _Run) -> str:
    asking = choose(run.occasion, call.known)
    noted, hushed = len(run.notes), len(run.hushed)
    try:
        place = next(asking)
        while True:
            # What was only looked at to decide may well have been nothing: that is what the question was.
            del run.notes[noted:], run.hushed[hushed:]
            place = asking.send(await _word(call, call.words[place], run))
    except StopIteration as end:
        return end.value


async def _word(call: ReadyCall, word: Pointed, run: _Run) -> str:
    parts = [part if isinstance(part, str) else await _value(call.calls[part], run) for part in word]
    return "".join(parts)[:LONGEST_VALUE]


async def _wait_for(result: Awaitable[str], budget: Budget, *, is_deed: bool) -> str:
    now = asyncio.get_running_loop().time()
    if budget.deadline is None:
        budget.deadline = now + budget.seconds
    if budget.deadline - now < TICK_SECONDS:
        # Begun and broken off, it might have changed half of something.
        if inspect.iscoroutine(result):
            result.close()
        raise TimeoutError
    if is_deed:
        # Broken off, it might have changed something and told nobody: it sees for itself that it ends soon.
        return await result
    async with asyncio.timeout_at(min(now + budget.value_seconds, budget.deadline)):
        return await result
