"""A fetched feed plus live events equals the feed fetched again, after every change and for every person."""

import random
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, Chatter
from greenroom.features.activity.records.recorder import ActivityRecorder
from greenroom.features.activity.records.value_cache import ValueCache
from greenroom.kernel.db.database import publish
from greenroom.kernel.ids import new_id
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket
from support.server_fixtures import both_databases_for_first

END = b'{"type":"end of the expected events"}'


@dataclass
class Screen:
    """One person's copy of the feed, of their settings and of the values, updated by live events."""

    user_id: str
    activities: dict[str, Json]
    settings: Json
    values: Json

    def apply(self, event: Json) -> None:
        match event["type"]:
            case "activity":
                activity = event["activity"]
                known = self.activities.get(activity["id"], {"acknowledged": False})
                self.activities[activity["id"]] = {**activity, "acknowledged": known["acknowledged"]}
            case "activity_acknowledged":
                if event["user_id"] == self.user_id:
                    self.activities[event["activity_id"]]["acknowledged"] = event["acknowledged"]
            case "activities_acknowledged":
                if event["user_id"] == self.user_id:
                    for activity_id in self.activities:
                        self.activities[activity_id]["acknowledged"] |= activity_id <= event["up_to"]
            case "activity_settings_changed":
                self.settings = event["settings"] if event["user_id"] == self.user_id else self.settings
            case "activity_values_changed":
                self.values = event["values"]
            case _:
                raise AssertionError(event)


async def fetch(client: ApiClient, channel_id: str) -> Screen:
    base = f"/channels/{channel_id}"
    page = await client.get(f"{base}/activities", limit=100)
    return Screen(
        (await client.get("/user"))["id"],
        {one["id"]: one for one in page["records"]},
        await client.get(f"{base}/activity-settings"),
        await client.get(f"{base}/activity-values"),
    )


class FeedChanges:
    """Random changes of the feed by one person and by reports of platforms."""

    def __init__(self, greenroom: GreenroomServer, client: ApiClient, channel_id: str) -> None:
        self.greenroom, self.client, self.channel_id = greenroom, client, channel_id
        self.recorder = ActivityRecorder(ValueCache(greenroom.kernel))

    async def _ask(self, method: str, path: str, body: Any = None) -> None:  # noqa: ANN401  # a JSON body
        response = await self.client.ask(method, f"/channels/{self.channel_id}/{path}", json=body)
        assert response.is_success, response.text

    async def report(self, rng: random.Random, _: Screen) -> None:
        """Reports a new gift bomb, or a further recipient of an earlier one."""
        now, name = self.greenroom.kernel.clock(), rng.choice(("Ana", "Bo", "Cleo"))
        group, chatter = f"bomb-{rng.randrange(4)}", Chatter(id=name, login=name, name=name)
        bomb = ActivityReceived(
            group, ActivityKind.GIFT_BOMB, chatter, now, now, count=rng.randrange(2, 9), recipients=(name,)
        )
        event = ChannelEvent(UUID(self.channel_id), new_id(), "twitch", bomb)
        async with self.greenroom.kernel.database.write() as session:
            await self.recorder.record(Batch(session, UUID(self.channel_id), now, [], [event]))

    async def add_test(self, rng: random.Random, _: Screen) -> None:
        await self._ask("POST", "activities/test", {"provider": "kick", "kind": rng.choice(("sub", "kicks"))})

    async def acknowledge(self, rng: random.Random, screen: Screen) -> None:
        await self._ask(rng.choice(("PUT", "DELETE")), f"activities/{self._random_id(rng, screen)}/acknowledged")

    async def acknowledge_all(self, rng: random.Random, screen: Screen) -> None:
        await self._ask("POST", "activities/acknowledge-all", {"up_to": self._random_id(rng, screen)})

    async def save_settings(self, rng: random.Random, _: Screen) -> None:
        hidden = rng.sample(("sub", "raid", "follow"), rng.randrange(4))
        body = {
            "hidden_kinds": hidden,
            "minimums": {"cheer": rng.choice((0, 10, 500))},
            "group_follows": rng.random() < 0.5,
            "has_sound": rng.random() < 0.5,
            "volume": 70,
        }
        await self._ask("PUT", "activity-settings", body)

    async def save_values(self, rng: random.Random, _: Screen) -> None:
        await self._ask("PUT", "activity-values", {"values": {"sub_1": rng.randrange(9), "EUR": 1_170_000}})

    def _random_id(self, rng: random.Random, screen: Screen) -> str:
        return rng.choice(sorted(screen.activities))


