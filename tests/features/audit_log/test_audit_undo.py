"""Undo of changes in the audit log."""

import asyncio
from datetime import datetime
from uuid import UUID

import pytest
from sqlalchemy import delete

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.audit_entries import AuditEntry
from support.audit_log import AuditedChannel, values
from support.commands import command_body
from support.filters import filter_body
from support.greenroom_server import GreenroomServer, Json, refusal
from support.sql_statements import statements
from support.timers import timer_body


def timer_fields(timer: Json, **changes: object) -> Json:
    return {name: timer[name] for name in timer_body()} | changes


async def make_timer(channel: AuditedChannel) -> Json:
    return await channel.change("POST", "timers", json=timer_body(name="Discord", interval_minutes=15))


async def save_timer(channel: AuditedChannel, timer: Json, **changes: object) -> Json:
    """Saves the timer with these changes; returns the new line of the audit log."""
    await channel.change("PUT", f"timers/{timer['id']}", json=timer_fields(timer, **changes))
    return await channel.newest()


async def test_undo_writes_the_old_values_back_and_has_its_own_line(channel: AuditedChannel) -> None:
    timer = await make_timer(channel)
    entry = await save_timer(channel, timer, interval_minutes=20)
    preview = (await channel.preview(entry)).json()
    assert preview["fields"] == [{"field": "interval_minutes", "old": 20, "new": 15}]
    undone = (await channel.undo(entry)).json()
    assert (undone["undo"], undone["undone_at"] is None) == ("undone", False)
    line = await channel.newest()
    assert (line["undoes"], values(line)) == (entry["id"], {"interval_minutes": (20, 15)})
    assert (await channel.client.get(f"{channel.path}/timers/{timer['id']}"))["interval_minutes"] == 15


async def test_undo_of_a_rename_keeps_the_timer(channel: AuditedChannel) -> None:
    timer = await make_timer(channel)
    entry = await save_timer(channel, timer, name="Server invite")
    assert (await channel.undo(entry)).status_code == 200
    assert (await channel.client.get(f"{channel.path}/timers/{timer['id']}"))["name"] == "Discord"


@pytest.mark.parametrize(
    ("kind", "body", "loss"),
    [
        ("widgets", {"name": "Corner", "type": "chat"}, "It gets a new address: copy it into OBS again."),
        ("queues", {"name": "Races"}, "Viewers who waited in it do not come back."),
    ],
)
async def test_preview_says_what_the_undo_of_a_deletion_cannot_restore(
    channel: AuditedChannel, kind: str, body: Json, loss: str
) -> None:
    created = await channel.change("POST", kind, json=body)
    await channel.change("DELETE", f"{kind}/{created['id']}")
    entry = await channel.newest()
    assert (await channel.preview(entry)).json()["message"] == f"It comes back as it was when it was deleted. {loss}"
    assert (await channel.undo(entry)).status_code == 200


async def test_undo_of_a_changed_prefix_is_refused_if_two_commands_would_get_one_name(channel: AuditedChannel) -> None:
    await channel.change("POST", "commands", json=command_body("!day"))
    await channel.change("PUT", "command-settings", json={"prefix": "?"})
    entry = await channel.newest()
    await channel.change("POST", "commands", json=command_body("!day"))
    refused = await channel.undo(entry)
    assert (refused.status_code, "!day already exists" in refused.json()["message"]) == (422, True)
    assert (await channel.client.get(f"{channel.path}/command-settings"))["prefix"] == "?"


async def test_change_of_another_field_does_not_prevent_the_undo(channel: AuditedChannel) -> None:
    timer = await make_timer(channel)
    entry = await save_timer(channel, timer, interval_minutes=20)
    await save_timer(channel, timer, interval_minutes=20, min_chat_messages=5)
    assert (await channel.undo(entry)).status_code == 200
    now = await channel.client.get(f"{channel.path}/timers/{timer['id']}")
    assert (now["interval_minutes"], now["min_chat_messages"]) == (15, 5)


async def test_undo_of_a_field_that_was_changed_again_is_refused_with_the_later_change(
    greenroom: GreenroomServer, channel: AuditedChannel
) -> None:
    timer = await make_timer(channel)
    entry = await save_timer(channel, timer, interval_minutes=20)
    editor = AuditedChannel(await greenroom.staff("odalys_", channel.channel_id, Role.EDITOR), channel.channel_id)
    await editor.change("PUT", f"timers/{timer['id']}", json=timer_fields(timer, interval_minutes=30))
    for answer in (await channel.preview(entry), await channel.undo(entry)):
        assert refusal(answer) == (409, "changed_since")
        assert answer.json()["message"] == "Odalys_ set interval_minutes to “30”. Undo that first."
        fields = {one["field"]: one["message"] for one in answer.json()["errors"]}
        assert datetime.fromisoformat(fields["at"]) == datetime.fromisoformat((await channel.newest())["created_at"])
    assert (await channel.log())[1]["undo"] == "possible"


