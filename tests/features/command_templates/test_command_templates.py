"""Command templates that operators offer to channels."""

from typing import Any

import httpx
import pytest

from greenroom.tenancy.access.rules import Role
from support.commands import CommandEditor, command_body
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.server_fixtures import shared_loop_fixture
from support.sql_statements import statements


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandEditor:
    return CommandEditor(greenroom, owner, channel_id)


@shared_loop_fixture()
async def operator(greenroom: GreenroomServer, owner: ApiClient) -> ApiClient:
    await greenroom.set_operator("junoplays", is_operator=True)
    return owner


async def make(operator: ApiClient, title: str = "Starter", **changes: Any) -> httpx.Response:  # noqa: ANN401  # JSON
    commands = [command_body("!hug", "A hug for $(touser)!", cmds=["!hug", "!cuddle"]), command_body("!bye", "Bye!")]
    body: Json = {"title": title, "description": "For everyone", "commands": commands, **changes}
    return await operator.ask("POST", "/admin/command-templates", json=body)


@pytest.mark.both_databases
@pytest.mark.rows("R4")
async def test_operators_create_change_and_delete_templates(operator: ApiClient) -> None:
    answer = await make(operator)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["commands"][0]["chatter_cooldown"] == 15
    path = f"/admin/command-templates/{made['id']}"
    body = {"title": "Other", "commands": made["commands"][:1]}
    saved = await operator.ask("PUT", f"{path}?revision=1", json=body)
    assert (saved.status_code, saved.json()["revision"], saved.json()["description"]) == (200, 2, "")
    assert refusal(await operator.ask("PUT", f"{path}?revision=1", json=body)) == (409, "template_changed")
    assert (await operator.get(path))["title"] == "Other"
    assert [one["title"] for one in (await operator.get("/admin/command-templates"))["records"]] == ["Other"]
    assert (await operator.ask("DELETE", path)).status_code == 204
    assert refusal(await operator.ask("DELETE", path)) == (404, "template_not_found")


@pytest.mark.both_databases
async def test_channel_imports_chosen_commands_with_conflict_handling(
    operator: ApiClient, editor: CommandEditor
) -> None:
    made = (await make(operator)).json()
    existing = await editor.make("!cuddle", "mine")
    with statements(editor.greenroom.kernel.database) as executed:
        listed = (await editor.client.get("/command-templates"))["records"]
    (offered,) = [one for one in listed if one["id"] == made["id"]]
    assert (offered["title"], offered["names"]) == ("Starter", ["!hug", "!bye"])
    # Not whole rows: a template may have four megabytes.
    assert [sql for sql in executed if "command_templates" in sql and ".revision" in sql] == []
    path = f"/command-templates/{made['id']}"
    shown = (await editor.send("POST", f"{path}/preview")).json()
    assert [(row["key"], row["clashes"], row["problems"]) for row in shown["rows"]] == [
        ("!hug", ["!cuddle"], []),
        ("!bye", [], []),
    ]
    answer = await editor.send("POST", f"{path}/import", commands=[{"key": "!hug", "conflicts": "rename"}])
    (row,) = answer.json()["rows"]
    assert (row["outcome"], row["name"]) == ("renamed", "!hug")
    assert [one["cmds"] for one in await editor.list_commands(q="hug")] == [["!hug", "!cuddle2"]]
    answer = await editor.send(
        "POST", f"{path}/import", commands=[{"key": "!hug", "conflicts": "replace"}, {"key": "!bye"}]
    )
    assert [row["outcome"] for row in answer.json()["rows"]] == ["replaced", "added"]
    assert [one["cmds"] for one in await editor.list_commands(q="cuddle")] == [["!hug", "!cuddle"]]
    assert (await editor.client.ask("GET", f"{editor.path}/commands/{existing['id']}")).status_code == 404
    assert len((await editor.client.get(f"{editor.path}/channel-versions"))["records"]) == 2


INVALID_CHANGES: list[tuple[Json, list[str]]] = [
    ({"title": " "}, ["title"]),
    ({"title": "x" * 101}, ["title"]),
    ({"description": "x" * 501}, ["description"]),
    ({"commands": []}, ["commands"]),
    ({"commands": [command_body(f"!c{at}") for at in range(101)]}, ["commands"]),
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
        answer = await make(operator, **changes)
        assert (answer.status_code, error_fields(answer)) == (422, fields), changes


async def test_titles_are_unique_and_only_operators_can_change_templates(
    greenroom: GreenroomServer, operator: ApiClient, editor: CommandEditor
) -> None:
    made = (await make(operator)).json()
    assert refusal(await make(operator, "STARTER")) == (409, "title_taken")
    mod = await greenroom.staff("odalys_", editor.channel_id, Role.MOD)
    assert (await make(mod)).status_code == 403
    assert (await mod.ask("GET", "/admin/command-templates")).status_code == 403
    assert (await mod.get("/command-templates"))["records"]
    path = f"/command-templates/{made['id']}"
    assert (await editor.send("POST", f"{path}/preview", by=mod)).status_code == 200
    assert (await editor.send("POST", f"{path}/import", by=mod, commands=[{"key": "!bye"}])).status_code == 403
    answer = await editor.send("POST", f"{path}/import", commands=[{"key": "!nothing"}])
    assert (answer.status_code, error_fields(answer)) == (422, ["commands.0.key"])
