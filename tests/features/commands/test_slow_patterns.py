"""Regexes of commands that would take too long for each message are refused."""

import asyncio
import json
import threading
from uuid import UUID

import pytest
from httpx import Response

from greenroom.features.commands import service
from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.matching.matcher import Matcher
from greenroom.features.commands.rules import ParsedMessage
from greenroom.features.commands.schemas import CommandIn
from greenroom.kernel.db.change_tracking import ChangedBy
from support.commands import CommandChannel
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.row_locks import until_transaction_waits

SLOW = [{"kind": "regex", "text": f"(a).{{1,200}}b.{{1,200}}z{number}"} for number in range(80)]


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


def command(name: str, patterns: list[Json]) -> Json:
    return {"cmds": [name], "patterns": patterns, "responses": [{"text": "x"}]}


async def test_matching_time_is_limited_for_all_commands_together(channel: CommandChannel) -> None:
    assert (await channel.send("POST", "/commands", **command("!first", slow_regexes("first")))).status_code == 201
    response = await channel.send(
        "POST", "/commands", **command("!second", [{"kind": "regex", "text": "x"}, *slow_regexes("second")])
    )
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["patterns.1.text"])
    assert "makes matching too slow" in response.json()["message"]


def file_entry(position: int) -> str:
    pattern = f"{{kind: regex, text: '{SLOW[position]['text']}'}}"
    return f"- cmds: ['!c{position}']\n  patterns: [{pattern}]\n  responses: [{{text: x}}]\n"


async def test_file_with_slow_patterns_is_refused(channel: CommandChannel) -> None:
    content = "greenroom: 1\ncommands:\n" + "".join(map(file_entry, range(len(SLOW))))
    response = await channel.send("POST", "/channel-file/apply", content=content)
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["commands"])


def slow_regexes(name: str) -> list[Json]:
    """Regexes that take more than half of the time that a channel has for matching."""
    return [{"kind": "regex", "text": f"!{'.{1,100}' * 12}#{name}"}]


async def test_regexes_near_the_limit_are_matched_in_a_thread(
    channel: CommandChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    find = Matcher.find

    def find_and_record(matcher: Matcher, message: ParsedMessage) -> list[CompiledCommand]:
        threads.append(threading.current_thread().name)
        return find(matcher, message)

    monkeypatch.setattr(Matcher, "find", find_and_record)
    await channel.connect("twitch")
    assert (await channel.send("POST", "/commands", **command("!slow", slow_regexes("slow")))).status_code == 201
    await channel.send_chat("hello there")
    assert [name.partition("_")[0] for name in threads] == ["matching"]


async def test_limit_of_a_file_includes_commands_that_the_file_leaves_unchanged(channel: CommandChannel) -> None:
    async def apply(name: str, *, remove_missing: bool = False) -> Response:
        content = json.dumps({"greenroom": 2, "commands": [command(name, slow_regexes(name))]})
        return await channel.send("POST", "/channel-file/apply", content=content, remove_missing=remove_missing)

    assert (await apply("!first")).status_code == 200
    response = await apply("!second")
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["commands"])
    assert "makes matching too slow" in response.json()["message"]
    assert await channel.list_commands(q="!second") == []
    assert (await apply("!second", remove_missing=True)).status_code == 200
    assert await channel.list_commands(q="!first") == []


async def test_limit_of_an_import_includes_the_commands_of_the_channel(channel: CommandChannel) -> None:
    response = await channel.send("POST", "/commands", **command("!first", slow_regexes("first")))
    assert response.status_code == 201

    async def merge(name: str, conflicts: str) -> Response:
        row = {"kind": "commands", "entry": command(name, slow_regexes("new")), "conflicts": conflicts}
        return await channel.send("POST", "/imports", source="nightbot", rows=[row])

    response = await merge("!second", "skip")
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["commands"])
    assert (await merge("!first", "replace")).status_code == 200


@pytest.mark.on_postgres
@pytest.mark.parametrize("is_new", [True, False])
async def test_concurrent_saves_share_the_limit(
    greenroom: GreenroomServer, channel: CommandChannel, is_new: bool
) -> None:
    saved = await channel.make("!saved")
    first = CommandIn.model_validate(command("!first", slow_regexes("first")))
    async with greenroom.kernel.database.write() as session:
        by = ChangedBy("Robin", greenroom.kernel.clock())
        await service.create_command(session, UUID(channel.channel_id), first, by)
        method, path = ("POST", "/commands") if is_new else ("PUT", f"/commands/{saved['id']}")
        sending = asyncio.create_task(channel.send(method, path, **command("!second", slow_regexes("second"))))
        await until_transaction_waits(greenroom)
    response = await sending
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["patterns.0.text"])


async def test_command_over_the_limit_can_be_edited_if_it_gets_no_slower(
    greenroom: GreenroomServer, channel: CommandChannel
) -> None:
    patterns = [*slow_regexes("one"), *slow_regexes("two")]
    async with greenroom.kernel.database.write() as session:
        by = ChangedBy("Robin", greenroom.kernel.clock())
        fields = CommandIn.model_validate(command("!slow", patterns))
        saved = await service.create_command(session, UUID(channel.channel_id), fields, by)
    path = f"/commands/{saved.id}"
    changed = await channel.send("PUT", path, **command("!slow", [*slow_regexes("one"), *slow_regexes("ten")]))
    assert changed.status_code == 200
    longer = await channel.send("PUT", path, **command("!slow", [*patterns, *slow_regexes("three")]))
    assert (refusal(longer), error_fields(longer)) == ((422, "invalid"), ["patterns.2.text"])


@pytest.mark.both_databases
async def test_of_four_slow_commands_created_at_once_one_is_saved(channel: CommandChannel) -> None:
    bodies = [command(f"!new{name}", slow_regexes(name)) for name in ("one", "two", "three", "four")]
    responses = await asyncio.gather(*(channel.send("POST", "/commands", **one) for one in bodies))
    assert sorted(one.status_code for one in responses) == [201, 422, 422, 422]
    assert len(await channel.list_commands(q="!new")) == 1
