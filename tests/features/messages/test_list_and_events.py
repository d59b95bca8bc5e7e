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

END: Json = {"type": "end of the expected events"}


class Screen:
    """A browser's copy of the chat; events update it as in the store of the web app."""

    def __init__(self, records: list[Json]) -> None:
        self.lines = {key(record["line"]): record for record in records}

    def apply(self, event: Json) -> None:
        match event["type"]:
            case "line":
                self.lines.setdefault(key(event["line"]), {"removal": None})["line"] = event["line"]
            case "removed":
                # A removal with an actor stays; a removal without an actor is replaced.
                for one in (self.lines[key(ref)] for ref in event["lines"]):
                    has_actor = one["removal"] is not None and "by" in one["removal"]
                    one["removal"] = one["removal"] if has_actor else event["removal"]
                    one.pop("former_removal", None)
            case "swept":
                for one in self.lines.values():
                    if is_swept(one["line"], event):
                        one["removal"] = one["removal"] or event["removal"]
                        one.pop("former_removal", None)
            case "restored":
                for one in (self.lines[key(ref)] for ref in event["lines"]):
                    one["former_removal"], one["removal"] = one["removal"], None
            case _:
                raise AssertionError(event)

    def records(self) -> list[Json]:
        return sorted(self.lines.values(), key=lambda one: key(one["line"]))


def key(line: Json) -> tuple[str, str]:
    return line["connection_id"], line["message_id"]


def is_swept(line: Json, event: Json) -> bool:
    if line["connection_id"] != event["connection_id"] or event["author_id"] not in ("", line["author"]["id"]):
        return False
    return moment(event["since"]) <= moment(line["sent_at"]) <= moment(event["until"])


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


class LineChanges:
    """Random changes of stored lines."""

    def __init__(self, greenroom: GreenroomServer, channel_id: str, connection_id: UUID) -> None:
        self.greenroom = greenroom
        self.channel_id, self.connection_id = UUID(channel_id), connection_id

    async def remove(self, rng: random.Random, records: list[Json]) -> None:
        async with self.greenroom.kernel.database.write() as session:
            await remove_lines(session, self.channel_id, refs(rng, records), removal("deleted", rng))

    async def restore(self, rng: random.Random, records: list[Json]) -> None:
        async with self.greenroom.kernel.database.write() as session:
            await restore_lines(session, self.channel_id, refs(rng, records))

    async def sweep(self, rng: random.Random, records: list[Json]) -> None:
        one = rng.choice(records)["line"]
        until, author_id = moment(one["sent_at"]), rng.choice((one["author"]["id"], ""))
        cause, since = (
            removal(rng.choice(("timed_out", "cleared")), rng),
            until - timedelta(seconds=rng.randrange(8)),
        )
        sweep = Sweep(self.connection_id, "twitch", author_id, since, until)
        async with self.greenroom.kernel.database.write() as session:
            await sweep_lines(session, self.channel_id, sweep, cause)


def refs(rng: random.Random, records: list[Json]) -> list[LineRef]:
    lines = [one["line"] for one in rng.sample(records, 3)]
    return [LineRef(UUID(line["connection_id"]), line["message_id"]) for line in lines]


def removal(how: Literal["deleted", "timed_out", "cleared"], rng: random.Random) -> Removal:
    by = rng.choice(("Odalys", "Marek", ""))
    return Removal(how, MOMENT + timedelta(seconds=rng.randrange(40)), by=by, reason="rude")


async def fetch_screen(client: ApiClient, channel_id: str) -> Screen:
    return Screen((await page(client, channel_id, limit=200))["records"])


async def catch_up(greenroom: GreenroomServer, socket: Socket, screen: Screen, topic: str) -> None:
    """Publishes a marker event, and applies all events before it to the screen."""
    async with greenroom.kernel.database.write() as session:
        publish(session, topic, encode(END))
    received: list[Json] = []
    while END not in received:
        received += (await socket.receive())["events"]
    for event in received[:-1]:
        screen.apply(event)


@both_databases_for_first(*range(3), name="seed")
async def test_list_with_applied_events_equals_the_list_fetched_again(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, seed: int
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    connection_id = UUID((await owner.get(f"/channels/{channel_id}/providers"))[0]["id"])
    rng, changes = random.Random(seed), LineChanges(greenroom, channel_id, connection_id)  # noqa: S311  # reproducible
    lines = [
        StoredLine(f"{n}", MOMENT + timedelta(seconds=n // 2), viewer_id=str(n % 4), connection_id=connection_id)
        for n in range(30)
    ]
    await store(greenroom, channel_id, [*lines, StoredLine("elsewhere", provider="kick", viewer_id="0")])
    screen = await fetch_screen(owner, channel_id)
    async with owner.socket("/live") as socket:
        await socket.subscribe(channel_id, "chat")
        for change in rng.choices((changes.remove, changes.sweep, changes.restore), k=25):
            await change(rng, screen.records())
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
            for event in (await socket.receive())["events"]:
                screen.apply(event)
        assert screen.records() == (await fetch_screen(owner, channel_id)).records()
