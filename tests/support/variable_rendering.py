"""Renders responses without a server, with the variables that need no server."""

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID

from greenroom.features.variables.values import arithmetic, random_values, text
from greenroom.features.variables.values.caller import caller_variables
from greenroom.features.variables.values.conditions import condition_variables
from greenroom.features.variables.values.time_values import time_variables, utc
from greenroom.responses.rendering import Rendered, compile_text
from greenroom.responses.variables import Arguments, Budget, Caller, Variable, VariableContext, VariableRegistry

STREAM_PROVIDERS = ("twitch", "youtube", "kick", "tiktok")
PURE: tuple[Variable, ...] = (
    *caller_variables(),
    *condition_variables(STREAM_PROVIDERS),
    *text.VARIABLES,
    *arithmetic.VARIABLES,
    *random_values.VARIABLES,
    *time_variables(utc),
)
REGISTRY = VariableRegistry(PURE)
NOW = datetime(2026, 11, 15, 20, 30, tzinfo=UTC)


def make_caller(name: str = "Juno", level: int = 0, provider: str = "twitch") -> Caller:
    return Caller(provider, "12826", "juno", name, level)


def command_context(
    query: str = "",
    *,
    caller: Caller | None = None,
    provider: str = "twitch",
    is_preview: bool = False,
    budget: Budget | None = None,
) -> VariableContext:
    return VariableContext(
        channel_id=UUID(int=1),
        connection_id=UUID(int=2),
        provider=provider,
        now=NOW,
        caller=caller or make_caller(provider=provider),
        message_id="message-1",
        query=query,
        is_preview=is_preview,
        budget=budget or Budget(),
    )


def timer_context() -> VariableContext:
    return VariableContext(UUID(int=1), UUID(int=2), "twitch", NOW)


def variable(name: str, value: str = "value", **declared: object) -> Variable:
    """A variable with a constant value, unless `declared` has another `evaluate`."""

    def evaluate(_: VariableContext, __: Arguments) -> str:
        return value

    return Variable(
        **{  # pyright: ignore[reportArgumentType]  # only what a test is about
            "name": name,
            "group": "Tests",
            "summary": "",
            "example": "",
            "shows": "",
            "evaluate": evaluate,
            **declared,
        }
    )


def render_response(text: str, context: VariableContext | None = None, extra: Iterable[Variable] = ()) -> Rendered:
    registry = VariableRegistry([*PURE, *extra])
    return asyncio.run(compile_text(text, registry).render(context or command_context()))


def render_text(text: str, query: str = "", **who: object) -> str:
    return render_response(text, command_context(query, **who)).text  # pyright: ignore[reportArgumentType]  # parameters of `command_context`
