"""Counters and stored values are kept per channel, shown and changed by variables."""

import asyncio
from uuid import uuid4

import pytest

from greenroom.features.variables import service
from greenroom.kernel.db.database import Database
from support.variables import VariableRunner


@pytest.mark.both_databases
async def test_counter_is_counted_read_and_set(variable_runner: VariableRunner) -> None:
    assert await variable_runner.render_text("$(count Deaths)") == "1"
    assert await variable_runner.render_text("$(count deaths +5)") == "6"
    assert await variable_runner.render_text("$(count deaths -2) $(getcount DEATHS)") == "4 4"
    assert await variable_runner.render_text("$(count deaths 0)") == "0"
    assert await variable_runner.render_text("$(getcount wins)") == "0"
    assert await variable_runner.render_text('$(count "two words" 1)$(getcount two words)') == "11"


@pytest.mark.both_databases
async def test_concurrent_additions_to_a_counter_are_all_counted(variable_runner: VariableRunner) -> None:
    second_database = Database(str(variable_runner.kernel.settings.sqlalchemy_url), variable_runner.kernel.bus.publish)
    channel_id, now = variable_runner.pipeline.channel_id, variable_runner.kernel.clock()

    async def count(database: Database) -> int:
        async with database.write() as session:
            return await service.add_to_counter(session, channel_id, "deaths", 1, now)

    counted = await asyncio.gather(*(count(each) for each in [variable_runner.kernel.database, second_database] * 25))
    await second_database.close()
    assert sorted(counted) == list(range(1, 51))


@pytest.mark.both_databases
async def test_stored_text_is_never_parsed_again(variable_runner: VariableRunner) -> None:
    assert await variable_runner.render_text("$(var.set mood $(query))noted", "$(math 1+1) |x") == "noted"
    assert await variable_runner.render_text("$(var.get MOOD)") == "$(math 1+1) |x"
    assert await variable_runner.render_text("$(var.set mood)gone $(var.get mood|nothing)") == "gone nothing"


async def test_preview_changes_nothing(variable_runner: VariableRunner) -> None:
    await variable_runner.render_text("$(count deaths 7)")
    assert await variable_runner.render_text("$(count deaths +2) $(count)$(var.set a b)", is_preview=True) == "9 5"
    assert await variable_runner.render_text("$(getcount deaths) $(var.get a|nothing)") == "7 nothing"


async def test_count_without_a_name_is_the_use_count_of_the_command(variable_runner: VariableRunner) -> None:
    assert await variable_runner.render_text("$(count)") == "4"
    assert "name a counter" in await variable_runner.render_text("$(count)", command=None)


async def test_channels_do_not_share_counters(variable_runner: VariableRunner) -> None:
    await variable_runner.render_text("$(count deaths)")
    assert await variable_runner.render_text("$(getcount deaths)", channel_id=uuid4()) == "0"


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        ("$(count deaths lots)", "Usage: $(count name +1)"),
        ("$(count deaths 1e9)", "Usage: $(count name +1)"),
        ("$(count deaths 9999999999999)", "Usage: $(count name +1)"),
        ("$(count " + "x" * 51 + ")", "longer than 50 characters"),
        ("$(getcount)", "Enter a name"),
        ("$(var.get)", "Enter a name"),
        ("$(var.set)", "Usage: $(var.set name text)"),
        ("$(var.get mood)", '"mood" is not set'),
    ],
)
async def test_invalid_arguments_have_a_reason(variable_runner: VariableRunner, template: str, reason: str) -> None:
    assert reason in await variable_runner.render_text(template)


async def test_number_of_counter_names_is_limited(
    variable_runner: VariableRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_NAMES", 2)
    assert await variable_runner.render_text("$(count a)$(count b)") == "11"
    assert "up to 2 names" in await variable_runner.render_text("$(count c)")
    assert await variable_runner.render_text("$(count a)") == "2"


async def test_long_stored_text_is_cut(variable_runner: VariableRunner) -> None:
    await variable_runner.render_text("$(var.set long $(query))", "x" * 900)
    assert await variable_runner.render_text("$(var.get long)") == "x" * 500
