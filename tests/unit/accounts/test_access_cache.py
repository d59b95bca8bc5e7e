"""The cache of users' roles in channels: entries expire soon, a change of access or ended sessions clear it."""

from datetime import timedelta
from uuid import UUID

import pytest
from msgspec.structs import replace

from greenroom.accounts.access.access_cache import CACHE_LIFETIME, MAX_ENTRIES, AccessCache, Member
from greenroom.accounts.sessions.rules import LAST_SEEN_INTERVAL
from greenroom.accounts.sessions.service import Person
from greenroom.accounts.topics import ACCESS_CHANGED, CHANNEL_DELETED, SESSIONS_ENDED
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.bus.redis_bus import RedisBus
from support.frozen_clock import FrozenClock

CHANNEL, OTHER = UUID(int=1), UUID(int=2)
NOW = FrozenClock().now
PERSON = Person(UUID(int=3), UUID(int=4), "juno", "Juno", "", False, NOW, NOW + timedelta(days=30))
MEMBER = Member(PERSON, 7, None)
INSTANT = timedelta(microseconds=1)


def cache_with_member(bus: MemoryBus, member: Member = MEMBER) -> AccessCache:
    cache = AccessCache(bus)
    cache.store("token", CHANNEL, member, now=NOW, version=cache.version)
    return cache


def test_member_is_found_only_by_token_and_channel() -> None:
    cache = cache_with_member(MemoryBus())
    assert cache.find("token", CHANNEL, NOW) == MEMBER
    others = (("token", OTHER), ("tokem", CHANNEL), ("", CHANNEL), (None, CHANNEL))
    assert [cache.find(token, channel, NOW) for token, channel in others] == [None] * 4


@pytest.mark.parametrize("topic", [SESSIONS_ENDED, ACCESS_CHANGED])
async def test_access_cache_is_empty_after_a_change_of_access(topic: str) -> None:
    bus = MemoryBus()
    cache = cache_with_member(bus)
    await bus.publish(CHANNEL_DELETED, str(CHANNEL).encode())
    assert cache.find("token", CHANNEL, NOW) == MEMBER
    await bus.publish(topic, b"user")
    assert cache.find("token", CHANNEL, NOW) is None


async def test_access_read_before_a_change_is_not_cached_after_it() -> None:
    bus = MemoryBus()
    cache = AccessCache(bus)
    version = cache.version
    await bus.publish(ACCESS_CHANGED, b"user")
    cache.store("token", CHANNEL, MEMBER, now=NOW, version=version)
    assert cache.find("token", CHANNEL, NOW) is None


def test_access_cache_expires_after_its_lifetime_or_if_the_clock_is_set_back() -> None:
    cache = cache_with_member(MemoryBus())
    assert cache.find("token", CHANNEL, NOW + CACHE_LIFETIME - INSTANT) == MEMBER
    assert cache.find("token", CHANNEL, NOW + CACHE_LIFETIME) is None
    assert cache.find("token", CHANNEL, NOW - INSTANT) is None


@pytest.mark.parametrize(
    "member",
    [
        replace(MEMBER, ends_at=NOW + INSTANT),
        replace(MEMBER, person=replace(PERSON, expires_at=NOW + INSTANT)),
        replace(MEMBER, person=replace(PERSON, last_seen_at=NOW + INSTANT - LAST_SEEN_INTERVAL)),
    ],
    ids=["role ends", "sign-in ends", "last_seen_at is due for an update"],
)
def test_entry_expires_with_its_role_or_sign_in_or_when_last_seen_at_is_due(member: Member) -> None:
    cache = cache_with_member(MemoryBus(), member)
    assert cache.find("token", CHANNEL, NOW) == member
    assert cache.find("token", CHANNEL, NOW + INSTANT) is None


def test_access_cache_is_unused_while_the_bus_is_down() -> None:
    bus = RedisBus("unix:///nowhere/redis.sock")
    cache = AccessCache(bus)
    cache.store("token", CHANNEL, MEMBER, now=NOW, version=cache.version)
    assert (cache.find("token", CHANNEL, NOW), len(cache)) == (None, 0)


def test_oldest_entries_are_evicted() -> None:
    cache = AccessCache(MemoryBus())
    for number in range(MAX_ENTRIES + 2):
        cache.store(str(number), CHANNEL, MEMBER, now=NOW, version=cache.version)
        cache.store("0", CHANNEL, MEMBER, now=NOW, version=cache.version)
    assert len(cache) == MAX_ENTRIES
    found = [cache.find(token, CHANNEL, NOW) is not None for token in ("0", "1", "2", "3", str(MAX_ENTRIES + 1))]
    assert found == [True, False, False, True, True]
