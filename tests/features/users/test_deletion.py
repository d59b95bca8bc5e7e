"""Account deletion: deleted and kept data, and the error for an old token."""

import asyncio
import base64
from uuid import UUID

import pytest
from sqlalchemy import text

from greenroom.accounts.access.rules import Role
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.features.points.ledger.ledger import Actor, Movement, Reason, post
from greenroom.features.sending.models import SentMessage
from greenroom.features.viewers.models import ViewerNote
from greenroom.kernel.db.change_tracking import STAFF_NAME
from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id
from support.channel_deletion import deletion_job
from support.commands import command_body
from support.filters import filter_body
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal
from support.timers import timer_body

USERNAME = {"username": "junoplays"}
# A picture of one pixel.
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
# Every column that holds the name of a member of staff or of their API token.
NAME_COLUMNS = {
    "announcement_settings": ["updated_by"],
    "audit_entries": ["author_name", "author_token", "subject_name"],
    "channel_versions": ["created_by"],
    "command_templates": ["created_by", "updated_by"],
    "commands": ["created_by", "updated_by"],
    "filters": ["updated_by"],
    "game_settings": ["updated_by"],
    "giveaways": ["created_by", "updated_by"],
    "link_codes": ["made_by"],
    "media": ["created_by"],
    "moderation_entries": ["actor_name", "undone_by"],
    "panics": ["pressed_by"],
    "point_entries": ["actor_name"],
    "queues": ["created_by", "updated_by"],
    "quotes": ["created_by", "updated_by"],
    "sent_messages": ["author_name"],
    "song_request_settings": ["updated_by"],
    "timers": ["created_by", "updated_by"],
    "viewer_notes": ["author_name"],
    "webhooks": ["updated_by"],
    "widgets": ["created_by", "updated_by"],
}
SIGNED_TABLES = sorted(set(NAME_COLUMNS) - {"command_templates", "link_codes"})


async def sign_everything(greenroom: GreenroomServer, client: ApiClient, channel_id: str) -> None:
    """Creates an entry signed by this user in each of the tables `SIGNED_TABLES`."""
    for path, body in (
        ("commands", command_body()),
        ("quotes", {"text": "I meant to do that"}),
        ("queues", {"name": "Races"}),
        ("timers", timer_body("Drink water")),
        ("filters", filter_body()),
        ("giveaways", {"title": "Keycap set", "keyword": "!keycap"}),
        ("channel-versions", {}),
        ("widgets", {"name": "Bottom left", "type": "chat"}),
        ("webhooks", {"name": "Lights", "url": "https://example.com/", "events": ["moderation"]}),
    ):
        answer = await client.ask("POST", f"/channels/{channel_id}/{path}", json=body)
        assert answer.status_code == 201, answer.text
    for path in ("games/roulette", "announcements", "song-requests/settings"):
        saved = await client.ask("PUT", f"/channels/{channel_id}/{path}", json={})
        assert saved.status_code == 200, saved.text
    upload = await client.ask("POST", f"/channels/{channel_id}/media", params={"name": "Dot"}, content=PICTURE)
    assert upload.status_code == 201, upload.text
    assert (await client.ask("POST", f"/channels/{channel_id}/panic")).status_code == 200
    user = await client.get("/user")
    now, viewer = greenroom.kernel.clock(), {"provider": "twitch", "viewer_id": "1"}
    channel, author = UUID(channel_id), {"author_name": user["display_name"], "created_at": now}
    note = ViewerNote(channel_id=channel, text="Kind", author_id=UUID(user["id"]), **viewer, **author)
    sent = SentMessage(
        channel_id=channel, id=new_id(), user_id=UUID(user["id"]), speaker="me", text="Hi", revision=1, **author
    )
    empty = {"viewer_name": "", "reason": "", "message_id": "", "message_text": "", "detail": "", "outcome": "done"}
    entry = ModerationEntry(
        channel_id=channel,
        connection_id=new_id(),
        action="ban",
        actor_kind="user",
        actor_name=user["display_name"],
        actor_id=UUID(user["id"]),
        undone_by=user["display_name"],
        is_confirmed=True,
        created_at=now,
        **viewer,
        **empty,
    )
    async with greenroom.kernel.database.write() as session:
        session.add_all([note, sent, entry])
        movement = Movement(("twitch", "1"), 5, Reason.ADJUSTED, actor=Actor(UUID(user["id"]), user["display_name"]))
        await post(session, channel, [movement], now)


