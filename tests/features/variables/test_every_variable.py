"""Variables on a real database: each makes the calls that its `cost` declares, and none breaks a response."""

import dataclasses
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from greenroom.accounts.access.rules import Role
from greenroom.accounts.stream_platforms import StreamPlatform
from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.emotes.emote import Emote, EmoteChannel
from greenroom.chat.protocol.actions import (
    Category,
    CountFollowers,
    ListChatters,
    ListEmotes,
    LookUpViewer,
    Receipt,
    SearchCategories,
    dropped,
    refused,
)
from greenroom.chat.protocol.events import Chatter
from greenroom.chat.sending.safe_text import MAX_RESPONSE_LENGTH, begins_command
from greenroom.features.commands.schemas import CommandIn
from greenroom.features.commands.service import create_command
from greenroom.features.quotes.variables import variables as quote_variables
from greenroom.features.variables.feature import platform_variables, variables
from greenroom.features.variables.values import viewers
from greenroom.features.watch_time.variables import variables as watch_time_variables
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.errors import Unavailable
from greenroom.responses.variables import VariableRegistry
from support.command_pipeline import commands_of
from support.public_server import PublicServer, open_public_server
from support.server_fixtures import shared_loop_fixture
from support.variables import FakeEmoteService, VariableRunner
from support.waiting import wait_until

READ_ONLY_ACTIONS = (CountFollowers, ListChatters, ListEmotes, LookUpViewer, SearchCategories)
CHANGED_TABLES = ("counters", "kept_values", "quotes", "moderation_entries")


@dataclass(frozen=True)
class RecordingEmoteService(FakeEmoteService):
    requested: list[str] = field(default_factory=list[str])

    async def of(self, channel: EmoteChannel) -> list[Emote]:
        self.requested.append(self.key)
        return await super().of(channel)


@dataclass
class VariableWorld:
    """A variable runner, with the calls that platforms and web services received."""

    runner: VariableRunner
    server: PublicServer
    emote_requests: list[str]

    @property
    def platform_calls(self) -> int:
        return len(self.runner.performed)

    @property
    def web_calls(self) -> int:
        return len(self.emote_requests) + len(self.server.requests)

    async def until_idle(self) -> None:
        await wait_until(lambda: self.runner.sender.is_idle)

    async def read_tables(self) -> list[object]:
        """The rows of all tables that a response can change."""
        return [await self.runner.rows(f"SELECT * FROM {table} ORDER BY 1, 2") for table in CHANGED_TABLES]  # noqa: S608  # our own names


