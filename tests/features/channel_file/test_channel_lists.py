"""What every declared list of a channel has in common: a new list needs only an example here."""

import asyncio
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import yaml
from sqlalchemy import UniqueConstraint, insert, select

from greenroom.accounts.access.rules import REQUIRED_ROLE, Role
from greenroom.channel_file.lists.row_list import RowList
from greenroom.kernel.ids import new_id
from support.api_tokens import client_with_scopes
from support.audit_log import AuditedChannel, values
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.timers import timer_body
from support.waiting import MAX_WAIT_SECONDS

AnyList = RowList[Any, Any, Any]


@dataclass(frozen=True)
class Example:
    body: Json
    # Fields that an edit changes, besides the name.
    edit: Json


EXAMPLES = {
    "timers": Example(timer_body(), {"interval_minutes": 45}),
    "queues": Example({"name": "Duos"}, {"group_size": 2}),
    "quotes": Example({"text": "I meant to do that"}, {"category": "Celeste"}),
    "webhooks": Example(
        {"name": "Overlay", "url": "https://example.com/hook", "events": ["activity.follow"]},
        {"events": ["activity.raid"]},
    ),
}
# Not the webhooks, whose URLs and secrets are in no file.
IN_FILE = [many for many in EXAMPLES if many != "webhooks"]
NAMED = [many for many, example in EXAMPLES.items() if "name" in example.body]


@dataclass
class ListedChannel(AuditedChannel):
    greenroom: GreenroomServer
    of: AnyList
    example: Example

    @property
    def list_path(self) -> str:
        return f"{self.path}/{self.of.many}"

    @property
    def edited(self) -> Json:
        return {**self.example.body, **self.example.edit}

    async def post(self, body: Json | None = None) -> httpx.Response:
        return await self.client.ask("POST", self.list_path, json=body or self.example.body)

    async def make(self, body: Json | None = None) -> Json:
        answer = await self.post(body)
        assert answer.status_code == 201, answer.text
        # A new webhook is shown with its secret.
        return answer.json().get(self.of.one, answer.json())

    async def save(self, row: Json, body: Json, **query: int) -> httpx.Response:
        return await self.client.ask("PUT", f"{self.list_path}/{row['id']}", json=body, params=query)

    async def remove(self, row: Json) -> httpx.Response:
        return await self.client.ask("DELETE", f"{self.list_path}/{row['id']}")

    async def records(self) -> list[Json]:
        return (await self.client.get(self.list_path))["records"]

    async def file(self) -> str:
        query = {"section": self.of.many}
        return (await self.client.ask("GET", f"{self.path}/channel-file", params=query)).text

    async def fill(self) -> None:
        """Copies the only row until the list is full."""
        table = self.of.model.__table__
        unique = {
            column.name
            for one in table.constraints
            if isinstance(one, UniqueConstraint)
            for column in one.columns
            if column.name != "channel_id"
        }
        async with self.greenroom.kernel.database.write() as session:
            (row,) = (await session.execute(select(table))).mappings()
            copies = [
                {**row, "id": new_id()}
                | {name: f"{row[name]} {number}" if isinstance(row[name], str) else number + 1 for name in unique}
                for number in range(1, self.of.limit)
            ]
            await session.execute(insert(table), copies)

    def announced(self) -> asyncio.Event:
        """Set as soon as something is published on the list's topic."""
        announced = asyncio.Event()
        self.greenroom.kernel.bus.subscribe(lambda _, __: announced.set(), f"{self.channel_id}:{self.of.many}")
        return announced


def declared_lists(greenroom: GreenroomServer) -> dict[str, AnyList]:
    return {one.many: one for feature in greenroom.features for one in feature.lists}


