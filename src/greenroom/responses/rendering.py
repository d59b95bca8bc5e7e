"""Renders a compiled response: evaluates each variable; a variable that fails does not affect the others."""

import asyncio
import inspect
from collections.abc import Awaitable, Sequence

from msgspec import Struct, field

from greenroom.accounts.access.rules import role_of
from greenroom.chat.sending.safe_text import (
    MAX_RESPONSE_LENGTH,
    MAX_VALUE_LENGTH,
    clean_value,
    is_blank,
    remove_command_prefix,
)
from greenroom.kernel.logs import get_logger
from greenroom.responses.compiling import CompiledCall, IndexedParts, Parts, compile_parts
from greenroom.responses.parsing import parse
from greenroom.responses.tree import Template
from greenroom.responses.variables import (
    MAX_CALLS,
    Arguments,
    Budget,
    Caller,
    Choose,
    NoValue,
    Refused,
    Variable,
    VariableContext,
    VariableRegistry,
)

log = get_logger(__name__)

CUT = f"Cut after {MAX_RESPONSE_LENGTH} characters"
# Resolution of the event loop's clock: with less time left, nothing can be finished.
TICK_SECONDS = 0.001


class Note(Struct, frozen=True):
    """Why a variable has no value, or a text is cut; `start` and `end` are character positions in the response."""

    # Empty if the note is about the whole response.
    variable: str
    start: int
    end: int
    reason: str


class Rendered(Struct, frozen=True):
    # One line, ready to send; empty if there is nothing to send.
    text: str
    notes: tuple[Note, ...]
    # Whether a variable refused what the caller asked for.
    is_refused: bool = False
    # Whether a variable with a side effect has changed something.
    has_changed: bool = False


class Compiled(Struct, frozen=True):
    """A compiled response, for callers that render it more than once."""

    parts: Parts

    async def render(self, context: VariableContext) -> Rendered:
        """Renders the response; never raises, and does not yield to the event loop unless a variable does."""
        return await _render(self.parts, context)


def compile_template(template: Template, registry: VariableRegistry) -> Compiled:
    return Compiled(compile_parts(template, registry))


def compile_text(text: str, registry: VariableRegistry) -> Compiled:
    return compile_template(parse(text).template, registry)


async def render(template: Template, registry: VariableRegistry, context: VariableContext) -> Rendered:
    """Compiles and renders a response that is rendered once."""
    return await compile_template(template, registry).render(context)


class _Run(Struct):
    context: VariableContext
    notes: list[Note] = field(default_factory=list[Note])
    # Failures of variables with an empty fallback: reported only if the whole response is empty.
    suppressed: list[Note] = field(default_factory=list[Note])
    is_refused: bool = False

    def note(self, call: CompiledCall, reason: str) -> None:
        self.notes.append(_note(call, reason))


def _note(call: CompiledCall, reason: str) -> Note:
    return Note(call.variable.name, call.start, call.end, reason)


async def _render(parts: Parts, context: VariableContext) -> Rendered:
    run = _Run(context)
    pieces = [part if isinstance(part, str) else await _value(part, run) for part in parts]
    authored = 0
    for part, piece in zip(parts, pieces, strict=True):
        if part is not piece and piece:
            break
        authored += len(piece)
    text = remove_command_prefix("".join(pieces), authored)
    if len(text) > MAX_RESPONSE_LENGTH:
        run.notes.append(Note("", 0, 0, CUT))
    notes = run.notes if text else [*run.notes, *run.suppressed]
    return Rendered(text[:MAX_RESPONSE_LENGTH].rstrip(), tuple(notes), run.is_refused, context.budget.has_changed)


async def _text(parts: Parts, run: _Run) -> str:
    return "".join([part if isinstance(part, str) else await _value(part, run) for part in parts])[:MAX_VALUE_LENGTH]


async def _value(call: CompiledCall, run: _Run) -> str:
    """The value, else the fallback, else nothing."""
    value, reason = await _try(call, run)
    if not is_blank(value):
        if reason:
            run.note(call, reason)
        return value
    if call.fallback is not None:
        fallback = await _text(call.fallback, run)
        if reason and is_blank(fallback):
            run.suppressed.append(_note(call, reason))
        return fallback
    if reason:
        run.note(call, reason)
    return ""


