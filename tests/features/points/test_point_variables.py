"""Variables show and move points in chat."""

from typing import Any

import pytest
from msgspec.structs import replace

from greenroom.accounts.access.rules import Role
from greenroom.features.points.ledger.balances import balance_of
from greenroom.features.points.ledger.ledger import Movement, Reason, post
from greenroom.features.points.ledger.linked_accounts import link_accounts
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.features.points.ledger.settings import PointSettings, save_settings
from greenroom.features.points.rules import top_text
from greenroom.features.points.variables import variables
from greenroom.kernel.ids import new_id
from greenroom.responses.rendering import Rendered, compile_text
from greenroom.responses.variables import VariableRegistry
from support.variables import VariableRunner

ON = PointSettings(enabled=True)
LEAVES = replace(ON, name_singular="leaf", name_plural="leaves")


async def start(runner: VariableRunner, settings: PointSettings = ON, **balances: int) -> None:
    """Saves settings and balances; `v7` is the balance of the viewer with the id 7."""
    await runner.add_messages_from("7", "8", "9")
    async with runner.kernel.database.write() as session:
        channel_id, now = runner.pipeline.channel_id, runner.kernel.clock()
        await save_settings(session, channel_id, settings)
        moves = [Movement(("drill", name[1:]), amount, Reason.WATCHED) for name, amount in balances.items()]
        await post(session, channel_id, moves, now)


async def render(runner: VariableRunner, text: str, **fields: Any) -> Rendered:  # noqa: ANN401  # fields of the context
    registry = VariableRegistry(variables(runner.kernel))
    return await compile_text(text, registry).render(runner.context(**fields))


async def say(runner: VariableRunner, text: str, **fields: Any) -> str:  # noqa: ANN401  # fields of the context
    return (await render(runner, text, **fields)).text


async def balances(runner: VariableRunner, *ids: str) -> list[int]:
    async with runner.kernel.database.read() as session:
        return [await balance_of(session, runner.pipeline.channel_id, ("drill", each)) for each in ids]


async def test_points_are_shown(variable_runner: VariableRunner) -> None:
    await start(variable_runner, LEAVES, v7=1_250, v8=1)
    assert await say(variable_runner, "$(points) $(points @Viewer8) $(points Viewer9)") == "1250 1 0"
    assert await say(variable_runner, "$(pointsname) $(pointsname 1) $(pointsname 1250)") == "leaves leaf leaves"
    assert await say(variable_runner, "$(points.rank) $(points.rank Viewer8) $(points.rank Viewer9|none)") == "1 2 none"
    assert await say(variable_runner, "$(points.top)") == "1. Viewer7 1,250, 2. Viewer8 1"
    assert await say(variable_runner, "$(points.top 1)") == "1. Viewer7 1,250"
    assert await say(variable_runner, "$(points nobody|unknown)") == "unknown"


@pytest.mark.parametrize("text", ["$(points)", "$(points.rank)", "$(points.top)", "$(points.give Viewer8 1)"])
async def test_variables_say_that_points_are_off(variable_runner: VariableRunner, text: str) -> None:
    await start(variable_runner, replace(ON, enabled=False), v7=10)
    assert await say(variable_runner, text) == "Points are turned off here."
    assert await balances(variable_runner, "7", "8") == [10, 0]


@pytest.mark.both_databases
async def test_points_are_given(variable_runner: VariableRunner) -> None:
    await start(variable_runner, LEAVES, v7=100)
    assert await say(variable_runner, "$(points.give @Viewer8 30)") == "Viewer7 gave 30 leaves to Viewer8."
    assert await say(variable_runner, "$(points.give Viewer8 50%)") == "Viewer7 gave 35 leaves to Viewer8."
    assert await say(variable_runner, "$(points.give Viewer8 all)") == "Viewer7 gave 35 leaves to Viewer8."
    assert await balances(variable_runner, "7", "8") == [0, 100]
    rows = await variable_runner.rows("SELECT reason, delta, note FROM point_entries ORDER BY id DESC LIMIT 2")
    assert rows == [
        {"reason": "received", "delta": 35, "note": "from Viewer7"},
        {"reason": "given", "delta": -35, "note": "to Viewer8"},
    ]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("", "Name a viewer and an amount."),
        ("50", "Name a viewer and an amount."),
        ("Viewer8 101", "Not enough: you have 100 points."),
        ("Viewer7 5", "You can't give points to yourself."),
        ("nobody 5", "I don't know a viewer with that name."),
        ("Viewer10 5", "Bots don't take points."),
        ("Viewer9 5", "Bots don't take points."),
        ("Viewer8 -5", "Use a whole number such as 50 or 5k, or all, half or 50%."),
        ("Viewer8 1.5", "Only whole amounts are possible."),
        ("Viewer8 0", "The amount must be at least 1."),
        ("Viewer8 ٥", "Use a whole number such as 50 or 5k, or all, half or 50%."),
        ("Viewer8 " + "9" * 30, "Use a whole number such as 50 or 5k, or all, half or 50%."),
        ("Viewer8 9000000000000m", f"The amount can't be above {MAX_BALANCE}."),
        ("Viewer8 lots", "Use a whole number such as 50 or 5k, or all, half or 50%."),
    ],
)
async def test_points_that_cannot_be_given_stay_and_the_reason_is_named(
    variable_runner: VariableRunner, arguments: str, problem: str
) -> None:
    await start(variable_runner, replace(ON, ignored_names=frozenset({"viewer9"})), v7=100)
    await variable_runner.add_messages_from("10", role="bot")
    rendered = await render(variable_runner, f"$(points.give {arguments})")
    assert (rendered.text, rendered.is_refused) == (problem, True)
    assert [note.reason for note in rendered.notes] == [problem]
    assert await balances(variable_runner, "7", "8", "9", "10") == [100, 0, 0, 0]


