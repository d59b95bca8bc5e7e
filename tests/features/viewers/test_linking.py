"""Accounts of one person are linked by a moderator, or by a code that the person sends in chat."""

import asyncio
from uuid import UUID

import killed_links
import pytest
from sqlalchemy import update
from structlog.testing import capture_logs

from greenroom.accounts.access.rules import Role
from greenroom.chat.messages.models import Viewer
from greenroom.features.points.ledger.balances import balance_of
from greenroom.features.points.ledger.ledger import Movement, Reason, post
from greenroom.kernel.db.database import advisory_lock
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal
from support.killed_process import Death, Work, is_killed_at_commit
from support.moderation import ModeratedChannel
from support.row_locks import until_transaction_waits

LINK_TABLES = frozenset({"viewers", "point_accounts", "point_entries"})


def path_of(channel: ModeratedChannel, line: Json) -> str:
    return f"{channel.path}/viewers/{line['provider']}/{line['author']['id']}"


async def link(channel: ModeratedChannel, line: Json, other: Json) -> Json:
    body = {"provider": other["provider"], "provider_viewer_id": other["author"]["id"]}
    response = await channel.client.ask("POST", f"{path_of(channel, line)}/links", json=body)
    assert response.status_code == 200, response.text
    return response.json()


async def code_for(channel: ModeratedChannel, line: Json) -> Json:
    response = await channel.client.ask("POST", f"{path_of(channel, line)}/link-codes")
    assert response.status_code == 201, response.text
    return response.json()


def names(card: Json) -> list[str]:
    return sorted(f"{one['provider']}:{one['login']}" for one in card["accounts"])


async def test_moderator_links_accounts_into_one_person(channel: ModeratedChannel) -> None:
    await channel.connect("twitch", "kick")
    one = await channel.send_chat("One", viewer="marekfixes")
    two = await channel.send_chat("Two", "kick", viewer="marekfixes")
    three = await channel.send_chat("Three", viewer="odalys_")
    async with channel.moderation_events() as live_events:
        assert names(await link(channel, one, two)) == ["kick:marekfixes"]
        linked = await live_events.until(lambda event: event["type"] == "viewers_linked")
    assert (linked["how"], linked["by"], len(linked["viewers"])) == ("moderator", "JunoPlays", 2)
    # Repeated and circular links still make one person.
    await link(channel, two, one)
    await link(channel, three, two)
    assert names(await link(channel, one, three)) == ["kick:marekfixes", "twitch:odalys_"]
    await channel.client.ask("POST", f"{path_of(channel, two)}/notes", json={"text": "On Kick"})
    assert [note["text"] for note in (await channel.card(three))["notes"]] == ["On Kick"]


