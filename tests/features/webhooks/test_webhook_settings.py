"""Creating, changing and deleting webhooks: bad input, secrets, conflicts, audit log, live updates."""

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.webhooks import service
from support.audit_log import AuditedChannel, values
from support.greenroom_server import Json, error_fields, refusal
from support.webhooks import WebhookChannel


@pytest.mark.both_databases
async def test_secret_is_shown_once_and_the_url_only_by_its_host_and_end(channel: WebhookChannel) -> None:
    webhook = await channel.create(url=f"{channel.url}?key=hunter2")
    assert webhook["secret"].startswith("whsec_")
    listed = await channel.owner.get(channel.path)
    assert (listed["max"], listed["records"][0]["url_host"], listed["records"][0]["url_end"]) == (
        *(10, "127.0.0.1", "ter2"),
    )
    assert "hunter2" not in str(listed)
    assert webhook["secret"] not in str(listed)
    stored = str(await channel.greenroom.rows("SELECT * FROM webhooks")) + str(
        await channel.greenroom.rows("SELECT * FROM audit_entries")
    )
    assert "hunter2" not in stored
    assert webhook["secret"].removeprefix("whsec_") not in stored


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/hook",
        "https://localhost/hook",
        "https://10.0.0.7/hook",
        "https://[::1]/hook",
        "https://example.com:8443/hook",
        "https://user:password@example.com/hook",
        "ftp://127.0.0.1/hook",
        "http://127.0.0.1.example.com/hook",
        "http://127.0.0.1@example.com/hook",
        "not a url",
    ],
)
async def test_url_that_must_not_be_called_is_refused_with_its_field(channel: WebhookChannel, url: str) -> None:
    answer = await channel.owner.ask("POST", channel.path, json=channel.body(url=url))
    assert (refusal(answer), error_fields(answer)) == ((422, "invalid"), ["url"])
    webhook = await channel.create()
    answer = await channel.save(webhook, url=url)
    assert (refusal(answer), error_fields(answer)) == ((422, "invalid"), ["url"])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"events": []}, "events"),
        ({"events": ["activity.dance"]}, "events.0"),
        ({"name": " "}, "name"),
        ({"name": "n" * 81}, "name"),
        ({"url": ""}, "url"),
        ({"secret": "mine"}, "secret"),
    ],
)
async def test_bad_input_names_the_field(channel: WebhookChannel, changes: dict[str, object], field: str) -> None:
    answer = await channel.owner.ask("POST", channel.path, json={**channel.body(), **changes})
    assert (answer.status_code, error_fields(answer)) == (422, [field])
    assert (await channel.owner.get(channel.path))["records"] == []


async def test_name_is_unique_and_a_channel_has_at_most_ten(channel: WebhookChannel) -> None:
    first = await channel.create(name="One")
    answer = await channel.owner.ask("POST", channel.path, json=channel.body(name="ONE"))
    assert refusal(answer) == (409, "name_taken")
    for number in range(9):
        await channel.create(name=f"More {number}")
    assert refusal(await channel.save(first, name="More 1")) == (409, "name_taken")
    answer = await channel.owner.ask("POST", channel.path, json=channel.body(name="Eleventh"))
    assert refusal(answer) == (409, "too_many_webhooks")


@pytest.mark.both_databases
async def test_outdated_change_is_refused_and_saves_nothing(channel: WebhookChannel) -> None:
    webhook = await channel.create()
    assert (await channel.save(webhook, name="Lights")).status_code == 200
    path = f"{channel.path}/{webhook['id']}"
    answer = await channel.owner.ask("PUT", path, params={"revision": webhook["revision"]}, json=channel.body())
    assert refusal(answer) == (409, "webhook_changed")
    assert (await channel.state())["name"] == "Lights"


async def test_save_without_a_url_keeps_the_url_and_a_new_url_replaces_it(channel: WebhookChannel) -> None:
    webhook = await channel.create()
    assert (await channel.save(webhook, name="Lights", url="")).json()["url_end"] == "hook"
    saved = (await channel.save(webhook, url=f"{channel.receiver.url}/other")).json()
    assert saved["url_end"] == "ther"
    audited = AuditedChannel(channel.owner, channel.channel_id)
    line = (await audited.log(search="URL of"))[0]
    assert values(line)["url_end"] == ("hook", "ther")
    assert refusal(await audited.undo(line)) == (409, "not_undoable")


async def test_change_is_undone_but_a_deletion_is_not(channel: WebhookChannel) -> None:
    webhook = await channel.create()
    audited = AuditedChannel(channel.owner, channel.channel_id)
    assert (await channel.save(webhook, events=["activity.raid"], enabled=False)).status_code == 200
    assert (await audited.undo(await audited.newest())).status_code == 200
    restored = await channel.state()
    assert (restored["events"], restored["enabled"]) == (["activity.follow"], True)
    assert (await channel.owner.ask("DELETE", f"{channel.path}/{webhook['id']}")).status_code == 204
    assert (await channel.owner.get(channel.path))["records"] == []
    assert refusal(await audited.undo(await audited.newest())) == (409, "not_undoable")


async def test_editors_cannot_use_webhooks(channel: WebhookChannel) -> None:
    webhook = await channel.create()
    editor = await channel.greenroom.staff("odalys_", channel.channel_id, Role.EDITOR)
    for call in (("GET", ""), ("POST", f"/{webhook['id']}/test"), ("GET", f"/{webhook['id']}/deliveries")):
        assert refusal(await editor.ask(call[0], channel.path + call[1])) == (403, "forbidden")


async def test_webhook_of_another_channel_is_not_found(channel: WebhookChannel) -> None:
    webhook = await channel.create()
    other = f"/channels/{await channel.owner.create_channel('Other')}/webhooks/{webhook['id']}"
    for method, path in (("DELETE", other), ("POST", f"{other}/secret"), ("POST", f"{other}/test")):
        assert refusal(await channel.owner.ask(method, path)) == (404, "webhook_not_found")
    assert (await channel.state())["id"] == webhook["id"]


async def test_every_change_is_published_to_open_screens(channel: WebhookChannel) -> None:
    async with channel.owner.socket("/live") as socket:
        await socket.subscribe(channel.channel_id, "webhooks")
        webhook = await channel.create()
        await channel.add_test_activity()
        await channel.send()
        await channel.owner.ask("DELETE", f"{channel.path}/{webhook['id']}")
        changes: list[Json] = []
        # The changes are: created, queued, delivered, deleted.
        while len(changes) < 4:
            changes += (await socket.receive()).get("events", [])
    assert changes == [{"type": "webhooks_changed"}] * 4


@pytest.mark.both_databases
async def test_urls_and_secrets_are_encrypted_again_with_a_new_key_file(channel: WebhookChannel) -> None:
    await channel.create()
    columns = "SELECT locked_url, locked_secret FROM webhooks"
    (before,) = await channel.greenroom.rows(columns)
    await service.reencrypt_webhooks(channel.greenroom.kernel)
    (after,) = await channel.greenroom.rows(columns)
    decrypt = channel.greenroom.kernel.vault.decrypt
    assert [decrypt(one) for one in before.values()] == [decrypt(one) for one in after.values()]
    assert not set(before.values()) & set(after.values())