async def _try(call: CompiledCall, run: _Run) -> tuple[str, str]:
    """The value, or the reason why there is none; a refusal without a fallback has both."""
    budget = run.context.budget
    if budget.calls <= 0:
        return "", f"A response can use up to {MAX_CALLS} variables"
    budget.calls -= 1
    try:
        value = await _evaluate(call, run)
        budget.has_changed = budget.has_changed or call.variable.has_side_effect
        if len(value) > MAX_VALUE_LENGTH:
            run.note(call, CUT)
        return clean_value(value), ""
    except Refused as error:
        run.is_refused = True
        return "" if call.fallback is not None else clean_value(str(error)), str(error)
    except NoValue as error:
        return "", str(error)
    except TimeoutError:
        return "", "Timed out"
    except Exception:
        # A bug in one variable must not suppress the whole response.
        log.exception("variable_failed", variable=call.variable.name, channel=str(run.context.channel_id))
        return "", "Internal error, see the server log"


async def _evaluate(call: CompiledCall, run: _Run) -> str:
    variable, context = call.variable, run.context
    _check_available(variable, context)
    if variable.choose is not None:
        return await _choose(variable.choose, call, run)
    arguments = call.arguments or await _arguments(call, run)
    evaluate = variable.preview if variable.has_side_effect and context.is_preview else variable.evaluate
    if evaluate is None:
        raise NoValue("Not run in previews")
    result = evaluate(context, arguments)
    if isinstance(result, str):
        return result
    return await _wait_for(result, context.budget, has_side_effect=variable.has_side_effect)


def _check_available(variable: Variable, context: VariableContext) -> None:
    caller = context.caller
    if variable.providers is not None and context.provider not in variable.providers:
        raise NoValue(f"Not available on {context.provider}")
    if variable.needs_caller and caller is None:
        raise NoValue("Not available in timers")
    if caller is not None and _level_for(variable, caller, context) < variable.min_level:
        raise NoValue(f"Requires {role_of(variable.min_level).label} or higher")


def _level_for(variable: Variable, caller: Caller, context: VariableContext) -> int:
    return max(caller.level, context.author_level) if variable.follows_author else caller.level


async def _arguments(call: CompiledCall, run: _Run) -> Arguments:
    values = [await _value(inner, run) for inner in call.calls]
    return Arguments(_filled(call.text, values), tuple(_filled(word, values) for word in call.words), call.name)


def _filled(parts: IndexedParts, values: Sequence[str]) -> str:
    return "".join([part if isinstance(part, str) else values[part] for part in parts])[:MAX_VALUE_LENGTH]


async def _choose(choose: Choose, call: CompiledCall, run: _Run) -> str:
    requests = choose(run.context, call.constant_words)
    noted, suppressed = len(run.notes), len(run.suppressed)
    try:
        index = next(requests)
        while True:
            # Drops notes about words that were only evaluated for a decision, because these words may be empty.
            del run.notes[noted:], run.suppressed[suppressed:]
            index = requests.send(await _word(call, call.words[index], run))
    except StopIteration as end:
        return end.value


async def _word(call: CompiledCall, word: IndexedParts, run: _Run) -> str:
    parts = [part if isinstance(part, str) else await _value(call.calls[part], run) for part in word]
    return "".join(parts)[:MAX_VALUE_LENGTH]


async def _wait_for(result: Awaitable[str], budget: Budget, *, has_side_effect: bool) -> str:
    now = asyncio.get_running_loop().time()
    if budget.deadline is None:
        budget.deadline = now + budget.seconds
    if budget.deadline - now < TICK_SECONDS:
        # Not started at all, because cancelling the variable halfway could leave a change half done.
        if inspect.iscoroutine(result):
            result.close()
        raise TimeoutError
    if has_side_effect:
        # Not cancelled: the change might be made without a result. Variables with side effects limit their own time.
        return await result
    async with asyncio.timeout_at(min(now + budget.value_seconds, budget.deadline)):
        return await result
