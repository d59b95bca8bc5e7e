"""API tokens: the lines of their changes in the audit log, and the scopes for changes and for sections of a file."""

import csv
import io

import pytest
import yaml

from greenroom.accounts.access.rules import Role
from support.api_tokens import client_with_token, create_token
from support.audit_log import AuditedChannel
from support.commands import command_body
from support.greenroom_server import ApiClient, GreenroomServer, refusal
from support.timers import timer_body

FILE = "greenroom: 1\nquote_settings:\n  is_public: false\n"
QUOTE = {"kind": "quotes", "entry": {"text": "I meant to do that"}, "conflicts": "skip"}
AUDIT_LOG_SCOPES = ("channel.read", "access.manage")


@pytest.fixture
def channel(owner: ApiClient, channel_id: str) -> AuditedChannel:
    return AuditedChannel(owner, channel_id)


async def with_scopes(channel: AuditedChannel, *scopes: str) -> AuditedChannel:
    _, secret = await create_token(channel.client, *scopes)
    return AuditedChannel(await client_with_token(channel.client, secret), channel.channel_id)


@pytest.mark.both_databases
async def test_line_of_a_change_with_a_token_names_the_person_and_the_token(channel: AuditedChannel) -> None:
    deck = await with_scopes(channel, "commands.manage")
    await deck.change("POST", "commands", json=command_body("!deck"))
    await channel.change("POST", "commands", json=command_body("!web"))
    by_hand, by_token = await channel.log()
    user_id = (await channel.client.get("/user"))["id"]
    assert by_token["author"] == {"kind": "token", "user_id": user_id, "name": "JunoPlays", "token": "Stream Deck"}
    assert by_hand["author"] == {"kind": "person", "user_id": user_id, "name": "JunoPlays", "token": ""}


@pytest.mark.both_databases
async def test_log_is_filtered_by_whether_a_token_a_person_or_a_job_made_the_change(channel: AuditedChannel) -> None:
    deck = await with_scopes(channel, "commands.manage")
    await deck.change("POST", "commands", json=command_body("!deck"))
    await channel.change("POST", "commands", json=command_body("!web"))
    titles = {kind: [one["title"] for one in await channel.log(kind=kind)] for kind in ("token", "person", "job")}
    assert titles == {"token": ["!deck"], "person": ["!web"], "job": []}
    assert [one["title"] for one in await channel.log(search="stream deck")] == ["!deck"]
    people = (await channel.client.get(f"{channel.path}/audit-log/people"))["records"]
    assert [one["name"] for one in people] == ["JunoPlays"]
    assert len(await channel.log(person=people[0]["key"])) == 2