async def test_undo_of_a_change_to_a_deleted_timer_is_refused(channel: AuditedChannel) -> None:
    timer = await make_timer(channel)
    entry = await save_timer(channel, timer, interval_minutes=20)
    await channel.change("DELETE", f"timers/{timer['id']}")
    answer = await channel.undo(entry)
    assert refusal(answer) == (409, "changed_since")
    assert "JunoPlays deleted it. " in answer.json()["message"]


async def test_undo_of_a_creation_deletes_the_timer_unless_it_was_changed(channel: AuditedChannel) -> None:
    await make_timer(channel)
    created = await channel.newest()
    assert (created["action"], (await channel.undo(created)).status_code) == ("created", 200)
    assert (await channel.client.get(f"{channel.path}/timers"))["records"] == []
    timer = await make_timer(channel)
    again = await channel.newest()
    await save_timer(channel, timer, interval_minutes=20)
    assert refusal(await channel.undo(again)) == (409, "changed_since")


async def test_deleted_command_comes_back_with_its_uses(greenroom: GreenroomServer, channel: AuditedChannel) -> None:
    command = await channel.change("POST", "commands", json=command_body("!day", "Day $(count)"))
    async with greenroom.kernel.database.write() as session:
        connection = await session.connection()
        await connection.exec_driver_sql("UPDATE commands SET use_count = 1284 WHERE search_text LIKE '!day%'")
    await channel.change("DELETE", f"commands/{command['id']}")
    entry = await channel.newest()
    assert "1,284 uses" in (await channel.preview(entry)).json()["message"]
    assert (await channel.undo(entry)).status_code == 200
    found = (await channel.client.get(f"{channel.path}/commands", q="!day"))["records"]
    assert [(one["cmds"], one["use_count"], one["author_level"]) for one in found] == [(["!day"], 1284, Role.OWNER)]


async def test_undo_of_an_edited_command_keeps_its_uses(greenroom: GreenroomServer, channel: AuditedChannel) -> None:
    command = await channel.change("POST", "commands", json=command_body("!day", "Day one"))
    async with greenroom.kernel.database.write() as session:
        connection = await session.connection()
        await connection.exec_driver_sql("UPDATE commands SET use_count = 7 WHERE search_text LIKE '!day%'")
    await channel.change("PUT", f"commands/{command['id']}", json=command_body("!tag", "Tag zwei", global_cooldown=30))
    entry = await channel.newest()
    assert set(values(entry)) == {"cmds", "responses", "global_cooldown"}
    assert (await channel.undo(entry)).status_code == 200
    now = await channel.client.get(f"{channel.path}/commands/{command['id']}")
    assert (now["cmds"], now["use_count"], now["responses"][0]["text"]) == (["!day"], 7, "Day one")


async def test_undo_gives_a_command_no_more_rights_than_its_author_had(
    greenroom: GreenroomServer, channel: AuditedChannel
) -> None:
    editor = AuditedChannel(await greenroom.staff("odalys_", channel.channel_id, Role.EDITOR), channel.channel_id)
    command = await editor.change("POST", "commands", json=command_body("!day", "Day one"))
    await channel.change("PUT", f"commands/{command['id']}", json=command_body("!day", "Day two"))
    assert (await channel.undo(await channel.newest())).status_code == 200
    now = await channel.client.get(f"{channel.path}/commands/{command['id']}")
    assert (now["author_level"], now["responses"][0]["text"]) == (Role.EDITOR, "Day one")


async def test_terms_of_a_filter_are_restored_by_an_undo(channel: AuditedChannel) -> None:
    words = [{"kind": "phrase", "text": f"word number {number}"} for number in range(60)]
    body = filter_body("banned_terms", name="Words", settings={"terms": words})
    filter_ = await channel.change("POST", "filters", json=body)
    await channel.change("PUT", f"filters/{filter_['id']}/terms", json={"terms": words[1:]})
    entry = await channel.newest()
    assert values(entry) == {"settings.terms": ([words[0]], [])}
    assert (await channel.undo(entry)).status_code == 200
    now = (await channel.client.get(f"{channel.path}/filters/{filter_['id']}/terms"))["records"]
    assert sorted(one["text"] for one in now) == sorted(one["text"] for one in words)


