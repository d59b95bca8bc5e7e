"""Looking up viewers by name: a display name cannot imitate another user's login."""

from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from greenroom.accounts.access.rules import Role
from greenroom.chat.messages.models import Viewer
from greenroom.chat.protocol.events import Chatter
from greenroom.responses.variables import Caller, NoValue
from greenroom.responses.viewer_lookup import find_viewer
from support.sql_statements import observe_statements
from support.variables import VariableRunner


async def add_viewer(variable_runner: VariableRunner, by: str, login: str, name: str, provider: str) -> None:
    chatter = Chatter(id=by, login=login, name=name)
    await variable_runner.pipeline.process(
        variable_runner.pipeline.chat_message(f"hi from {by}", by=by, chatter=chatter)
    )
    async with variable_runner.kernel.database.write() as session:
        await session.execute(update(Viewer).values(provider=provider))


async def find(variable_runner: VariableRunner, name: str, provider: str, caller: Caller | None = None) -> str:
    context = replace(variable_runner.context(), provider=provider, caller=caller)
    async with variable_runner.kernel.database.read() as session:
        try:
            return (await find_viewer(session, context, name)).viewer_id
        except NoValue as reason:
            return str(reason)


@pytest.mark.both_databases
@pytest.mark.parametrize("provider", ["twitch", "kick", "tiktok"])
async def test_login_wins_over_a_display_name(variable_runner: VariableRunner, provider: str) -> None:
    await add_viewer(variable_runner, "1", "robin", "\u30ed\u30d3\u30f3", provider)
    await add_viewer(variable_runner, "2", "impostor", "Robin", provider)
    assert await find(variable_runner, "Robin", provider) == "1"
    assert await find(variable_runner, "\u30ed\u30d3\u30f3", provider) == "1"


async def test_display_name_is_never_mistaken_for_an_unknown_login(
    variable_runner: VariableRunner,
) -> None:
    await add_viewer(variable_runner, "2", "impostor", "Robin", "twitch")
    assert await find(variable_runner, "robin", "twitch") == "User robin not found"
    impostor = Caller("twitch", "2", "impostor", "Robin", 0)
    assert await find(variable_runner, "robin", "twitch", impostor) == "User robin not found"
    assert await find(variable_runner, "impostor", "twitch", impostor) == "2"


async def test_ambiguous_display_name_is_refused(variable_runner: VariableRunner) -> None:
    await add_viewer(variable_runner, "1", "Robin", "Robin", "youtube")
    assert await find(variable_runner, "robin", "youtube") == "1"
    await add_viewer(variable_runner, "2", "Robin", "Robin", "youtube")
    assert await find(variable_runner, "robin", "youtube") == "Several users are named robin"


async def test_underscore_matches_a_hyphen_on_kick(variable_runner: VariableRunner) -> None:
    await add_viewer(variable_runner, "1", "big-robin", "Big_Robin", "kick")
    assert await find(variable_runner, "Big_Robin", "kick") == "1"


async def test_lookup_of_a_viewer_uses_indexes(variable_runner: VariableRunner) -> None:
    executed: list[tuple[str, Any]] = []

    with observe_statements(variable_runner.kernel.database, lambda sql, values: executed.append((sql, values))):
        assert "User robin not found" in await variable_runner.render_text("$(timeout robin)", level=Role.MOD)
    assert not any("BEGIN IMMEDIATE" in sql for sql, _ in executed)
    async with variable_runner.kernel.database.engine.connect() as connection:
        queries = [one for one in executed if "FROM viewers" in one[0]]
        plans = [await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values) for sql, values in queries]
        used = [next(iter(plan)).detail.split()[4] for plan in plans]
    assert used == ["ix_viewers_channel_name", "ix_viewers_channel_login"]