async def test_csv_file_of_the_audit_log_names_the_token(channel: AuditedChannel) -> None:
    deck = await with_scopes(channel, "commands.manage")
    await deck.change("POST", "commands", json=command_body("!deck"))
    answer = await channel.client.ask("GET", f"{channel.path}/audit-log/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert {(row["By"], row["Kind"], row["Token"]) for row in rows} == {("JunoPlays", "token", "Stream Deck")}


@pytest.mark.both_databases
async def test_line_of_a_deleted_user_names_neither_the_user_nor_the_token(
    greenroom: GreenroomServer, channel: AuditedChannel
) -> None:
    editor = await greenroom.staff("odalys_", channel.channel_id, Role.EDITOR)
    deck = await with_scopes(AuditedChannel(editor, channel.channel_id), "commands.manage")
    await deck.change("POST", "commands", json=command_body("!deck"))
    await editor.ask("DELETE", "/user", params={"username": "odalys_"})
    (entry,) = await channel.log(section="commands")
    assert (entry["author"]["name"], entry["author"]["token"]) == ("Deleted user", "")


async def test_undo_of_a_change_to_commands_needs_the_scope_to_manage_commands(channel: AuditedChannel) -> None:
    await channel.change("POST", "commands", json=command_body("!web"))
    deck = await with_scopes(channel, *AUDIT_LOG_SCOPES)
    answer = await deck.undo(await channel.newest())
    assert refusal(answer) == (403, "forbidden")
    assert answer.json()["message"] == "This API token doesn't have the scope commands.manage."
    assert answer.json()["errors"][0]["message"] == "commands.manage"


async def test_applying_a_file_and_restoring_a_version_need_the_scopes_of_all_sections(channel: AuditedChannel) -> None:
    path, body = f"{channel.path}/channel-file/apply", {"content": FILE}
    some = await with_scopes(channel, "platforms.manage", "quotes.manage")
    assert refusal(await some.client.ask("POST", path, json=body)) == (403, "forbidden")
    version = await channel.change("POST", "channel-versions", json={"reason": "Before"})
    restore = f"{channel.path}/channel-versions/{version['id']}/restore"
    assert refusal(await some.client.ask("POST", restore, json={})) == (403, "forbidden")
    assert (await channel.client.ask("POST", path, json=body)).status_code == 200


async def test_import_needs_the_scope_of_the_imported_section(channel: AuditedChannel) -> None:
    body = {"source": "nightbot", "rows": [QUOTE]}
    deck = await with_scopes(channel, "commands.manage")
    answer = await deck.client.ask("POST", f"{channel.path}/imports", json=body)
    assert refusal(answer) == (403, "forbidden")
    assert answer.json()["errors"][0]["message"] == "quotes.manage"
    assert (await channel.client.ask("POST", f"{channel.path}/imports", json=body)).status_code == 200


async def test_file_read_with_a_token_has_the_sections_of_its_scopes(channel: AuditedChannel) -> None:
    await channel.change("POST", "commands", json=command_body("!web"))
    deck = await with_scopes(channel, "channel.read", "quotes.read")
    text = (await deck.client.ask("GET", f"{channel.path}/channel-file")).text
    assert ("!web" in text, "quote_settings" in text) == (False, True)


# Sections of declared lists are tested in `test_channel_lists`.
SECTIONS_OF_SCOPES = [
    ("channel.read", {"channel_settings"}),
    ("chat.read", {"chat"}),
    ("activity.read", {"activity_values"}),
    ("platforms.read", {"song_requests", "announcements"}),
    ("commands.read", {"commands", "command_settings"}),
    ("filters.read", {"filters", "filter_order"}),
    ("quotes.read", {"quotes", "quote_settings"}),
    ("gambling.read", {"points", "roulette", "slots"}),
    ("giveaways.read", {"giveaway_defaults"}),
]


@pytest.mark.parametrize(("scope", "keys"), SECTIONS_OF_SCOPES)
async def test_each_section_of_a_file_needs_the_scope_of_the_calls_that_read_it(
    channel: AuditedChannel, scope: str, keys: set[str]
) -> None:
    await channel.change("POST", "filters/recommended")
    await channel.change("POST", "timers", json=timer_body("Hello"))
    await channel.change("POST", "queues", json={"name": "Duo"})
    deck = await with_scopes(channel, "channel.read", scope)
    file = yaml.safe_load((await deck.client.ask("GET", f"{channel.path}/channel-file")).text)
    assert file.keys() - {"greenroom", "channel"} == {"channel_settings"} | keys


async def test_section_requested_without_its_scope_is_refused_and_the_scope_named(channel: AuditedChannel) -> None:
    deck = await with_scopes(channel, "channel.read")
    answer = await deck.client.ask("GET", f"{channel.path}/channel-file", params={"section": "filters"})
    assert refusal(answer) == (403, "forbidden")
    assert answer.json()["message"] == "This API token doesn't have the scope filters.read."


async def test_token_cannot_give_the_role_of_an_owner(greenroom: GreenroomServer, channel: AuditedChannel) -> None:
    editor = await greenroom.staff("odalys_", channel.channel_id, Role.EDITOR)
    user_id = (await editor.get("/user"))["id"]
    deck = await with_scopes(channel, "access.manage")
    member, invites = f"{channel.path}/members/{user_id}/level", f"{channel.path}/invites"
    for level, statuses in ((Role.ADMIN, (204, 201)), (Role.OWNER, (403, 403))):
        changed = await deck.client.ask("PUT", member, json={"level": level})
        invited = await deck.client.ask("POST", invites, json={"level": level})
        assert (changed.status_code, invited.status_code) == statuses
    assert refusal(changed) == refusal(invited) == (403, "session_required")
