"""Command templates that operators offer to channels."""

from typing import Any

import httpx
import pytest

from greenroom.accounts.access.rules import Role
from support.commands import CommandChannel, command_body
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.server_fixtures import shared_loop_fixture
from support.sql_statements import statements


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


@shared_loop_fixture()
async def operator(greenroom: GreenroomServer, owner: ApiClient) -> ApiClient:
    await greenroom.set_operator("junoplays", is_operator=True)
    return owner


async def create_template(operator: ApiClient, title: str = "Starter", **changes: Any) -> httpx.Response:  # noqa: ANN401  # JSON
    commands = [command_body("!hug", "A hug for $(touser)!", cmds=["!hug", "!cuddle"]), command_body("!bye", "Bye!")]
    body: Json = {"title": title, "description": "For everyone", "commands": commands, **changes}
    return await operator.ask("POST", "/admin/command-templates", json=body)


@pytest.mark.both_databases
@pytest.mark.rows("R4")
async def test_operators_create_change_and_delete_templates(operator: ApiClient) -> None:
    answer = await create_template(operator)
    assert answer.status_code == 201, answer.text
    template = answer.json()
    assert template["commands"][0]["chatter_cooldown"] == 15
    path = f"/admin/command-templates/{template['id']}"
    body = {"title": "Other", "commands": template["commands"][:1]}
    saved = await operator.ask("PUT", f"{path}?revision=1", json=body)
    assert (saved.status_code, saved.json()["revision"], saved.json()["description"]) == (200, 2, "")
    assert refusal(await operator.ask("PUT", f"{path}?revision=1", json=body)) == (409, "template_changed")
    assert (await operator.get(path))["title"] == "Other"
    assert [one["title"] for one in (await operator.get("/admin/command-templates"))["records"]] == ["Other"]
    assert (await operator.ask("DELETE", path)).status_code == 204
    assert refusal(await operator.ask("DELETE", path)) == (404, "template_not_found")


@pytest.mark.both_databases
async def test_channel_imports_chosen_commands_and_resolves_conflicts_of_names(
    operator: ApiClient, channel: CommandChannel
) -> None:
    template = (await create_template(operator)).json()
    existing = await channel.make("!cuddle", "mine")
    with statements(channel.greenroom.kernel.database) as executed:
        listed = (await channel.client.get("/command-templates"))["records"]
    (offered,) = [one for one in listed if one["id"] == template["id"]]
    assert (offered["title"], offered["names"]) == ("Starter", ["!hug", "!bye"])
    # The list does not read whole rows: a template may have four megabytes.
    assert [sql for sql in executed if "command_templates" in sql and ".revision" in sql] == []
    path = f"/command-templates/{template['id']}"
    shown = (await channel.send("POST", f"{path}/preview")).json()
    assert [(row["key"], row["clashes"], row["problems"]) for row in shown["rows"]] == [
        ("!hug", ["!cuddle"], []),
        ("!bye", [], []),
    ]
    answer = await channel.send("POST", f"{path}/import", commands=[{"key": "!hug", "conflicts": "rename"}])
    (row,) = answer.json()["rows"]
    assert (row["outcome"], row["name"]) == ("renamed", "!hug")
    assert [one["cmds"] for one in await channel.list_commands(q="hug")] == [["!hug", "!cuddle2"]]
    answer = await channel.send(
        "POST", f"{path}/import", commands=[{"key": "!hug", "conflicts": "replace"}, {"key": "!bye"}]
    )
    assert [row["outcome"] for row in answer.json()["rows"]] == ["replaced", "added"]
    assert [one["cmds"] for one in await channel.list_commands(q="cuddle")] == [["!hug", "!cuddle"]]
    assert (await channel.client.ask("GET", f"{channel.path}/commands/{existing['id']}")).status_code == 404
    assert len((await channel.client.get(f"{channel.path}/channel-versions"))["records"]) == 2


INVALID_CHANGES: list[tuple[Json, list[str]]] = [
    ({"title": " "}, ["title"]),
    ({"title": "x" * 101}, ["title"]),
    ({"description": "x" * 501}, ["description"]),
    ({"commands": []}, ["commands"]),
    ({"commands": [command_body(f"!c{number}") for number in range(101)]}, ["commands"]),
    ({"commands": [command_body("!a b")]}, ["commands.0.cmds.0"]),
    ({"commands": [command_body("!a"), command_body("!b", "$(nothing)")]}, ["commands.1.responses.0.text"]),
    ({"commands": [command_body("!a"), command_body("!A")]}, ["commands.1.cmds"]),
    ({"commands": [command_body("!cmd"), command_body("!a\u00ad")]}, ["commands.0.cmds.0", "commands.1.cmds.0"]),
    ({"commands": [command_body("!a"), command_body("!a\u200b")]}, ["commands.1.cmds"]),
    ({"commands": [{"enabled": True}]}, ["commands.0.cmds", "commands.0.responses"]),
    ({"colour": "red"}, ["colour"]),
]


async def test_invalid_template_is_rejected_with_its_field(operator: ApiClient) -> None:
    for changes, fields in INVALID_CHANGES:
        answer = await create_template(operator, **changes)
        assert (answer.status_code, error_fields(answer)) == (422, fields), changes


async def test_titles_are_unique_and_only_operators_can_change_templates(
    greenroom: GreenroomServer, operator: ApiClient, channel: CommandChannel
) -> None:
    template = (await create_template(operator)).json()
    assert refusal(await create_template(operator, "STARTER")) == (409, "title_taken")
    mod = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    assert (await create_template(mod)).status_code == 403
    assert (await mod.ask("GET", "/admin/command-templates")).status_code == 403
    assert (await mod.get("/command-templates"))["records"]
    path = f"/command-templates/{template['id']}"
    assert (await channel.send("POST", f"{path}/preview", by=mod)).status_code == 200
    assert (await channel.send("POST", f"{path}/import", by=mod, commands=[{"key": "!bye"}])).status_code == 403
    answer = await channel.send("POST", f"{path}/import", commands=[{"key": "!nothing"}])
    assert (answer.status_code, error_fields(answer)) == (422, ["commands.0.key"])
