"""Whoever calls themselves like somebody else is not meant by that name."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from asked_statements import noted
from greenroom.chat.messages.models import Viewer
from greenroom.chat.protocol.events import Chatter
from greenroom.responses.variables import Caller, NoValue
from greenroom.responses.viewer_lookup import find_viewer
from greenroom.tenancy.access.rules import Role
from variable_desk import VariableDesk


async def wrote(world: VariableDesk, by: str, login: str, name: str, provider: str) -> None:
    chatter = Chatter(id=by, login=login, name=name)
    await world.desk.hear(world.desk.said(f"hi from {by}", by=by, chatter=chatter))
    async with world.kernel.database.write() as session:
        await session.execute(update(Viewer).values(provider=provider))


async def found(world: VariableDesk, name: str, provider: str, caller: Caller | None = None) -> str:
    occasion = replace(world.occasion(), provider=provider, caller=caller)
    async with world.kernel.database.read() as session:
        try:
            return (await find_viewer(session, occasion, name)).viewer_id
        except NoValue as reason:
            return str(reason)


@pytest.mark.parametrize("provider", ["twitch", "kick", "tiktok"])
async def test_login_wins_over_whoever_shows_it_as_their_name(world: VariableDesk, provider: str) -> None:
    await wrote(world, "1", "robin", "\u30ed\u30d3\u30f3", provider)
    await wrote(world, "2", "impostor", "Robin", provider)
    assert await found(world, "Robin", provider) == "1"
    assert await found(world, "\u30ed\u30d3\u30f3", provider) == "1"


async def test_shown_name_is_never_taken_for_the_login_of_somebody_who_has_not_written(world: VariableDesk) -> None:
    await wrote(world, "2", "impostor", "Robin", "twitch")
    assert await found(world, "robin", "twitch") == "Nobody called robin has written here on twitch"
    himself = Caller("twitch", "2", "impostor", "Robin", 0)
    assert await found(world, "robin", "twitch", himself) == "Nobody called robin has written here on twitch"
    assert await found(world, "impostor", "twitch", himself) == "2"


async def test_name_that_several_people_show_is_nobody_in_particular(world: VariableDesk) -> None:
    await wrote(world, "1", "Robin", "Robin", "youtube")
    assert await found(world, "robin", "youtube") == "1"
    await wrote(world, "2", "Robin", "Robin", "youtube")
    assert await found(world, "robin", "youtube") == "Several people here are called robin"


async def test_kick_shows_an_underscore_for_a_hyphen(world: VariableDesk) -> None:
    await wrote(world, "1", "big-robin", "Big_Robin", "kick")
    assert await found(world, "Big_Robin", "kick") == "1"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_nobody_is_looked_for_among_everybody_who_ever_wrote(world: VariableDesk) -> None:
    asked: list[tuple[str, Any]] = []

    with noted(world.kernel.database, lambda words, values: asked.append((words, values))):
        assert "Nobody called robin" in await world.say("$(timeout robin)", level=Role.MOD)
    assert not any("BEGIN IMMEDIATE" in words for words, _ in asked)
    async with world.kernel.database.engine.connect() as connection:
        looks = [one for one in asked if "FROM viewers" in one[0]]
        plans = [await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {words}", values) for words, values in looks]
        used = [next(iter(plan)).detail.split()[4] for plan in plans]
    assert used == ["ix_viewers_channel_name", "ix_viewers_channel_login"]