async def stored_names(greenroom: GreenroomServer) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for table in SIGNED_TABLES:
        rows = await greenroom.rows(f"SELECT {', '.join(NAME_COLUMNS[table])} FROM {table}")  # noqa: S608  # named above
        found[table] = {name for row in rows for name in row.values() if name}
    return found


def test_every_column_with_the_name_of_staff_is_listed() -> None:
    found: dict[str, list[str]] = {}
    for table in Table.metadata.sorted_tables:
        names = sorted(column.name for column in table.columns if STAFF_NAME in column.info)
        if names:
            found[table.name] = names
    assert found == NAME_COLUMNS


@pytest.mark.both_databases
async def test_deletion_removes_the_name_from_entries_of_kept_channels(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await greenroom.staff("odalys_", channel_id, Role.OWNER)
    await sign_everything(greenroom, owner, channel_id)
    assert all("JunoPlays" in names for names in (await stored_names(greenroom)).values())
    assert (await owner.ask("DELETE", "/user", params=USERNAME)).status_code == 204
    after = await stored_names(greenroom)
    assert {table: names for table, names in after.items() if "JunoPlays" in names} == {}
    assert all("Deleted user" in names for names in after.values())


async def test_deletion_keeps_the_entries_of_another_user_with_the_same_name(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    odalys = await greenroom.staff("odalys_", channel_id, Role.OWNER)
    async with greenroom.kernel.database.write() as session:
        await session.execute(text("UPDATE users SET display_name = 'JunoPlays'"))
    await sign_everything(greenroom, odalys, channel_id)
    await owner.ask("DELETE", "/user", params=USERNAME)
    assert all("JunoPlays" in names for names in (await stored_names(greenroom)).values())


@pytest.mark.rows("V1", "K2")
async def test_deletion_requires_the_exact_username(owner: ApiClient) -> None:
    wrong = ("", "JunoPlays", "junoplays ", "odalys_", "junoplays\u0000")
    answers = [await owner.ask("DELETE", "/user", params={"username": one}) for one in wrong]
    answers.append(await owner.ask("DELETE", "/user"))
    assert {refusal(answer) for answer in answers} == {(422, "invalid")}
    assert [error_fields(answer) for answer in answers] == [["username"]] * len(answers)
    assert await owner.get("/user")


@pytest.mark.rows("K2", "P8", "T11")
async def test_token_of_a_deleted_user_gets_a_specific_error(greenroom: GreenroomServer, owner: ApiClient) -> None:
    other_session = await greenroom.sign_in()
    assert (await owner.ask("DELETE", "/user", params=USERNAME)).status_code == 204
    answers = [await client.ask("GET", path) for client in (owner, other_session) for path in ("/user", "/channels")]
    assert {refusal(answer) for answer in answers} == {(401, "user_no_longer_exists")}


@pytest.mark.both_databases
@pytest.mark.rows("P8", "K2")
async def test_deletion_deletes_all_data_of_the_user(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    await owner.ask("PUT", "/user/settings", json={"theme": "dark"})
    await owner.ask("POST", f"/channels/{channel_id}/invites", json={"level": 7})
    await owner.ask("DELETE", "/user", params=USERNAME)
    await deletion_job(greenroom).run()
    tables = ("users", "user_settings", "user_providers", "sign_in_identities", "channels", "channel_users")
    tables += ("channel_providers", "channel_invites", "credentials")
    left = {table: await greenroom.rows(f"SELECT * FROM {table}") for table in tables}  # noqa: S608  # named above
    assert {table: rows for table, rows in left.items() if rows} == {}
    assert {row["browser"] for row in await greenroom.rows("SELECT browser FROM sessions")} == {""}


@pytest.mark.rows("P8")
async def test_deletion_revokes_every_token_at_the_platform(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    connected = await owner.connect("junoplays", channel_id=channel_id)
    bot = {"bot": "own", "channel_provider_id": connected["channel_provider_id"]}
    await owner.connect("stagehandbot", channel_id=channel_id, **bot)
    await owner.ask("DELETE", "/user", params=USERNAME)
    await greenroom.wait_for_event("token_revoked", login="stagehandbot")
    await greenroom.wait_for_event("token_revoked", login="junoplays")
    counts = [(await greenroom.twitch_state(login))["live_tokens"] for login in ("junoplays", "stagehandbot")]
    assert counts == [0, 0]


@pytest.mark.both_databases
@pytest.mark.rows("P8")
async def test_deletion_preview_lists_deleted_and_kept_channels(greenroom: GreenroomServer, owner: ApiClient) -> None:
    sole, shared = await owner.create_channel("Mine alone"), await owner.create_channel("Shared")
    await greenroom.staff("odalys_", shared, Role.OWNER)
    others_channel = await (await greenroom.sign_in("odalys_")).create_channel("Theirs")
    await greenroom.set_level(others_channel, (await owner.get("/user"))["id"], Role.MOD)
    assert await owner.get("/user/deletion") == {
        "deleted_channels": [{"id": sole, "display_name": "Mine alone"}],
        "kept_channels": [{"id": shared, "display_name": "Shared"}, {"id": others_channel, "display_name": "Theirs"}],
    }


@pytest.mark.both_databases
@pytest.mark.rows("P8", "K2")
async def test_deletion_keeps_channels_with_another_owner_and_deletes_the_others(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    sole, shared = await owner.create_channel("Mine"), await owner.create_channel("Shared")
    other_owner = await greenroom.staff("odalys_", shared, Role.OWNER)
    await greenroom.staff("odalys_", sole, Role.ADMIN)
    await owner.ask("DELETE", "/user", params=USERNAME)
    assert (await other_owner.get(f"/channels/{shared}"))["display_name"] == "Shared"
    assert refusal(await other_owner.ask("GET", f"/channels/{sole}")) == (404, "channel_not_found")


@pytest.mark.both_databases
async def test_platform_of_a_kept_channel_stays_connected(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    other_owner = await greenroom.staff("odalys_", channel_id, Role.OWNER)
    await owner.ask("DELETE", "/user", params=USERNAME)
    await greenroom.wait_for_event("token_revoked", login="junoplays")
    (provider,) = await other_owner.get(f"/channels/{channel_id}/providers")
    assert (provider["display_name"], provider["connected_by"]) == ("JunoPlays", None)
    assert (await greenroom.twitch_state("junoplays"))["live_tokens"] == 1


@pytest.mark.both_databases
async def test_simultaneous_deletion_of_all_owners_leaves_no_channel_without_an_owner(
    greenroom: GreenroomServer,
) -> None:
    juno, odalys = await greenroom.sign_in("junoplays"), await greenroom.sign_in("odalys_")
    odalys_id = (await odalys.get("/user"))["id"]
    for number in range(4):
        await greenroom.set_level(await juno.create_channel(f"Show {number}"), odalys_id, Role.OWNER)
    deletions = (
        juno.ask("DELETE", "/user", params=USERNAME),
        odalys.ask("DELETE", "/user", params={"username": "odalys_"}),
    )
    assert [answer.status_code for answer in await asyncio.gather(*deletions)] == [204, 204]
    await deletion_job(greenroom).run()
    assert await greenroom.rows("SELECT display_name FROM channels") == []


@pytest.mark.rows("P8", "P1")
async def test_deleted_user_can_sign_up_again_as_a_new_user(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    before = await owner.get("/user")
    await owner.ask("DELETE", "/user", params=USERNAME)
    again = await greenroom.sign_in("junoplays")
    user = await again.get("/user")
    assert (user["username"], user["id"] == before["id"]) == ("junoplays", False)
    assert (await again.get("/channels"))["records"] == []
    assert refusal(await again.ask("GET", f"/channels/{channel_id}")) == (404, "channel_not_found")


@pytest.mark.both_databases
async def test_account_of_a_deleted_user_can_be_connected_by_another_user(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    await owner.ask("DELETE", "/user", params=USERNAME)
    odalys = await greenroom.sign_in("odalys_")
    await odalys.connect("junoplays", "/user-provider-connected")
    assert [one["display_name"] for one in await odalys.get("/user/providers")] == ["JunoPlays"]
