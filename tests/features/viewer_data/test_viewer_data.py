"""All data of a viewer can be exported or erased; log entries stay, without the person."""

from uuid import UUID

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.chat.messages.viewer_rows import ERASED_NAME, PSEUDONYM
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.features.activity.records.models import Activity
from greenroom.features.commands.models import CommandUse
from greenroom.features.points.ledger.ledger import Movement, Reason, post
from greenroom.features.viewers.models import ViewerNote
from greenroom.features.widgets.models import QueuedAlert
from greenroom.kernel.ids import new_id
from greenroom.tables import metadata
from support.greenroom_server import ApiClient, GreenroomServer, refusal

# Columns that name a viewer.
VIEWER_COLUMNS = {"viewer_id", "who", "subject_account", "author_key", "source_id"}


def test_every_table_that_names_viewers_is_declared_for_export_and_erasure(greenroom: GreenroomServer) -> None:
    declared = {rows.table.__tablename__ for feature in greenroom.features for rows in feature.viewer_rows}
    naming = {table.name for table in metadata.sorted_tables if VIEWER_COLUMNS & set(table.c.keys())}
    by_account = {"game_players", "game_cooldowns", "point_totals"}
    found_otherwise = {"awaited_balances", "command_uses", "widget_alerts"}
    assert naming | by_account | found_otherwise == declared


def test_anonymised_rows_have_a_pseudonym(greenroom: GreenroomServer) -> None:
    declared = [rows for feature in greenroom.features for rows in feature.viewer_rows]
    assert all(PSEUDONYM in rows.anonymised.values() for rows in declared if rows.anonymised)


async def store_viewer(greenroom: GreenroomServer, channel_id: str, viewer_id: str, **linked: object) -> None:
    """Stores a viewer with a message, a note, points and a ban."""
    channel, now = UUID(channel_id), greenroom.kernel.clock()
    who = {"channel_id": channel, "provider": "twitch", "viewer_id": viewer_id}
    shown = {
        "login": f"login{viewer_id}",
        "name": f"Name{viewer_id}",
        "search_name": "",
        "colour": "",
        "avatar_url": "",
    }
    seen = {"level": 0, "is_bot": False, "message_count": 1, "first_seen_at": now, "last_seen_at": now}
    empty = {
        "reason": "",
        "message_id": "",
        "detail": "",
        "outcome": "done",
        "actor_kind": "user",
        "actor_name": "Juno",
    }
    async with greenroom.kernel.database.write() as session:
        session.add(Viewer(**who, **shown, **seen, former_names=[], **linked))
        session.add(
            ChatMessage(
                **who, connection_id=new_id(), message_id=viewer_id, text="hello there", sent_at=now, payload=b"{}"
            )
        )
        session.add(ViewerNote(**who, text="Kind", author_name="Juno", created_at=now))
        banned = {"viewer_name": f"Name{viewer_id}", "message_text": "rude", "action": "ban", "created_at": now}
        session.add(ModerationEntry(**who, **empty, **banned, connection_id=new_id(), is_confirmed=True))
        await post(session, channel, [Movement(("twitch", viewer_id), 5, Reason.ADJUSTED)], now)


def path_of(channel_id: str, viewer_id: str) -> str:
    return f"/channels/{channel_id}/viewers/twitch/{viewer_id}/data"