async def test_giving_points_can_be_turned_off(variable_runner: VariableRunner) -> None:
    await start(variable_runner, replace(ON, transfer=False), v7=100)
    assert await say(variable_runner, "$(points.give Viewer8 5)") == "Giving points is turned off here."


async def test_fallback_replaces_the_text_of_a_refusal(variable_runner: VariableRunner) -> None:
    await start(variable_runner)
    rendered = await render(variable_runner, "$(points.give Viewer8 5|no)")
    assert (rendered.text, rendered.is_refused) == ("no", True)


@pytest.mark.both_databases
async def test_linked_accounts_share_one_balance_and_cannot_give_to_each_other(variable_runner: VariableRunner) -> None:
    await start(variable_runner, v7=100, v8=20)
    async with variable_runner.kernel.database.write() as session:
        viewers = [("drill", "7"), ("drill", "8")]
        now = variable_runner.kernel.clock()
        await link_accounts(session, variable_runner.pipeline.channel_id, viewers, new_id(), now)
    assert await say(variable_runner, "$(points) $(points Viewer8)") == "120 120"
    assert await say(variable_runner, "$(points.give Viewer8 5)") == "You can't give points to yourself."
    assert await say(variable_runner, "$(points.give Viewer9 110)") == "Viewer7 gave 110 points to Viewer9."
    assert await balances(variable_runner, "7", "8", "9") == [10, 10, 110]


async def test_editors_add_and_take_points(variable_runner: VariableRunner) -> None:
    await start(variable_runner)
    editor = {"level": Role.EDITOR}
    added = await say(variable_runner, "$(points.add Viewer8 1k)", **editor)
    assert added == "Viewer8 got 1,000 points and has 1,000."
    assert await say(variable_runner, "$(points.add 5)", **editor) == "Viewer7 got 5 points and has 5."
    taken = await say(variable_runner, "$(points.take Viewer8 half)", **editor)
    assert taken == "Viewer8 lost 500 points and has 500."
    short = await say(variable_runner, "$(points.take Viewer8 501)", **editor)
    assert short == "Viewer8 has only 500 points."
    full = await say(variable_runner, f"$(points.add Viewer8 {MAX_BALANCE})", **editor)
    assert full == "That is more than a viewer can have."
    assert await balances(variable_runner, "7", "8") == [5, 500]
    rows = await variable_runner.rows("SELECT reason, note, actor_name FROM point_entries ORDER BY id LIMIT 1")
    assert rows == [{"reason": "adjusted", "note": "in chat", "actor_name": "Viewer7"}]


@pytest.mark.parametrize("name", ["add", "take"])
async def test_moderators_cannot_adjust_balances(variable_runner: VariableRunner, name: str) -> None:
    await start(variable_runner, v7=100)
    assert await say(variable_runner, f"$(points.{name} Viewer7 50)", level=Role.MOD) == ""
    assert await balances(variable_runner, "7") == [100]


@pytest.mark.parametrize("name", ["give", "add", "take"])
async def test_previews_move_nothing(variable_runner: VariableRunner, name: str) -> None:
    await start(variable_runner, v7=100)
    assert await say(variable_runner, f"$(points.{name} Viewer8 50)", level=Role.OWNER, is_preview=True) != ""
    assert await balances(variable_runner, "7", "8") == [100, 0]


def test_leaderboard_for_chat_ends_before_it_is_too_long() -> None:
    standings = [(rank, "x" * 100, 10**15) for rank in range(1, 11)]
    assert top_text(standings).count("x" * 100) == 3
    assert top_text([(1, "x" * 500, 1)]).startswith("1. x")