@pytest.fixture(params=EXAMPLES)
def channel(
    request: pytest.FixtureRequest, greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> ListedChannel:
    of = declared_lists(greenroom)[request.param]
    return ListedChannel(owner, channel_id, greenroom, of, EXAMPLES[request.param])


async def test_every_declared_list_has_an_example(greenroom: GreenroomServer) -> None:
    assert set(declared_lists(greenroom)) == set(EXAMPLES)


async def test_rows_of_other_channels_and_deleted_rows_are_not_found(channel: ListedChannel) -> None:
    row, body = await channel.make(), channel.edited
    other = ListedChannel(
        channel.client, await channel.client.create_channel("Elsewhere"), channel.greenroom, channel.of, channel.example
    )
    missing = (404, f"{channel.of.one}_not_found")
    assert [refusal(await other.save(row, body)), refusal(await other.remove(row))] == [missing] * 2
    assert (await channel.remove(row)).status_code == 204
    assert [refusal(await channel.save(row, body)), refusal(await channel.remove(row))] == [missing] * 2
    assert await channel.records() == []


async def test_outdated_revision_is_refused_and_names_who_changed_the_row(channel: ListedChannel) -> None:
    row = await channel.make()
    saved = await channel.save(row, channel.edited, revision=row["revision"])
    assert (saved.status_code, saved.json()["revision"]) == (200, row["revision"] + 1)
    refused = await channel.save(row, channel.example.body, revision=row["revision"])
    assert refusal(refused) == (409, f"{channel.of.one}_changed")
    assert refused.json()["message"] == f"JunoPlays has changed this {channel.of.one} meanwhile. Nothing was saved."
    assert (await channel.save(row, channel.example.body)).json()["revision"] == row["revision"] + 2


async def test_full_list_takes_no_more_rows(channel: ListedChannel) -> None:
    await channel.make()
    await channel.fill()
    body = {**channel.example.body, **({"name": "One more"} if "name" in channel.example.body else {})}
    assert refusal(await channel.post(body)) == (409, f"too_many_{channel.of.many}")


@pytest.mark.parametrize("channel", NAMED, indirect=True)
async def test_names_are_unique_ignoring_case(channel: ListedChannel) -> None:
    row = await channel.make({**channel.example.body, "name": "Straße"})
    other = await channel.make({**channel.example.body, "name": "Socials"})
    taken = await channel.post({**channel.example.body, "name": "STRASSE"})
    assert (refusal(taken), error_fields(taken)) == ((409, "name_taken"), ["name"])
    assert refusal(await channel.save(other, {**channel.edited, "name": "strasse"})) == (409, "name_taken")
    assert (await channel.save(row, {**channel.edited, "name": "STRASSE"})).status_code == 200


async def test_each_change_is_published_on_the_topic_of_the_list(channel: ListedChannel) -> None:
    created = channel.announced()
    row = await channel.make()
    await asyncio.wait_for(created.wait(), MAX_WAIT_SECONDS)
    saved = channel.announced()
    await channel.save(row, channel.edited)
    await asyncio.wait_for(saved.wait(), MAX_WAIT_SECONDS)
    deleted = channel.announced()
    await channel.remove(row)
    await asyncio.wait_for(deleted.wait(), MAX_WAIT_SECONDS)


async def test_edit_is_in_the_audit_log_and_can_be_undone(channel: ListedChannel) -> None:
    row = await channel.make()
    await channel.save(row, channel.edited)
    line = await channel.newest()
    assert (line["section"], line["section_title"], set(values(line))) == (
        channel.of.many,
        channel.of.label,
        set(channel.example.edit),
    )
    assert (await channel.undo(line)).status_code == 200
    (restored,) = await channel.records()
    assert {name: restored[name] for name in channel.example.edit} == {name: row[name] for name in channel.example.edit}


async def test_deletion_can_be_undone_or_says_why_not(channel: ListedChannel) -> None:
    row = await channel.make()
    await channel.remove(row)
    line = await channel.newest()
    if channel.of.no_undo:
        assert (line["undo"], line["undo_reason"]) == ("none", channel.of.no_undo)
        return
    assert (await channel.undo(line)).status_code == 200
    (restored,) = await channel.records()
    assert {name: restored[name] for name in channel.of.given.model_fields} == {
        name: row[name] for name in channel.of.given.model_fields
    }


async def test_creation_can_be_undone(channel: ListedChannel) -> None:
    await channel.make()
    assert (await channel.undo(await channel.newest())).status_code == 200
    assert await channel.records() == []


@pytest.mark.parametrize("channel", IN_FILE, indirect=True)
async def test_list_is_written_to_a_file_and_read_back(channel: ListedChannel) -> None:
    row = await channel.make()
    written = await channel.file()
    await channel.remove(row)
    announced = channel.announced()
    await channel.change("POST", "channel-file/apply", json={"content": written})
    await asyncio.wait_for(announced.wait(), MAX_WAIT_SECONDS)
    assert yaml.safe_load(await channel.file()) == yaml.safe_load(written)
    assert len(await channel.records()) == 1


async def test_roles_below_those_of_the_permissions_are_refused(channel: ListedChannel) -> None:
    row = await channel.make()
    reading, editing = REQUIRED_ROLE[channel.of.read], REQUIRED_ROLE[channel.of.manage]
    lower = max((role for role in Role if Role.PUBLIC < role < editing), default=Role.MOD)
    staff = await channel.greenroom.staff("odalys_", channel.channel_id, lower)
    theirs = ListedChannel(staff, channel.channel_id, channel.greenroom, channel.of, channel.example)
    read = await staff.ask("GET", channel.list_path)
    assert read.status_code == (200 if lower >= reading else 403)
    answers = (await theirs.post(), await theirs.save(row, channel.edited), await theirs.remove(row))
    assert [refusal(answer) for answer in answers] == [(403, "forbidden")] * 3


@pytest.mark.parametrize("channel", IN_FILE, indirect=True)
async def test_file_read_with_a_token_has_the_list_if_the_token_may_read_it(channel: ListedChannel) -> None:
    await channel.make()
    allowed = await client_with_scopes(channel.client, "channel.read", channel.of.read)
    refused = await client_with_scopes(channel.client, "channel.read")
    path = f"{channel.path}/channel-file"
    files = [yaml.safe_load((await one.ask("GET", path)).text) for one in (allowed, refused)]
    assert [channel.of.many in file for file in files] == [True, False]