@pytest.mark.both_databases
async def test_export_has_the_rows_of_all_tables_and_of_linked_accounts(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    person = new_id()
    for viewer_id, linked in (("1", {"person_id": person}), ("2", {"person_id": person}), ("3", {})):
        await store_viewer(greenroom, channel_id, viewer_id, **linked)
    exported = await owner.get(path_of(channel_id, "1"))
    assert [one["viewer_id"] for one in exported["accounts"]] == ["1", "2"]
    tables = exported["tables"]
    assert {row["viewer_id"] for rows in tables.values() for row in rows if "viewer_id" in row} == {"1", "2"}
    assert [row["text"] for row in tables["chat_messages"]] == ["hello there"] * 2
    expected = {"chat_messages", "viewers", "viewer_notes", "moderation_entries", "point_accounts", "point_entries"}
    assert set(tables) == expected
    summary = await owner.get(f"{path_of(channel_id, '1')}/summary")
    assert {one["name"]: one["count"] for one in summary["counts"]} == dict.fromkeys(expected, 2)


@pytest.mark.both_databases
async def test_erasure_deletes_messages_and_keeps_logs_without_the_person(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    for viewer_id in ("1", "2"):
        await store_viewer(greenroom, channel_id, viewer_id)
    erased = await owner.ask("DELETE", path_of(channel_id, "1"))
    assert erased.json() == {"deleted": 3, "anonymised": 2}
    for table in ("chat_messages", "viewers", "viewer_notes"):
        assert [row["viewer_id"] for row in await greenroom.rows(f"SELECT viewer_id FROM {table}")] == ["2"]  # noqa: S608
    entries = await greenroom.rows("SELECT viewer_id, viewer_name, message_text, action FROM moderation_entries")
    (anonymised,) = [row for row in entries if row["viewer_id"] != "2"]
    assert (anonymised["viewer_name"], anonymised["message_text"], anonymised["action"]) == (ERASED_NAME, "", "ban")
    assert anonymised["viewer_id"].startswith("erased-")
    assert len(await greenroom.rows("SELECT id FROM point_entries")) == 2
    assert refusal(await owner.ask("GET", path_of(channel_id, "1"))) == (404, "not_found")
    assert refusal(await owner.ask("DELETE", path_of(channel_id, "1"))) == (404, "not_found")
    audit = await greenroom.rows("SELECT title FROM audit_entries WHERE section = 'viewer_data'")
    assert [row["title"] for row in audit] == ["Data of a viewer erased"]


async def store_answer_and_alert(greenroom: GreenroomServer, owner: ApiClient, channel_id: str, viewer_id: str) -> None:
    """Stores a command's response to the viewer's message, and an alert for the viewer's follow."""
    channel, now = UUID(channel_id), greenroom.kernel.clock()
    created = await owner.ask("POST", f"/channels/{channel_id}/widgets", json={"name": viewer_id, "type": "alerts"})
    assert created.status_code == 201, created.text
    (line,) = await greenroom.rows(f"SELECT connection_id FROM chat_messages WHERE viewer_id = '{viewer_id}'")  # noqa: S608
    use = {"command_id": new_id(), "command_name": "!hug", "verdict": "answered", "reason": "", "cost": 0}
    follow = {"kind": "follow", "viewer_id": viewer_id, "viewer_name": f"Name{viewer_id}", "activity_key": viewer_id}
    zeros = dict.fromkeys(("count", "amount", "value", "value_level", "months"), 0)
    texts = dict.fromkeys(("currency", "tier", "title", "message"), "")
    lists: dict[str, object] = {"recipients": [], "added_reports": [], "is_backlog": False, "is_test": False}
    alert = {"group_key": "", "state": "done", "payload": {"facts": f"Name{viewer_id}"}, "is_shown": True}
    activity_id = new_id()
    async with greenroom.kernel.database.write() as session:
        session.add(
            CommandUse(
                **use,
                channel_id=channel,
                connection_id=UUID(str(line["connection_id"])),
                message_id=viewer_id,
                answer=f"A hug for Name{viewer_id}!",
                created_at=now,
            )
        )
        stored = {**follow, **zeros, **texts, **lists, "happened_at": now, "received_at": now}
        session.add(Activity(id=activity_id, channel_id=channel, provider="twitch", **stored))
        widget_id = UUID(created.json()["id"])
        session.add(
            QueuedAlert(
                **alert, widget_id=widget_id, source_key=str(activity_id), activity_id=activity_id, queued_at=now
            )
        )


@pytest.mark.both_databases
async def test_export_and_erasure_include_responses_of_commands_and_alerts(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    for viewer_id in ("1", "2"):
        await store_viewer(greenroom, channel_id, viewer_id)
        await store_answer_and_alert(greenroom, owner, channel_id, viewer_id)
    tables = (await owner.get(path_of(channel_id, "1")))["tables"]
    assert [row["answer"] for row in tables["command_uses"]] == ["A hug for Name1!"]
    assert [row["payload"] for row in tables["widget_alerts"]] == [{"facts": "Name1"}]
    assert (await owner.ask("DELETE", path_of(channel_id, "1"))).status_code == 200
    answers = await greenroom.rows("SELECT answer, message_id FROM command_uses ORDER BY answer")
    assert [row["answer"] for row in answers] == ["", "A hug for Name2!"]
    assert answers[0]["message_id"].startswith("erased-")
    assert len(await greenroom.rows("SELECT id FROM widget_alerts")) == 1


async def test_staff_are_not_erased_until_their_access_is_removed(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    (account,) = await mod.get("/user/providers")
    viewer_id = account["provider_user_id"]
    await store_viewer(greenroom, channel_id, viewer_id)
    path = path_of(channel_id, viewer_id)
    assert (await owner.get(f"{path}/summary"))["is_staff"] is True
    assert refusal(await owner.ask("DELETE", path)) == (409, "viewer_is_staff")
    assert len(await greenroom.rows("SELECT id FROM chat_messages")) == 1
    async with greenroom.kernel.database.write() as session:
        await session.execute(
            metadata.tables["channel_users"].delete().where(metadata.tables["channel_users"].c.level == Role.MOD)
        )
    assert (await owner.ask("DELETE", path)).status_code == 200


async def test_suspended_staff_are_not_erased(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    (account,) = await mod.get("/user/providers")
    await store_viewer(greenroom, channel_id, account["provider_user_id"])
    user_id = (await mod.get("/user"))["id"]
    assert (await owner.ask("PUT", f"/admin/users/{user_id}/suspension")).status_code == 204
    path = path_of(channel_id, account["provider_user_id"])
    assert refusal(await owner.ask("DELETE", path)) == (409, "viewer_is_staff")


async def test_audit_log_names_no_platform_of_an_erased_viewer(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store_viewer(greenroom, channel_id, "1")
    body = {"change": "add", "amount": 5, "note": "Raffle"}
    adjusted = await owner.ask("POST", f"/channels/{channel_id}/points/viewers/twitch/1/adjust", json=body)
    assert adjusted.status_code == 200, adjusted.text
    assert (await owner.ask("DELETE", path_of(channel_id, "1"))).status_code == 200
    query = {"section": "points_entries"}
    (line,) = (await owner.get(f"/channels/{channel_id}/audit-log", **query))["records"]
    assert (line["subject"]["name"], line["provider"]) == (ERASED_NAME, "")


async def test_editors_neither_read_nor_erase_the_data_of_viewers(greenroom: GreenroomServer, channel_id: str) -> None:
    await store_viewer(greenroom, channel_id, "1")
    editor = await greenroom.staff("odalys_", channel_id, Role.EDITOR)
    for method in ("GET", "DELETE"):
        assert refusal(await editor.ask(method, path_of(channel_id, "1"))) == (403, "forbidden")