async def test_undo_of_a_change_to_one_of_two_filters_with_the_same_name_is_refused(channel: AuditedChannel) -> None:
    filter_ = await channel.change("POST", "filters", json=filter_body(name="Same"))
    await channel.change("POST", "filters", json=filter_body(name="Same"))
    await channel.change("PUT", f"filters/{filter_['id']}/enabled", json={"enabled": False})
    answer = await channel.undo(await channel.newest())
    assert refusal(answer) == (409, "not_undoable")
    assert "Several filters are named Same" in answer.json()["message"]


async def test_settings_and_quotes_are_restored_by_an_undo(channel: AuditedChannel) -> None:
    await channel.change("PUT", "quote-settings", json={"is_public": False})
    settings = await channel.newest()
    quote = await channel.change("POST", "quotes", json={"text": "I meant to do that"})
    await channel.change("DELETE", f"quotes/{quote['id']}")
    deleted = await channel.newest()
    for entry in (settings, deleted):
        assert (await channel.undo(entry)).status_code == 200
    assert (await channel.client.get(f"{channel.path}/quote-settings"))["is_public"]
    records = (await channel.client.get(f"{channel.path}/quotes"))["records"]
    assert [(one["number"], one["text"]) for one in records] == [(1, "I meant to do that")]


async def test_second_undo_of_a_change_is_refused(channel: AuditedChannel) -> None:
    entry = await save_timer(channel, await make_timer(channel), interval_minutes=20)
    assert (await channel.undo(entry)).status_code == 200
    assert refusal(await channel.undo(entry)) == (409, "already_undone")
    assert refusal(await channel.preview(entry)) == (409, "already_undone")


@pytest.mark.both_databases
async def test_one_of_several_simultaneous_undos_is_performed(channel: AuditedChannel) -> None:
    entry = await save_timer(channel, await make_timer(channel), interval_minutes=20)
    answers = await asyncio.gather(*(channel.undo(entry) for _ in range(4)))
    assert sorted(one.status_code for one in answers) == [200, 409, 409, 409]
    assert {refusal(one)[1] for one in answers if one.status_code == 409} == {"already_undone"}
    assert len([one for one in await channel.log() if one["undoes"] == entry["id"]]) == 1


async def test_undone_undo_is_a_redo(channel: AuditedChannel) -> None:
    timer = await make_timer(channel)
    await channel.undo(await save_timer(channel, timer, interval_minutes=20))
    assert (await channel.undo(await channel.newest())).status_code == 200
    assert (await channel.client.get(f"{channel.path}/timers/{timer['id']}"))["interval_minutes"] == 20


async def test_undo_to_invalid_values_is_refused_with_the_field(
    greenroom: GreenroomServer, channel: AuditedChannel
) -> None:
    entry = await save_timer(channel, await make_timer(channel), interval_minutes=20)
    async with greenroom.kernel.database.write() as session:
        connection = await session.connection()
        await connection.exec_driver_sql("""UPDATE audit_entries SET old = '{"interval_minutes": 0}'""")
    answer = await channel.undo(entry)
    assert refusal(answer) == (409, "not_undoable")
    assert "interval_minutes" in answer.json()["message"]


async def test_staff_below_admin_neither_preview_nor_undo(greenroom: GreenroomServer, channel: AuditedChannel) -> None:
    entry = await save_timer(channel, await make_timer(channel), interval_minutes=20)
    editor = AuditedChannel(await greenroom.staff("odalys_", channel.channel_id, Role.EDITOR), channel.channel_id)
    assert refusal(await editor.undo(entry)) == (403, "forbidden")
    assert refusal(await editor.preview(entry)) == (403, "forbidden")


async def test_undo_of_a_line_of_another_channel_is_not_found(channel: AuditedChannel) -> None:
    entry = await save_timer(channel, await make_timer(channel), interval_minutes=20)
    other = AuditedChannel(channel.client, await channel.client.create_channel("Early Shift"))
    assert refusal(await other.undo(entry)) == (404, "audit_entry_not_found")


