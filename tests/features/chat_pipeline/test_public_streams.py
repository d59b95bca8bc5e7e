"""Public updates of streams are sent when public data changes, and not for every change of the connection."""

import json
from datetime import UTC, datetime

from msgspec.structs import replace

from greenroom.accounts.channel_providers import state
from greenroom.accounts.channel_providers.bots import connect_own_bot
from greenroom.accounts.channel_providers.connection_health import ConnectionHealth, Quota
from greenroom.accounts.channel_providers.rules import ConnectionState
from greenroom.accounts.channel_providers.service import disconnect_provider
from greenroom.accounts.platforms import Grant, Identity, PlatformFlags, Platforms, Tokens
from greenroom.accounts.topics import public_streams_topic
from greenroom.kernel.db.change_tracking import ChangedBy
from support.pipeline import FAKE_PLATFORM, FakePlatform, RecordingPipeline

NOW = datetime(2030, 1, 2, tzinfo=UTC)
BOT = Grant("drill", Identity("9", "bot", "Bot", ""), Tokens("token", None, None, frozenset()))


PUBLIC_FIELDS = {
    *("id", "revision", "provider", "provider_channel_id", "provider_channel_name", "display_name", "avatar_url"),
    *("is_live", "live_since", "title", "category", "viewers", "watch_url", "embed_url"),
}


class StreamingPlatform(FakePlatform):
    info = replace(
        FAKE_PLATFORM, descriptor=FAKE_PLATFORM.descriptor.model_copy(update={"flags": PlatformFlags(stream=True)})
    )


PLATFORMS = Platforms([StreamingPlatform()], [])


def health_change(lag_ms: int, viewers: int | None = None) -> state.Change:
    allowance = Quota(lag_ms, 10_000, NOW, 9_000, "")
    return state.health(ConnectionHealth(NOW, lag_ms, messages_per_minute=3, viewers=viewers, allowance=allowance))


async def test_public_update_is_sent_only_when_public_data_changes(pipeline: RecordingPipeline) -> None:
    published: list[tuple[str, bool, str | None, int | None]] = []

    def record(_: str, payload: bytes) -> None:
        update = json.loads(payload)
        assert update["data"].keys() == PUBLIC_FIELDS
        published.append((update["action"], *(update["data"][name] for name in ("is_live", "title", "viewers"))))

    pipeline.kernel.bus.subscribe(record, public_streams_topic(pipeline.channel_id))

    async def published_by(*changes: state.Change) -> list[tuple[str, bool, str | None, int | None]]:
        published.clear()
        async with pipeline.kernel.database.write() as session:
            await state.change(session, PLATFORMS, pipeline.connection_id, *changes)
        return list(published)

    assert await published_by(health_change(10), state.title("Soon", "", NOW)) == []
    assert await published_by(state.live(state.LiveState("s1", NOW), NOW)) == [("updated", True, "Soon", None)]
    assert await published_by(health_change(20)) == []
    assert await published_by(state.connection_state(ConnectionState.CONNECTED, "", NOW)) == []
    assert await published_by(health_change(30, viewers=4)) == [("updated", True, "Soon", 4)]
    assert await published_by(health_change(40, viewers=4)) == []
    assert await published_by(state.title("Now", "", NOW)) == [("updated", True, "Now", 4)]
    assert await published_by(state.live(state.LiveState("s1", NOW, is_listed=False), NOW)) == [
        ("updated", False, None, None)
    ]
    assert await published_by(state.title("Unlisted", "", NOW), health_change(50, viewers=5)) == []
    published.clear()
    async with pipeline.kernel.database.write() as session:
        services = (session, pipeline.kernel.vault, PLATFORMS)
        ids = (pipeline.channel_id, pipeline.connection_id)
        await connect_own_bot(*services, channel_id=ids[0], provider_id=ids[1], grant=BOT, by=ChangedBy("Juno", NOW))
    assert published == []
    async with pipeline.kernel.database.write() as session:
        await disconnect_provider(session, PLATFORMS, *ids, ChangedBy("Juno", NOW))
    assert published == [("deleted", False, None, None)]
