"""CPU time of matching and answering a command, and the time until another process uses a saved command."""

import asyncio
import gc
import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import uvloop
from pydantic import SecretStr

from bench.database_servers import PostgresServer, RedisServer
from bench.figures import Figure, Figures
from bench.live_channel import LiveChannel, live_channel
from greenroom.app import create_app
from greenroom.assembly import build_kernel
from greenroom.features.commands.cache import CommandCache
from greenroom.features.commands.fields import Pattern, Response
from greenroom.features.commands.matching.compiled import CompiledCommand, TriggerPattern
from greenroom.features.commands.matching.matcher import Matcher
from greenroom.features.commands.matching.responses import ResponseCompiler
from greenroom.features.commands.rules import ResponseChoice, UseConditions, parse_message, pick_response
from greenroom.features.commands.schemas import CommandIn
from greenroom.features.commands.service import add_commands
from greenroom.kernel.clock import system_clock
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.ids import new_id
from greenroom.kernel.services import services_of
from greenroom.responses.rendering import Compiled
from greenroom.responses.variables import Caller, CommandUsed, VariableContext
from greenroom.settings import Settings

ROUNDS = 5
MESSAGES = 2_000
FEW, MANY, PATTERNS = 10, 10_000, 1_000
SAVES = 20
USUAL_COUNT = 1_000
NANOSECONDS_PER_MICROSECOND = 1_000
CHANNEL = UUID(int=1)
RESPONSE = "Welcome $(user)! You asked for $(query|nothing), $(touser), $(random.pick one two three) is on $(provider)."


def measure_commands() -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        compiler = services_of(create_app(Settings(data_dir=Path(folder)))).get(ResponseCompiler)
        figures = _cpu_figures(compiler)
    with PostgresServer() as postgres, RedisServer() as redis:
        return figures | uvloop.run(_measure_effective(postgres, redis))


def _cpu_figures(compiler: ResponseCompiler) -> dict[str, Figure]:
    few, many = Matcher.of(_commands(FEW, FEW)), Matcher.of(_commands(MANY, PATTERNS))
    messages = [_message(number) for number in range(MESSAGES)]
    answered: list[float] = []
    small: list[float] = []
    large: list[float] = []
    for _ in range(ROUNDS):
        small.append(_cpu_time(few, compiler, messages))
        large.append(_cpu_time(many, compiler, messages))
        answered.append(_cpu_time(many, compiler, [f"!command{number % FEW} some words" for number in range(MESSAGES)]))
    return {
        "commands": Figure(statistics.median(answered)),
        "commands-growth": Figure(
            statistics.median(more / less for more, less in zip(large, small, strict=True)),
            (f"{statistics.median(small):.1f} µs for each message with {FEW} commands",),
        ),
    }


def _commands(count: int, patterns: int) -> list[CompiledCommand]:
    """Commands that each have one name; the first `patterns` of them also have a pattern."""
    kinds = ("words", "phrase", "phrase", "words", "phrase", "words", "phrase", "words", "phrase", "regex")
    return [
        CompiledCommand(
            id=new_id(),
            names=(f"!command{number}",),
            patterns=(TriggerPattern(kinds[number % 10], f"topic{number} question"),) if number < patterns else (),
            choices=(ResponseChoice(RESPONSE, frozenset(), 1),),
            pick="first",
            response_type="say",
            conditions=UseConditions(True, frozenset(), 0, "always"),
            global_cooldown=5,
            chatter_cooldown=15,
            mods_skip_cooldown=True,
            is_public=True,
        )
        for number in range(count)
    ]


def _message(number: int) -> str:
    """Text of a message; one in ten calls a command by its name, one in ten by its pattern."""
    match number % 10:
        case 0:
            return f"!command{number % FEW} please"
        case 1:
            return f"what about topic{number % FEW} question"
        case _:
            return f"that was the best jump of run {number} so far, wasn't it"


def _cpu_time(matcher: Matcher, compiler: ResponseCompiler, texts: Sequence[str]) -> float:
    """Median CPU time of one message in microseconds, timed in slices of a hundred: one message is too short."""
    gc.collect()
    spent: list[float] = []
    for first in range(0, len(texts), 100):
        began = time.thread_time_ns()
        for text in texts[first : first + 100]:
            _handle(matcher, compiler, text)
        spent.append((time.thread_time_ns() - began) / 100 / NANOSECONDS_PER_MICROSECOND)
    return statistics.median(spent)


def _handle(matcher: Matcher, compiler: ResponseCompiler, text: str) -> None:
    message = parse_message(text, is_reply=False)
    for command in matcher.find(message)[:1]:
        choice = pick_response(command.choices, "twitch", command.pick, use_count=1, chance=lambda: 0.0)
        assert choice is not None
        context = VariableContext(
            channel_id=CHANNEL,
            connection_id=CHANNEL,
            provider="twitch",
            now=datetime.now(UTC),
            caller=Caller("twitch", "7", "viewer7", "Viewer7", 0),
            message_id="m",
            query=message.query,
            command=CommandUsed(command.id, command.name, 1),
        )
        assert _render(command.response(choice, compiler), context)


def _render(response: Compiled, context: VariableContext) -> str:
    """Renders a response whose variables need no waiting."""
    try:
        response.render(context).send(None)
    except StopIteration as end:
        return str(end.value.text)
    raise AssertionError("the response waits for something")


async def _measure_effective(postgres: PostgresServer, redis: RedisServer) -> dict[str, Figure]:
    """Time from saving a command until it is in the cache of a second kernel, which represents another process."""
    url = postgres.url(await postgres.create())
    async with live_channel(url, redis.url) as channel:
        await fill_commands(channel)
        with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
            values = {"data_dir": Path(folder), "database_url": SecretStr(url), "redis_url": SecretStr(redis.url)}
            kernel = build_kernel(Settings.model_validate(values), system_clock)
            cache = CommandCache(kernel)
            cache.start()
            await kernel.bus.start()
            async with kernel.database.read() as session:
                compiled = await cache.get(session, UUID(channel.channel_id))
            waits = [await _save_and_wait(channel, cache, f"!saved{number}") for number in range(SAVES)]
            await cache.stop()
            await kernel.bus.stop()
            await kernel.http.close()
            await kernel.database.close()
    details = f"with {len(compiled.commands):,} commands, the slowest of {SAVES} after {max(waits):.0f} ms"
    return {"commands-effective": Figure(statistics.median(waits), (details,))}


async def fill_commands(channel: LiveChannel, count: int = USUAL_COUNT) -> None:
    """Adds commands that each have a name; each of the first thousand also has a phrase as a trigger."""
    commands = [
        CommandIn(
            cmds=[f"!command{number}"],
            patterns=[Pattern(kind="phrase", text=f"topic{number} question")] if number < USUAL_COUNT else [],
            responses=[Response(text=RESPONSE)],
        )
        for number in range(count)
    ]
    async with channel.kernel.database.write() as session:
        await add_commands(session, UUID(channel.channel_id), commands, ChangedBy("Bench", channel.kernel.clock()))


async def _save_and_wait(channel: LiveChannel, cache: CommandCache, name: str) -> float:
    body = {"cmds": [name], "responses": [{"text": RESPONSE}]}
    began = time.perf_counter()
    await channel.call("POST", f"/channels/{channel.channel_id}/commands", json=body)
    async with channel.kernel.database.read() as session:
        while (await cache.get(session, UUID(channel.channel_id))).matcher.find_by_name(name) is None:  # noqa: ASYNC110  # the cache does not notify
            await asyncio.sleep(0.0005)
    return (time.perf_counter() - began) * 1_000