async def catch_up(
    greenroom: GreenroomServer, sockets: dict[str, LiveSocket], screens: list[Screen], topic: str
) -> None:
    async with greenroom.kernel.database.write() as session:
        publish(session, topic, END)
    for screen in screens:
        received: list[Json] = []
        while not received or received[-1]["type"] != "end of the expected events":
            received += (await sockets[screen.user_id].receive())["events"]
        for event in received[:-1]:
            screen.apply(event)


@both_databases_for_first(*range(3), name="seed")
async def test_feed_with_applied_events_equals_the_feed_fetched_again(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, seed: int
) -> None:
    rng = random.Random(seed)  # noqa: S311  # reproducible
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    changes = FeedChanges(greenroom, owner, channel_id)
    await changes.add_test(rng, await fetch(owner, channel_id))
    people = [owner, moderator]
    screens = [await fetch(client, channel_id) for client in people]
    async with owner.socket("/live") as first, moderator.socket("/live") as second:
        sockets = {screen.user_id: socket for screen, socket in zip(screens, (first, second), strict=True)}
        for socket in sockets.values():
            await socket.subscribe(channel_id, "activity")
        writes = (
            changes.report,
            changes.add_test,
            changes.acknowledge,
            changes.acknowledge_all,
            changes.save_settings,
            changes.save_values,
        )
        for write in (*writes, *rng.choices(writes, k=14)):
            await write(rng, screens[0])
            await catch_up(greenroom, sockets, screens, f"{channel_id}:activity")
            assert screens == [await fetch(client, channel_id) for client in people]


@pytest.mark.both_databases
async def test_acknowledging_is_per_person(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    base = f"/channels/{channel_id}/activities"
    for _ in range(3):
        await owner.ask("POST", f"{base}/test", json={"provider": "kick", "kind": "sub"})
    newest, middle, oldest = [one["id"] for one in (await owner.get(base))["records"]]

    async def acknowledged(client: ApiClient) -> list[bool]:
        return [one["acknowledged"] for one in (await client.get(base))["records"]]

    assert (await owner.ask("PUT", f"{base}/{oldest}/acknowledged")).status_code == 204
    assert await acknowledged(owner) == [False, False, True]
    assert (await owner.ask("POST", f"{base}/acknowledge-all", json={"up_to": middle})).status_code == 204
    assert await acknowledged(owner) == [False, True, True]
    # Acknowledging all up to an older activity changes nothing.
    assert (await owner.ask("POST", f"{base}/acknowledge-all", json={"up_to": oldest})).status_code == 204
    assert (await owner.ask("DELETE", f"{base}/{middle}/acknowledged")).status_code == 204
    assert await acknowledged(owner) == [False, False, True]
    assert (await owner.ask("PUT", f"{base}/{newest}/acknowledged")).status_code == 204
    assert await acknowledged(owner) == [True, False, True]
    assert await acknowledged(moderator) == [False, False, False]


async def test_settings_are_per_person_and_channel(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    other = await owner.create_channel("Another")
    default: Json = {"hidden_kinds": [], "minimums": {}, "group_follows": True, "has_sound": False, "volume": 50}
    saved: Json = {
        "hidden_kinds": ["follow", "like"],
        "minimums": {"cheer": 100, "tip": 5},
        "group_follows": False,
        "has_sound": True,
        "volume": 0,
    }
    path = f"/channels/{channel_id}/activity-settings"
    assert await owner.get(path) == default
    response = await owner.ask(
        "PUT",
        path,
        json={**saved, "hidden_kinds": ["like", "follow", "like"], "minimums": {**saved["minimums"], "raid": 0}},
    )
    assert response.json() == await owner.get(path) == saved
    assert await moderator.get(path) == await owner.get(f"/channels/{other}/activity-settings") == default
