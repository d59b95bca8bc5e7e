"""The installation's EventSub conduit, by which Twitch sends the events of all channels to one webhook."""

import asyncio

import msgspec

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.platforms.twitch.api.answers import read
from greenroom.platforms.twitch.api.helix import Helix, Listed
from greenroom.platforms.twitch.eventsub.subscriptions import Transport
from greenroom.platforms.twitch.pace import Pace

CONDUITS = "/eventsub/conduits"
SHARDS = "/eventsub/conduits/shards"
POLL_SECONDS = 1.0


class ConduitPart(msgspec.Struct):
    id: str


class ShardTransport(msgspec.Struct):
    callback: str | None = None


class Shard(msgspec.Struct):
    id: str
    status: str
    transport: ShardTransport


class ShardError(msgspec.Struct):
    message: str = ""


class ShardAnswer(msgspec.Struct):
    data: list[Shard]
    errors: list[ShardError] | None = None


class Conduit:
    """A conduit with one shard (receiver): our webhook, from which events reach every process over the bus."""

    def __init__(self, helix: Helix, webhook: Transport, pace: Pace) -> None:
        self._helix = helix
        self._webhook = webhook
        self._pace = pace
        # Connections start at the same time and must share one conduit.
        self._preparing = asyncio.Lock()
        self._is_prepared = False

    async def prepare(self, *, twitch_has_secret: bool) -> Transport:
        """Creates the conduit and sets our callback and secret, if needed; returns the transport for subscriptions."""
        async with self._preparing:
            conduit_id = await self._find() or await self._create()
            has_our_secret = twitch_has_secret or self._is_prepared
            if not (has_our_secret and await self._has_our_callback(conduit_id)):
                await self._set_callback(conduit_id)
            self._is_prepared = True
        return {"method": "conduit", "conduit_id": conduit_id}

    async def _find(self) -> str | None:
        """The lowest id of a conduit: the same for all processes, even if two of them created one each."""
        conduits = read(await self._helix.call("GET", CONDUITS), Listed[ConduitPart]).data
        return min((one.id for one in conduits), default=None)

    async def _create(self) -> str:
        await self._helix.call("POST", CONDUITS, json={"shard_count": 1})
        found = await self._find()
        if found is None:
            raise PlatformUnavailable("Twitch created a conduit but does not list it")
        return found

    async def _has_our_callback(self, conduit_id: str) -> bool:
        answer = await self._helix.call("GET", SHARDS, params=[("conduit_id", conduit_id)])
        callback = self._webhook["callback"]
        shards = read(answer, Listed[Shard]).data
        return any(shard.status == "enabled" and shard.transport.callback == callback for shard in shards)

    async def _set_callback(self, conduit_id: str) -> None:
        body = {"conduit_id": conduit_id, "shards": [{"id": "0", "transport": self._webhook}]}
        updated = read(await self._helix.call("PATCH", SHARDS, json=body), ShardAnswer)
        if updated.errors:
            raise PlatformUnavailable(f"Twitch refused our address for its conduit ({updated.errors[0].message})")
        try:
            async with asyncio.timeout(self._pace.verify_seconds):
                # Twitch sends no event when the shard is verified, so it is polled.
                while not await self._has_our_callback(conduit_id):  # noqa: ASYNC110  # the state changes at Twitch
                    await asyncio.sleep(POLL_SECONDS)
        except TimeoutError:
            raise PlatformUnavailable("Twitch cannot reach the public address of this installation") from None