async def test_deletion_is_not_undone_over_a_command_that_took_the_name(channel: AuditedChannel) -> None:
    deleted = await channel.change("POST", "commands", json=command_body("!day"))
    await channel.change("DELETE", f"commands/{deleted['id']}")
    entry = await channel.newest()
    taken = await channel.change("POST", "commands", json=command_body("!day", "Tuesday"))
    creation = await channel.newest()
    await channel.change("PUT", f"commands/{taken['id']}", json=command_body("!day", "Wednesday", cmds=["!day", "!d"]))
    for answer in (await channel.preview(entry), await channel.undo(entry)):
        assert refusal(answer) == (409, "name_taken")
        assert answer.json()["message"] == "!day already exists: JunoPlays created it. Rename or delete it first."
        facts = {one["field"]: one["message"] for one in answer.json()["errors"]}
        assert facts["entry_id"] == creation["id"]
        assert datetime.fromisoformat(facts["at"]) == datetime.fromisoformat(creation["created_at"])
    commands = (await channel.client.get(f"{channel.path}/commands"))["records"]
    assert [(one["id"], one["responses"][0]["text"]) for one in commands if "!day" in one["cmds"]] == [
        (taken["id"], "Wednesday")
    ]


async def test_preview_and_undo_are_refused_if_another_command_took_a_name(channel: AuditedChannel) -> None:
    renamed = await channel.change("POST", "commands", json=command_body("!day"))
    await channel.change("PUT", f"commands/{renamed['id']}", json=command_body("!tag"))
    rename = await channel.newest()
    deleted = await channel.change("POST", "commands", json=command_body("!hug", cmds=["!hug", "!cuddle"]))
    await channel.change("DELETE", f"commands/{deleted['id']}")
    deletion = await channel.newest()
    await channel.change("POST", "commands", json=command_body("!cuddle", cmds=["!cuddle", "!day"]))
    lines = await channel.log()
    reason = "JunoPlays created it. Rename or delete it first."
    for entry, taken in (
        (rename, f"!day already exists, as another name of !cuddle: {reason}"),
        (deletion, f"!cuddle already exists: {reason}"),
    ):
        for answer in (await channel.preview(entry), await channel.undo(entry)):
            assert (refusal(answer), answer.json()["message"]) == ((409, "name_taken"), taken)
    assert await channel.log() == lines


async def test_preview_is_refused_if_another_timer_took_the_name(channel: AuditedChannel) -> None:
    rename = await save_timer(channel, await make_timer(channel), name="Server invite")
    await make_timer(channel)
    message = (await channel.preview(rename)).json()["message"]
    assert message == "Discord already exists: JunoPlays created it. Rename or delete it first."


async def test_refusal_names_who_gave_the_deleted_timers_name_to_another_timer(channel: AuditedChannel) -> None:
    timer = await make_timer(channel)
    await channel.change("DELETE", f"timers/{timer['id']}")
    deletion = await channel.newest()
    other = await channel.change("POST", "timers", json=timer_body(name="Server invite"))
    await save_timer(channel, other, name="Discord")
    message = (await channel.undo(deletion)).json()["message"]
    assert message == "Discord already exists: JunoPlays gave it that name. Rename or delete it first."


async def test_refusal_of_an_undo_to_a_taken_name_names_no_one_if_the_log_does_not_say_who_took_it(
    greenroom: GreenroomServer, channel: AuditedChannel
) -> None:
    deleted = await channel.change("POST", "commands", json=command_body("!day"))
    await channel.change("DELETE", f"commands/{deleted['id']}")
    deletion = await channel.newest()
    await channel.change("POST", "commands", json=command_body("!day"))
    async with greenroom.kernel.database.write() as session:
        await session.execute(delete(AuditEntry).where(AuditEntry.id != UUID(deletion["id"])))
    answer = await channel.undo(deletion)
    assert answer.json()["message"] == "!day already exists. Rename or delete it first."
    assert refusal(answer) == (409, "name_taken")


async def test_preview_reads_the_whole_section_before_it_takes_the_write_lock(
    greenroom: GreenroomServer, channel: AuditedChannel
) -> None:
    command = await channel.change("POST", "commands", json=command_body("!day"))
    await channel.change("PUT", f"commands/{command['id']}", json=command_body("!day", "Tuesday"))
    entry = await channel.newest()
    (section,) = [one for feature in greenroom.features for one in feature.sections if one.key == "commands"]
    database, channel_id = greenroom.kernel.database, UUID(channel.channel_id)
    with statements(database) as whole:
        async with database.read() as session:
            await section.read(session, channel_id)
            await section.author_levels(session, channel_id)
    with statements(database) as executed:
        assert (await channel.preview(entry)).status_code == 200
    marked = next(at for at, one in enumerate(executed) if one.startswith("UPDATE audit_entries"))
    readings = {one for one in whole if "FROM commands" in one}
    assert (len(readings), readings & set(executed[marked:])) == (2, set())
