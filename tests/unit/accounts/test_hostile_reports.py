"""Unusual values of platforms are cleaned and stored, or refused as an outage."""

from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest

from greenroom.accounts.channel_providers import state
from greenroom.accounts.channel_providers.connection_health import ConnectionHealth
from greenroom.accounts.channel_providers.rules import ConnectionState
from greenroom.accounts.credentials.service import REFRESH_LEASE_SECONDS, set_profile
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.platforms import Identity, Platforms, PlatformUnavailable, Tokens, token_expiry
from greenroom.kernel.db.database import Database
from greenroom.kernel.http import transport
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.tiktok.platform import TikTokPlatform
from greenroom.platforms.tiktok.settings import TikTokSettings
from greenroom.tables import metadata

pytestmark = pytest.mark.both_databases

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
TIKTOK = TikTokPlatform(TikTokSettings(), HttpClient("Greenroom test"), lambda: NOW)
PLATFORMS = Platforms([TIKTOK], [TIKTOK.info.descriptor])
ZONES = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
HOSTILE_TEXT = "\0\u202e\ud800" + "x" * 1000


@pytest.fixture
async def tables(database: Database) -> Database:
    async with database.engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
    return database


async def add_connection(database: Database) -> UUID:
    async with database.write() as session:
        channel = Channel(display_name="Late Shift", sort_name="late shift", created_at=NOW)
        credential = Credential(
            provider="tiktok", provider_user_id="700", scopes=[], locked_access_token="", is_dead=False, created_at=NOW
        )
        set_profile(credential, Identity("700", HOSTILE_TEXT, HOSTILE_TEXT, f"https://x/{HOSTILE_TEXT[:50]}"))
        session.add_all([channel, credential])
        await session.flush()
        added = ChannelProvider(
            channel_id=channel.id,
            provider="tiktok",
            provider_channel_id="700",
            provider_channel_name=credential.login,
            credential_id=credential.id,
            connected_at=NOW,
            is_live=False,
            connection_state="waiting",
            connection_detail="",
            connection_since=NOW,
        )
        session.add(added)
        await session.flush()
        return added.id


async def apply_changes(database: Database, provider_id: UUID, *changes: state.Change) -> ChannelProvider:
    async with database.write() as session:
        await state.change(session, PLATFORMS, provider_id, *changes)
    async with database.read() as session:
        return await session.get_one(ChannelProvider, provider_id)


async def test_platform_texts_are_cleaned_and_shortened(tables: Database) -> None:
    provider_id = await add_connection(tables)
    row = await apply_changes(
        tables,
        provider_id,
        state.connection_state(ConnectionState.FAILING, f"It said {HOSTILE_TEXT}", NOW),
        state.live(state.LiveState(HOSTILE_TEXT, NOW), NOW),
        state.title(HOSTILE_TEXT, HOSTILE_TEXT, NOW),
    )
    assert (row.connection_detail[:9], len(row.connection_detail)) == ("It said x", 300)
    assert (row.live_stream_id, row.title, row.category) == ("x" * 100, "x" * 200, "x" * 200)
    assert row.provider_channel_name == "x" * 100


async def test_numbers_too_large_for_their_column_are_limited(tables: Database) -> None:
    provider_id = await add_connection(tables)
    health = ConnectionHealth(NOW, 10**20, 1, 10**20, None, {1: 10**20})
    row = await apply_changes(tables, provider_id, state.health(health))
    assert (row.lag_ms, row.viewers) == (2**31 - 1, 2**31 - 1)


async def test_viewer_count_is_unknown_while_disconnected(tables: Database) -> None:
    provider_id = await add_connection(tables)
    counted = ConnectionHealth(NOW, None, 7, 95, None)
    row = await apply_changes(
        tables, provider_id, state.connection_state(ConnectionState.CONNECTED, "", NOW), state.health(counted)
    )
    assert (row.viewers, row.messages_per_minute) == (95, 7)
    row = await apply_changes(tables, provider_id, state.connection_state(ConnectionState.FAILING, "Down", NOW))
    # Only the viewer count is cleared.
    assert (row.viewers, row.messages_per_minute) == (None, 7)


@pytest.mark.parametrize("account_id", ["", " ", "x" * 101, "1\0", "1\n", "\ud800"])
def test_identity_with_an_invalid_account_id_is_an_outage(account_id: str) -> None:
    with pytest.raises(PlatformUnavailable):
        Identity(account_id, "ada", "Ada", "")


@pytest.mark.parametrize("seconds", [None, 0, -1, 10**12, 10**30])
def test_token_with_an_implausible_lifetime_has_no_expiry(seconds: int | None) -> None:
    assert token_expiry(NOW, seconds) is None


@pytest.mark.parametrize("token", ["", "\u2603", "a\r\nX-Evil: 1", "a\0", "\ud800"])
def test_token_that_is_invalid_in_a_header_is_an_outage(token: str) -> None:
    with pytest.raises(PlatformUnavailable):
        Tokens(token, None, None, None)


@pytest.mark.parametrize("year", [1, 1970, 9999])
async def test_stream_with_an_invalid_start_starts_at_its_report(tables: Database, year: int) -> None:
    provider_id = await add_connection(tables)
    started_at = datetime(year, 1 if year == 1 else 12, 1 if year == 1 else 31, 23 * (year > 1), tzinfo=ZONES[year > 1])
    row = await apply_changes(tables, provider_id, state.live(state.LiveState("s1", started_at), NOW))
    assert (row.is_live, row.live_since) == (True, NOW)


def test_token_refresh_ends_before_its_lease_expires() -> None:
    connecting = (transport.ATTEMPTS - 1) * ((transport.TIMEOUT.connect or 0) + 3)
    assert connecting + transport.WHOLE_RESPONSE_SECONDS < REFRESH_LEASE_SECONDS
