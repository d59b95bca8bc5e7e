"""A ban everywhere bans all linked accounts of a viewer, with one result for each account."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal
from support.moderation import ModeratedChannel, action_summaries

PERSON = "marekfixes"


async def link_accounts(channel: ModeratedChannel, *providers: str) -> list[Json]:
    """Connects these platforms and links one person's accounts there; returns a line of each account."""
    await channel.connect(*providers)
    lines = [await channel.send_chat(f"Hello from {provider}", provider, viewer=PERSON) for provider in providers]
    first = lines[0]
    for other in lines[1:]:
        body = {"provider": other["provider"], "provider_viewer_id": other["author"]["id"]}
        path = f"{channel.path}/viewers/{first['provider']}/{first['author']['id']}/links"
        response = await channel.client.ask("POST", path, json=body)
        assert response.status_code == 200, response.text
    return lines


async def ban_everywhere(channel: ModeratedChannel, line: Json, **body: object) -> list[Json]:
    path = f"{channel.path}/viewers/{line['provider']}/{line['author']['id']}/ban-everywhere"
    response = await channel.client.ask("POST", path, json=body)
    assert response.status_code == 200, response.text
    return response.json()["results"]


async def test_linked_accounts_are_banned_where_possible_with_one_result_each(channel: ModeratedChannel) -> None:
    lines = await link_accounts(channel, "twitch", "youtube", "kick", "tiktok")
    results = {one["provider"]: one for one in await ban_everywhere(channel, lines[2], duration_seconds=600)}
    assert {provider: one["outcome"] for provider, one in results.items()} == {
        "twitch": "done",
        "youtube": "done",
        "kick": "done",
        "tiktok": "refused",
    }
    assert "TikTok" in results["tiktok"]["detail"]
    entries = {entry["id"]: entry for entry in await channel.log()}
    assert {one["entry_id"] for one in results.values()} == set(entries)
    assert entries[results["twitch"]["entry_id"]]["outcome"] == "done"
    assert entries[results["tiktok"]["entry_id"]]["outcome"] == "failed"
    for line in lines[:3]:
        assert (await channel.card(line))["sent_out"] is not None


async def test_failure_on_one_platform_does_not_affect_the_others(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    lines = await link_accounts(channel, "twitch", "kick")
    await greenroom.control("/twitch/fail", next=10, status=500, path_prefix="/twitch/helix/moderation/bans")
    results = {one["provider"]: one["outcome"] for one in await ban_everywhere(channel, lines[0], reason="Enough")}
    assert results == {"twitch": "failed", "kick": "done"}
    entries = sorted(action_summaries(await channel.log()))
    assert entries == [("ban", "JunoPlays", "done"), ("ban", "JunoPlays", "failed")]


async def test_protected_account_is_refused_and_the_others_are_banned(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    await greenroom.control("/twitch/moderator", login="junoplays", viewer=PERSON)
    lines = await link_accounts(channel, "twitch", "kick")
    mod = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    path = f"{channel.path}/viewers/twitch/{lines[0]['author']['id']}/ban-everywhere"
    results = {one["provider"]: one for one in (await mod.ask("POST", path, json={})).json()["results"]}
    assert (results["twitch"]["outcome"], results["twitch"]["entry_id"]) == ("refused", None)
    assert "moderator" in results["twitch"]["detail"]
    assert results["kick"]["outcome"] == "done"


async def test_time_out_everywhere_skips_an_account_that_is_banned(channel: ModeratedChannel) -> None:
    lines = await link_accounts(channel, "twitch", "kick")
    await channel.ban(lines[1])
    results = {one["provider"]: one for one in await ban_everywhere(channel, lines[0], duration_seconds=60)}
    assert results["twitch"]["outcome"] == "done"
    assert (results["kick"]["outcome"], results["kick"]["entry_id"]) == ("refused", None)
    assert results["kick"]["detail"] == "They are banned. Unban them first."
    assert (await channel.card(lines[1]))["sent_out"] == {"until": None}


async def test_viewer_without_linked_accounts_is_banned_on_their_platform(on_twitch: ModeratedChannel) -> None:
    (result,) = await ban_everywhere(on_twitch, await on_twitch.send_chat(viewer=PERSON))
    assert (result["provider"], result["name"], result["outcome"]) == ("twitch", "MarekFixes", "done")


@pytest.mark.both_databases
async def test_linked_account_on_a_disconnected_platform_is_reported_as_refused(channel: ModeratedChannel) -> None:
    lines = await link_accounts(channel, "twitch", "kick")
    response = await channel.client.ask("DELETE", f"{channel.path}/providers/{channel.connections['kick']}")
    assert response.status_code == 204, response.text
    results = {one["provider"]: one for one in await ban_everywhere(channel, lines[0])}
    assert (results["twitch"]["outcome"], results["kick"]["outcome"]) == ("done", "refused")
    assert results["kick"]["detail"] == "Kick is not connected to this channel."
    assert (results["kick"]["name"], results["kick"]["connection_id"]) == (lines[1]["author"]["name"], None)


async def test_ban_is_refused_if_no_platform_of_the_viewer_is_connected(on_twitch: ModeratedChannel) -> None:
    response = await on_twitch.client.ask("POST", f"{on_twitch.path}/viewers/kick/1/ban-everywhere", json={})
    assert refusal(response) == (409, "conflict")


async def test_invalid_ban_everywhere_request_names_its_field(channel: ModeratedChannel) -> None:
    for body in ({"duration_seconds": 0}, {"reason": "x" * 501}, {"now": True}):
        response = await channel.client.ask("POST", f"{channel.path}/viewers/twitch/1/ban-everywhere", json=body)
        assert (refusal(response), error_fields(response)) == ((422, "invalid"), list(body))
