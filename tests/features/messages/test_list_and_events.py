"""A fetched chat page plus live events equals the page fetched again."""

import random
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from greenroom.chat.messages.line import LineRef, Removal, encode
from greenroom.chat.messages.removal import Sweep, remove_lines, restore_lines, sweep_lines
from greenroom.kernel.db.database import publish
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.greenroom_server import LiveSocket as Socket
from support.server_fixtures import both_databases_for_first
from support.stored_messages import MOMENT, StoredLine, page, store

END: Json = {"type": "end of what is waited for"}


class Screen:
    """What a browser keeps of a chat, as its store does it."""

    def __init__(self, records: list[Json]) -> None:
        self.lines = {key(record["line"]): record for record in records}

    def apply(self, news: Json) -> None:
        match news["type"]:
            case "line":
                self.lines.setdefault(key(news["line"]), {"removal": None})["line"] = news["line"]
            case "removed":
                # A removal without an actor is replaced by one with an actor.
                for one in (self.lines[key(ref)] for ref in news["lines"]):
                    is_named = one["removal"] is not None and "by" in one["removal"]
                    one["removal"] = one["removal"] if is_named else news["removal"]
                    one.pop("former_removal", None)
            case "swept":
                for one in self.lines.values():
                    if is_swept(one["line"], news):
                        one["removal"] = one["removal"] or news["removal"]
                        one.pop("former_removal", None)
            case "restored":
                for one in (self.lines[key(ref)] for ref in news["lines"]):
                    one["former_removal"], one["removal"] = one["removal"], None
            case _:
                raise AssertionError(news)

    def records(self) -> list[Json]:
        return sorted(self.lines.values(), key=lambda one: key(one["line"]))


def key(line: Json) -> tuple[str, str]:
    return line["connection_id"], line["message_id"]


def is_swept(line: Json, news: Json) -> bool:
    if line["connection_id"] != news["connection_id"] or news["author_id"] not in ("", line["author"]["id"]):
        return False
    return moment(news["since"]) <= moment(line["sent_at"]) <= moment(news["until"])


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


class Evening:
    """Things that happen to lines, one after the other."""

    def __init__(self, greenroom: GreenroomServer, channel_id: str, connection_id: UUID) -> None:
        self.greenroom = greenroom
        self.channel_id, self.connection_id = UUID(channel_id), connection_id

    async def remove(self, chance: random.Random, records: list[Json]) -> None:
        async with self.greenroom.kernel.database.write() as session:
            await remove_lines(session, self.channel_id, refs(chance, records), removal("deleted", chance))

    async def restore(self, chance: random.Random, records: list[Json]) -> None:
        async with self.greenroom.kernel.database.write() as session:
            await restore_lines(session, self.channel_id, refs(chance, records))

    async def sweep(self, chance: random.Random, records: list[Json]) -> None:
        one = chance.choice(records)["line"]
        until, author_id = moment(one["sent_at"]), chance.choice((one["author"]["id"], ""))
        why, since = (
            removal(chance.choice(("timed_out", "cleared")), chance),
            until - timedelta(seconds=chance.randrange(8)),
        )
        sweep = Sweep(self.connection_id, "twitch", author_id, since, until)
        async with self.greenroom.kernel.database.write() as session:
            await sweep_lines(session, self.channel_id, sweep, why)


def refs(chance: random.Random, records: list[Json]) -> list[LineRef]:
    lines = [one["line"] for one in chance.sample(records, 3)]
    return [LineRef(UUID(line["connection_id"]), line["message_id"]) for line in lines]


def removal(how: Literal["deleted", "timed_out", "cleared"], chance: random.Random) -> Removal:
    by = chance.choice(("Odalys", "Marek", ""))
    return Removal(how, MOMENT + timedelta(seconds=chance.randrange(40)), by=by, reason="rude")


async def fetch_screen(client: ApiClient, channel_id: str) -> Screen:
    return Screen((await page(client, channel_id, limit=200))["records"])


async def catch_up(greenroom: GreenroomServer, socket: Socket, screen: Screen, topic: str) -> None:
    """Up to a unique marker message."""
    async with greenroom.kernel.database.write() as session:
        publish(session, topic, encode(END))
    heard: list[Json] = []
    while END not in heard:
        heard += (await socket.receive())["events"]
    for news in heard[:-1]:
        screen.apply(news)


@both_databases_for_first(*range(3), name="seed")
async def test_list_and_events_are_the_list_fetched_again(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, seed: int
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    connection_id = UUID((await owner.get(f"/channels/{channel_id}/providers"))[0]["id"])
    chance, evening = random.Random(seed), Evening(greenroom, channel_id, connection_id)  # noqa: S311  # the same each time
    spoken = [
        StoredLine(f"{n}", MOMENT + timedelta(seconds=n // 2), viewer_id=str(n % 4), connection_id=connection_id)
        for n in range(30)
    ]
    await store(greenroom, channel_id, [*spoken, StoredLine("elsewhere", provider="kick", viewer_id="0")])
    screen = await fetch_screen(owner, channel_id)
    async with owner.socket("/live") as socket:
        await socket.subscribe(channel_id, "chat")
        for happening in chance.choices((evening.remove, evening.sweep, evening.restore), k=25):
            await happening(chance, screen.records())
            await catch_up(greenroom, socket, screen, f"{channel_id}:chat")
            assert screen.records() == (await fetch_screen(owner, channel_id)).records()


async def test_live_lines_equal_fetched_lines(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    await greenroom.wait_for_event("subscription_created", login="junoplays", type="channel.chat.message")
    screen = await fetch_screen(owner, channel_id)
    async with owner.socket("/live") as socket:
        await socket.subscribe(channel_id, "chat")
        await greenroom.control("/twitch/say", login="junoplays", text="hello there", count=5)
        while len(screen.lines) < 5:
            for news in (await socket.receive())["events"]:
                screen.apply(news)
        assert screen.records() == (await fetch_screen(owner, channel_id)).records()