@shared_loop_fixture()
async def world(variable_runner: VariableRunner, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[VariableWorld]:
    """The variables of four features, with platforms and services that record their calls."""
    drill = StreamPlatform("drill", "Drill", reports_follow_date=True, reports_account_age=True)
    monkeypatch.setattr(viewers, "stream_platforms", lambda: (drill,))
    emote_requests: list[str] = []
    emotes = EmoteCache(
        [RecordingEmoteService(key, key, ("catJAM",), emote_requests) for key in ("7tv", "betterttv", "frankerfacez")],
        variable_runner.kernel.clock,
    )
    async with open_public_server() as server:
        server.on("/users", b'{"data": [{"name": "Juno"}]}', "application/json")
        fetcher = server.fetcher()
        kernel = replace(variable_runner.kernel, safe_fetcher=fetcher)
        registry = VariableRegistry(
            [
                *variables(kernel, ["drill"]),
                *platform_variables(replace(variable_runner.platform_access, emotes=emotes)),
                *watch_time_variables(kernel),
                *quote_variables(kernel),
            ]
        )
        await variable_runner.add_messages_from("7", "8")
        robin = Chatter(id="9", login="robin", name="Robin")
        await variable_runner.pipeline.process(variable_runner.pipeline.chat_message("hi", by="9", chatter=robin))
        loop = CommandIn.model_validate({"cmds": ["!loop"], "responses": [{"text": "$(command !loop $(count))"}]})
        async with kernel.database.write() as session:
            await create_command(session, variable_runner.pipeline.channel_id, loop, ChangedBy("Juno", kernel.clock()))
        # Adds the variables of the commands to the registry.
        async with commands_of(variable_runner.kernel, variable_runner.sender, registry):
            yield VariableWorld(dataclasses.replace(variable_runner, registry=registry), server, emote_requests)
        await fetcher.close()
    await emotes.close()


async def test_declared_cost_of_each_variable_matches_its_calls(world: VariableWorld) -> None:
    runner = world.runner
    measured: dict[str, str] = {}
    for number, variable in enumerate(runner.registry, start=100):
        platform, web = world.platform_calls, world.web_calls
        # A different user each time, as lookups are cached.
        await runner.render(variable.example, "Viewer8 Speedruns", level=Role.EDITOR, by=str(number))
        await world.until_idle()
        if world.platform_calls > platform:
            measured[variable.name] = "platform"
        elif world.web_calls > web:
            measured[variable.name] = "web"
    declared = {one.name: one.cost for one in runner.registry if one.cost in {"platform", "web"}}
    assert measured == declared
    assert {"urlfetch": "web", "settitle": "platform", "emotes.ffz": "web"}.items() <= declared.items()


# Arguments that a user may type.
HOSTILE = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        [
            *(
                "$(count x +1)",
                "/ban juno",
                "!cmd",
                "@Viewer8 5m",
                "Viewer7",
                "-1",
                "9" * 40,
                "1 99999999999d",
                "\0\n!x",
            ),
            *(
                "12 \u202e/x",
                "https://example.com/users",
                "https://127.0.0.1/",
                "json.data.0 x",
                "'",
                "a|b",
                "!loop !loop",
            ),
        ]
    ),
)
TEMPLATES = st.lists(
    st.sampled_from(
        [
            *("$(count $(1))", "$(count $(query) +$(1))", "$(getcount $(query))", "$(var.set $(1) $(query))"),
            *("$(var.get $(1)|none)", "$(quote.add $(query))", "$(quote.edit $(query))"),
            *("$(quote.delete $(1))", "$(quote $(query))", "$(command $(query))", "$(command !loop $(query))"),
            *("$(timeout $(query))", "$(permit $(1))", "$(shoutout $(1))", "$(delete)", "$(settitle $(query))"),
            *("$(setgame $(query))", "$(lastseen $(1))", "$(watchtime $(1))", "$(streak $(query))"),
            *("$(followage $(1))", "$(accountage $(1))", "$(channel.followers)", "$(random.chatter)"),
            *("$(emotes.7tv)", "$(emotes.drill)", "$(urlfetch $(query))", "$(commands)", " ", "/"),
            *("$(customapi json.$(1) https://example.com/$(2))", "$(urlfetch $(timeout $(1) 60))"),
            "$(commands.link)",
        ]
    ),
    min_size=1,
    max_size=6,
).map("".join)
OUTCOMES = st.lists(
    st.sampled_from(
        [
            Receipt("done", categories=(Category("1", "/ban"),), names=("!x", "\0"), followers=-1),
            *(refused("/no"), dropped("$(user)"), Unavailable("Away."), RuntimeError("broken")),
        ]
    ),
    max_size=4,
)


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(template=TEMPLATES, query=HOSTILE, by=st.sampled_from("78"), outcomes=OUTCOMES, is_preview=st.booleans())
async def test_hostile_arguments_break_no_response_and_previews_change_nothing(
    world: VariableWorld, template: str, query: str, by: str, outcomes: list[Receipt | Exception], is_preview: bool
) -> None:
    runner = world.runner
    runner.platform.outcomes.clear()
    runner.platform.outcomes.extend(outcomes)
    before, performed_before, permits = await world.read_tables(), len(runner.performed), len(runner.permits)
    answer = await runner.render(template, query, level=Role.EDITOR, by=by, is_preview=is_preview)
    assert len(answer.text) <= MAX_RESPONSE_LENGTH
    assert not begins_command(answer.text)
    assert all(note.reason for note in answer.notes)
    await world.until_idle()
    if is_preview:
        assert (await world.read_tables(), len(runner.permits)) == (before, permits)
        assert all(isinstance(one, READ_ONLY_ACTIONS) for one in runner.performed[performed_before:])