@pytest.mark.both_databases
async def test_unlinking_an_account_keeps_the_other_links(channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    one, two, three = [await channel.send_chat(who, viewer=who) for who in ("marekfixes", "odalys_", "zofiekresli")]
    await link(channel, one, two)
    await link(channel, one, three)
    unlinked = await channel.client.ask("DELETE", f"{path_of(channel, two)}/links")
    assert (unlinked.status_code, names(unlinked.json())) == (200, [])
    assert names(await channel.card(one)) == ["twitch:zofiekresli"]
    await channel.client.ask("DELETE", f"{path_of(channel, one)}/links")
    assert names(await channel.card(three)) == []
    assert await channel.greenroom.rows("SELECT id FROM viewers WHERE person_id IS NOT NULL") == []
    assert (await channel.client.ask("DELETE", f"{path_of(channel, one)}/links")).status_code == 200


@pytest.mark.both_databases
async def test_concurrent_links_make_one_person(channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    logins = ("marekfixes", "odalys_", "zofiekresli", "pixelharbor")
    first, second, third, fourth = [await channel.send_chat(login, viewer=login) for login in logins]
    await asyncio.gather(link(channel, first, second), link(channel, third, fourth), link(channel, second, third))
    people = await channel.greenroom.rows("SELECT DISTINCT person_id FROM viewers WHERE person_id IS NOT NULL")
    assert len(people) == 1
    assert len((await channel.card(first))["accounts"]) == 3


async def test_account_cannot_be_linked_with_itself_or_an_unknown_account(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    same_account = {"provider": "twitch", "provider_viewer_id": line["author"]["id"]}
    response = await on_twitch.client.ask("POST", f"{path_of(on_twitch, line)}/links", json=same_account)
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["provider_viewer_id"])
    unknown = {"provider": "twitch", "provider_viewer_id": "1"}
    response = await on_twitch.client.ask("POST", f"{path_of(on_twitch, line)}/links", json=unknown)
    assert refusal(response) == (404, "not_found")


@pytest.mark.both_databases
async def test_link_code_typed_on_another_platform_works_once(channel: ModeratedChannel) -> None:
    await channel.connect("twitch", "kick")
    one = await channel.send_chat("One", viewer="marekfixes")
    code = await code_for(channel, one)
    assert code["command"] == f"!link {code['code']}"
    assert len(code["code"]) == 8
    async with channel.moderation_events() as live_events:
        # Viewers may type the code in lower case and with an extra space.
        two = await channel.send_chat(f"!link  {code['code'].lower()} ", "kick", viewer="marekfixes")
        linked = await live_events.until(lambda event: event["type"] == "viewers_linked")
    assert (linked["how"], len(linked["viewers"])) == ("code", 2)
    card = await channel.card(two)
    assert names(card) == ["twitch:marekfixes"]
    assert "used the code" in card["notes"][0]["text"]
    assert card["notes"][0]["author_name"] == "Greenroom"
    await channel.send_chat(f"!link {code['code']}", "kick", viewer="odalys_")
    await channel.send_chat("After it", "kick", viewer="odalys_")
    assert len((await channel.card(one))["accounts"]) == 1


@pytest.mark.on_postgres
async def test_link_code_that_waits_for_another_link_locks_no_viewer(channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    one, two = [await channel.send_chat(who, viewer=who) for who in ("marekfixes", "odalys_")]
    code = await code_for(channel, one)
    with capture_logs() as logs:
        async with channel.greenroom.kernel.database.write() as session:
            await advisory_lock(session, f"links:{channel.channel_id}")
            say = {"login": "junoplays", "text": code["command"], "viewer": "odalys_"}
            await channel.greenroom.control("/twitch/say", **say)
            await until_transaction_waits(channel.greenroom)
            # Another link updates the viewer in this way.
            linked = Viewer.viewer_id == two["author"]["id"]
            await session.execute(update(Viewer).where(linked).values(person_id=Viewer.person_id))
        await channel.send_chat("After it", viewer="odalys_")
    assert names(await channel.card(one)) == ["twitch:odalys_"]
    assert "database_unreachable" not in {entry["event"] for entry in logs}


async def test_link_code_does_not_work_for_its_own_account(channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    one = await channel.send_chat("One", viewer="marekfixes")
    code = await code_for(channel, one)
    await channel.send_chat(f"{code['command']}", viewer="marekfixes")
    await channel.send_chat("After it")
    assert (await channel.card(one))["accounts"] == []
    await channel.send_chat(f"{code['command']} ", viewer="odalys_")
    await channel.send_chat("After that", viewer="odalys_")
    assert names(await channel.card(one)) == ["twitch:odalys_"]


async def test_link_code_expires_after_ten_minutes(channel: ModeratedChannel, clock: FrozenClock) -> None:
    await channel.connect("twitch")
    one = await channel.send_chat("One", viewer="marekfixes")
    code = await code_for(channel, one)
    clock.advance(601)
    await channel.greenroom.control("/clock", seconds=601)
    await channel.send_chat(code["command"], viewer="odalys_")
    await channel.send_chat("After it")
    assert (await channel.card(one))["accounts"] == []


async def test_viewer_with_too_many_wrong_link_codes_is_ignored(channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    one = await channel.send_chat("One", viewer="marekfixes")
    code = await code_for(channel, one)
    for guess in ("AAAAAAAA", "BBBBBBBB", "CCCCCCCC", "short", "!"):
        await channel.send_chat(f"!link {guess}", viewer="odalys_")
    await channel.send_chat(code["command"], viewer="odalys_")
    await channel.send_chat("After it")
    assert (await channel.card(one))["accounts"] == []
    # Another viewer may still use the code.
    await channel.send_chat(f"{code['command']} ", viewer="zofiekresli")
    await channel.send_chat("After that")
    assert names(await channel.card(one)) == ["twitch:zofiekresli"]


async def test_link_code_of_one_channel_does_not_work_in_another(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    await channel.connect("twitch")
    code = await code_for(channel, await channel.send_chat("One", viewer="marekfixes"))
    other = ModeratedChannel(greenroom, channel.client, await channel.client.create_channel("Another one"))
    await other.connect("twitch", login="marekfixes")
    line = await other.send_chat(code["command"], viewer="odalys_", login="marekfixes")
    await other.send_chat("After it", viewer="odalys_", login="marekfixes")
    assert (await other.card(line))["accounts"] == []


async def test_linked_viewers_share_their_points_until_they_are_unlinked(on_twitch: ModeratedChannel) -> None:
    logins = ("marekfixes", "odalys_", "zofiekresli")
    one, two, three = lines = [await on_twitch.send_chat(login, viewer=login) for login in logins]
    viewers = [("twitch", line["author"]["id"]) for line in lines]
    kernel, channel_id = on_twitch.greenroom.kernel, UUID(on_twitch.channel_id)
    async with kernel.database.write() as session:
        earned = zip(viewers, (5, 60, 700), strict=True)
        movements = [Movement(viewer, points, Reason.ADJUSTED) for viewer, points in earned]
        await post(session, channel_id, movements, kernel.clock())

    async def balances() -> list[int]:
        async with kernel.database.read() as session:
            return [await balance_of(session, channel_id, viewer) for viewer in viewers]

    await link(on_twitch, one, two)
    assert await balances() == [65, 65, 700]
    code = await code_for(on_twitch, one)
    async with on_twitch.moderation_events() as live_events:
        await on_twitch.send_chat(code["command"], viewer="zofiekresli")
        await live_events.until(lambda event: event["type"] == "viewers_linked")
    assert await balances() == [765, 765, 765]
    await on_twitch.client.ask("DELETE", f"{path_of(on_twitch, two)}/links")
    assert await balances() == [705, 60, 705]
    await on_twitch.client.ask("DELETE", f"{path_of(on_twitch, three)}/links")
    assert await balances() == [5, 60, 700]


async def test_process_that_is_killed_while_linking_moves_all_points_or_none(on_twitch: ModeratedChannel) -> None:
    one, two = [await on_twitch.send_chat(login, viewer=login) for login in ("marekfixes", "odalys_")]
    kernel, channel_id = on_twitch.greenroom.kernel, UUID(on_twitch.channel_id)
    viewers = [("twitch", line["author"]["id"]) for line in (one, two)]
    async with kernel.database.write() as session:
        movements = [Movement(viewer, 40, Reason.ADJUSTED) for viewer in viewers]
        await post(session, channel_id, movements, kernel.clock())

    async def state() -> tuple[list[int], list[str]]:
        async with kernel.database.read() as session:
            balances = [await balance_of(session, channel_id, viewer) for viewer in viewers]
        return balances, names(await on_twitch.card(one))

    async def kill_at_every_commit(step: Work, *accounts: tuple[str, str]) -> None:
        before, number = await state(), 1
        while await is_killed_at_commit(
            Death(number, LINK_TABLES), on_twitch.greenroom.settings, kernel.clock(), step, channel_id, *accounts
        ):
            assert await state() == before
            number += 1
        assert number > 1

    assert await state() == ([40, 40], [])
    await kill_at_every_commit(killed_links.link, *viewers)
    assert await state() == ([80, 80], ["twitch:odalys_"])
    await kill_at_every_commit(killed_links.unlink, viewers[0])
    assert await state() == ([40, 40], [])


async def test_moderators_who_do_not_manage_points_cannot_link_viewers_with_points(on_twitch: ModeratedChannel) -> None:
    own, rich = [await on_twitch.send_chat(login, viewer=login) for login in ("marekfixes", "odalys_")]
    kernel, channel_id = on_twitch.greenroom.kernel, UUID(on_twitch.channel_id)
    async with kernel.database.write() as session:
        earned = Movement(("twitch", rich["author"]["id"]), 5_000, Reason.ADJUSTED)
        await post(session, channel_id, [earned], kernel.clock())
    moderator = await on_twitch.greenroom.staff("zofiekresli", on_twitch.channel_id, Role.MOD)
    other = {"provider": "twitch", "provider_viewer_id": rich["author"]["id"]}
    linked = await moderator.ask("POST", f"{path_of(on_twitch, own)}/links", json=other)
    assert refusal(linked) == (409, "link_moves_points")
    code = await moderator.ask("POST", f"{path_of(on_twitch, rich)}/link-codes")
    assert refusal(code) == (409, "link_moves_points")
    assert (await on_twitch.card(rich))["accounts"] == []
    assert (await on_twitch.client.ask("POST", f"{path_of(on_twitch, own)}/links", json=other)).status_code == 200
