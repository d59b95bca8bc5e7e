"""Guests with access until the end of the stream keep it for half an hour after the end."""

from datetime import datetime, timedelta

import pytest
from stream_channel import StreamChannel

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.channels import ChannelUser
from greenroom.accounts.platforms import Grant, Identity, Tokens
from greenroom.accounts.users.service import create_user
from support.frozen_clock import FrozenClock


async def add_member(channel: StreamChannel, name: str, *, ends_after_stream: bool) -> ChannelUser:
    grant = Grant("drill", Identity(name, name, name, ""), Tokens("token", None, None, frozenset()))
    async with channel.kernel.database.write() as session:
        user = await create_user(session, grant, channel.clock(), may_become_operator=False)
        member = ChannelUser(
            channel_id=channel.pipeline.channel_id,
            user_id=user.id,
            level=Role.MOD,
            ends_after_stream=ends_after_stream,
            created_at=channel.clock(),
        )
        session.add(member)
    return member


async def access_end(channel: StreamChannel, member: ChannelUser) -> datetime | None:
    async with channel.kernel.database.read() as session:
        found = await session.get_one(ChannelUser, (member.channel_id, member.user_id))
    return found.expires_at


@pytest.mark.both_databases
@pytest.mark.rows("P7")
async def test_guest_keeps_access_until_half_an_hour_after_a_stream(channel: StreamChannel, clock: FrozenClock) -> None:
    guest = await add_member(channel, "guest", ends_after_stream=True)
    mod = await add_member(channel, "mod", ends_after_stream=False)
    await channel.go_live()
    assert await access_end(channel, guest) is None
    clock.advance(600)
    await channel.end()
    assert await access_end(channel, guest) == clock() + timedelta(minutes=30)
    clock.advance(60)
    await channel.go_live("restarted")
    assert await access_end(channel, guest) is None
    await channel.end()
    assert await access_end(channel, guest) == clock() + timedelta(minutes=30)
    assert await access_end(channel, mod) is None
