"""Settings, leaderboard, history, adjustments and undo of points through the API."""

import csv
import io
from datetime import UTC, datetime

import pytest
from point_channel import PointChannel

from greenroom.accounts.access.rules import Role
from greenroom.features.points.ledger.ledger import Reason
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.features.points.ledger.settings import KNOWN_BOTS
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal

DEFAULTS = {
    "enabled": False,
    "name_singular": "point",
    "name_plural": "points",
    "per_minute": 10,
    "sub_multiplier": 2,
    "per_message": 0,
    "per_sub": 1_000,
    "per_100_bits": 200,
    "per_follow": 0,
    "ignored_names": sorted(KNOWN_BOTS),
    "transfer": True,
    "public_leaderboard": False,
}


def standings(page: Json) -> list[tuple[int, str, int]]:
    return [(one["rank"], one["accounts"][0]["name"], one["balance"]) for one in page["records"]]


async def test_settings_are_saved_and_published(points: PointChannel) -> None:
    assert await points.settings() == DEFAULTS
    async with points.client.socket("/live") as socket:
        await socket.subscribe(points.channel_id, "points")
        changed = {**DEFAULTS, "enabled": True, "name_plural": "leaves", "ignored_names": ["@Bo", "ADA", "bo"]}
        saved = (await points.put_settings(**changed)).json()
        assert saved == {**changed, "ignored_names": ["ada", "bo"]}
        event = {"type": "point_settings_changed", "settings": saved}
        assert (await socket.receive())["events"] == [event]
    assert await points.settings() == saved


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name_singular", ""),
        ("name_singular", "x" * 46),
        ("name_plural", "two\nlines"),
        ("per_minute", -1),
        ("per_minute", 1.5),
        ("per_minute", 1_000_001),
        ("per_message", "many"),
        ("per_sub", 10**30),
        ("per_100_bits", None),
        ("per_follow", -(10**18)),
        ("sub_multiplier", 0),
        ("sub_multiplier", 101),
        ("enabled", "perhaps"),
        ("transfer", 7),
        ("public_leaderboard", "yes, please"),
        ("ignored_names", "nightbot"),
        ("ignored_names", [""]),
        ("ignored_names", ["x"] * 501),
        ("unknown", 1),
    ],
)
async def test_bad_settings_name_the_field(points: PointChannel, field: str, value: object) -> None:
    response = await points.put_settings(**{field: value})
    assert response.status_code == 422
    assert [name.split(".")[0] for name in error_fields(response)] == [field]
    assert await points.settings() == DEFAULTS


@pytest.mark.rows("A3", "A4")
async def test_moderators_read_points_and_editors_change_them(greenroom: GreenroomServer, points: PointChannel) -> None:
    ana = await points.add_viewer("twitch", "Ana")
    moderator = await greenroom.staff("odalys_", points.channel_id, Role.MOD)
    for path in ("settings", "leaderboard", "csv", f"viewers/{ana[0]}/{ana[1]}", f"viewers/{ana[0]}/{ana[1]}/entries"):
        assert (await moderator.ask("GET", f"{points.points_path}/{path}")).status_code == 200
    adjust = {"change": "add", "amount": 1, "note": "n"}
    assert (await moderator.ask("PUT", f"{points.points_path}/settings", json=DEFAULTS)).status_code == 403
    assert (await moderator.ask("POST", f"{points.viewer_path(ana)}/adjust", json=adjust)).status_code == 403
    assert (await moderator.ask("POST", f"{points.points_path}/entries/1/undo")).status_code == 403
    editor = await greenroom.staff("zofiekresli", points.channel_id, Role.EDITOR)
    assert (await editor.ask("PUT", f"{points.points_path}/settings", json=DEFAULTS)).status_code == 200
    assert (await editor.ask("POST", f"{points.viewer_path(ana)}/adjust", json=adjust)).status_code == 200


@pytest.mark.both_databases
async def test_leaderboard_pages_have_ranks_and_linked_accounts_as_one_row(points: PointChannel) -> None:
    ana = await points.add_viewer("twitch", "Ana", seconds_ago=60)
    also_ana = await points.add_viewer("kick", "AnaOnKick")
    bo, cleo, dan = [await points.add_viewer("twitch", name) for name in ("Bo", "Cleo", "Dan")]
    for viewer, amount in ((ana, 30), (also_ana, 40), (bo, 50), (cleo, 50), (dan, 20)):
        await points.earn(viewer, amount)
    await points.earn(("twitch", "4711"), 5)
    await points.link(ana, also_ana)
    page = await points.client.get(f"{points.points_path}/leaderboard", limit=2)
    assert standings(page)[0] == (1, "AnaOnKick", 70)
    assert [(one["provider"], one["name"]) for one in page["records"][0]["accounts"]] == [
        ("kick", "AnaOnKick"),
        ("twitch", "Ana"),
    ]
    more = await points.client.get(f"{points.points_path}/leaderboard", limit=2, cursor=page["cursor"])
    last = await points.client.get(f"{points.points_path}/leaderboard", limit=2, cursor=more["cursor"])
    assert [*standings(page)[1:], *standings(more), *standings(last)] == [
        (2, "Cleo", 50),
        (2, "Bo", 50),
        (4, "Dan", 20),
        (5, "4711", 5),
    ]
    assert last["cursor"] is None
    assert error_fields(await points.client.ask("GET", f"{points.points_path}/leaderboard?cursor=WyJ4Il0")) == [
        "cursor"
    ]


@pytest.mark.both_databases
async def test_search_finds_viewers_by_any_of_their_names(points: PointChannel) -> None:
    ana, also_ana = await points.add_viewer("twitch", "Ana"), await points.add_viewer("kick", "Kickster")
    bo, bowie = await points.add_viewer("twitch", "Bo_100%"), await points.add_viewer("twitch", "Bowie")
    for viewer, amount in ((ana, 3), (also_ana, 4), (bo, 50)):
        await points.earn(viewer, amount)
    await points.earn(bowie, 1)
    assert (await points.adjust(bowie, "take", 1)).status_code == 200
    await points.link(ana, also_ana)

    async def found(q: str) -> list[tuple[int, int]]:
        page = await points.client.get(f"{points.points_path}/leaderboard", q=q)
        return [(one["rank"], one["balance"]) for one in page["records"]]

    assert await found("@ANA") == [(2, 7)]
    assert await found("kickst") == [(2, 7)]
    assert await found("bo") == [(1, 50), (3, 0)]
    assert await found("0%") == [(1, 50)]
    assert await found("zoe") == []
    await points.add_viewer("twitch", "Zoe")
    assert await found("zoe") == [(3, 0)]


@pytest.mark.both_databases
async def test_adjustments_are_entries_with_note_and_name_of_the_user(points: PointChannel, clock: FrozenClock) -> None:
    ana = await points.add_viewer("twitch", "Ana")
    async with points.client.socket("/live") as socket:
        await socket.subscribe(points.channel_id, "points")
        assert (await points.adjust(ana, "add", 100)).json()["balance"] == 100
        assert (await socket.receive())["events"] == [{"type": "points_changed"}]
    assert (await points.adjust(ana, "take", 30)).json()["balance"] == 70
    assert (await points.adjust(ana, "set", 10)).json() == {
        "balance": 10,
        "rank": 1,
        "earned_today": 0,
        "bets_today": 0,
        "accounts": [
            {
                "provider": "twitch",
                "provider_viewer_id": "id-ana",
                "login": "ana",
                "name": "Ana",
                "avatar_url": "",
                "colour": "",
            }
        ],
    }
    assert (await points.adjust(ana, "set", 10)).json()["balance"] == 10
    page = await points.entries(ana, limit=2)
    assert [(one["delta"], one["balance"], one["reason"], one["note"]) for one in page["records"]] == [
        (-60, 10, "adjusted", "raid prize"),
        (-30, 70, "adjusted", "raid prize"),
    ]
    assert page["records"][0]["actor_name"] == "JunoPlays"
    older = await points.entries(ana, limit=2, cursor=page["cursor"])
    assert ([one["delta"] for one in older["records"]], older["cursor"]) == ([100], None)


@pytest.mark.parametrize(
    ("change", "amount", "note", "field"),
    [
        ("add", 0, "n", "amount"),
        ("take", 0, "n", "amount"),
        ("add", -5, "n", "amount"),
        ("add", 1.5, "n", "amount"),
        ("add", MAX_BALANCE + 1, "n", "amount"),
        ("add", 10**40, "n", "amount"),
        ("add", "٥", "n", "amount"),
        ("burn", 5, "n", "change"),
        ("add", 5, "", "note"),
        ("add", 5, "x" * 201, "note"),
    ],
)
async def test_bad_adjustments_name_the_field(
    points: PointChannel, change: str, amount: int, note: str, field: str
) -> None:
    ana = await points.add_viewer("twitch", "Ana")
    response = await points.adjust(ana, change, amount, note)
    assert (response.status_code, error_fields(response)) == (422, [field])
    assert await points.balance(ana) == 0


async def test_adjustment_below_zero_above_the_maximum_or_of_an_unknown_viewer_is_refused(points: PointChannel) -> None:
    ana = await points.add_viewer("twitch", "Ana")
    assert refusal(await points.adjust(ana, "take", 1)) == (409, "not_enough_points")
    assert (await points.adjust(ana, "set", MAX_BALANCE)).status_code == 200
    assert refusal(await points.adjust(ana, "add", 1)) == (409, "too_many_points")
    assert refusal(await points.adjust(("twitch", "nobody"), "add", 1)) == (404, "viewer_not_found")
    assert refusal(await points.client.ask("GET", points.viewer_path(("kick", "id-ana")))) == (404, "viewer_not_found")


@pytest.mark.both_databases
async def test_undo_is_an_opposite_entry_made_once(points: PointChannel) -> None:
    ana = await points.add_viewer("twitch", "Ana")
    await points.adjust(ana, "add", 100)
    (added,) = (await points.entries(ana))["records"]
    assert added["can_undo"]
    assert (await points.undo_entry(added["id"])).json() == {"balance": 0}
    assert refusal(await points.undo_entry(added["id"])) == (409, "point_entry_already_undone")
    undone, first = (await points.entries(ana))["records"]
    assert (undone["undoes_id"], undone["delta"], undone["reason"], undone["can_undo"]) == (
        added["id"],
        -100,
        "undone",
        False,
    )
    assert (first["undone_by_id"], first["can_undo"]) == (undone["id"], False)
    assert refusal(await points.undo_entry(undone["id"])) == (409, "point_entry_not_undoable")
    assert refusal(await points.undo_entry(9_999_999)) == (404, "point_entry_not_found")


async def test_undo_of_spent_points_is_refused(points: PointChannel) -> None:
    ana = await points.add_viewer("twitch", "Ana")
    await points.adjust(ana, "add", 100)
    await points.earn(ana, -60, Reason.BET)
    added = (await points.entries(ana))["records"][-1]
    response = await points.undo_entry(added["id"])
    assert refusal(response) == (409, "not_enough_points")
    assert response.json()["message"] == "Not enough points: the balance is 40."
    assert await points.balance(ana) == 40


async def test_entry_of_another_channel_cannot_be_undone(points: PointChannel) -> None:
    ana = await points.add_viewer("twitch", "Ana")
    await points.adjust(ana, "add", 100)
    (added,) = (await points.entries(ana))["records"]
    other = (await points.client.ask("POST", "/channels", json={"display_name": "Other"})).json()["id"]
    response = await points.client.ask("POST", f"/channels/{other}/points/entries/{added['id']}/undo")
    assert refusal(response) == (404, "point_entry_not_found")


@pytest.mark.both_databases
async def test_history_of_a_person_has_the_entries_of_all_accounts(points: PointChannel) -> None:
    ana, also_ana = await points.add_viewer("twitch", "Ana"), await points.add_viewer("kick", "Ana")
    await points.earn(ana, 3)
    await points.earn(also_ana, 4)
    await points.link(ana, also_ana)
    await points.earn(also_ana, 5)
    assert [(one["provider"], one["delta"]) for one in (await points.entries(ana))["records"][:1]] == [("kick", 5)]
    first_page, all_entries = await points.entries(ana, limit=3), await points.entries(also_ana)
    second_page = await points.entries(ana, cursor=first_page["cursor"])
    assert [*first_page["records"], *second_page["records"]] == all_entries["records"]
    assert sorted(one["reason"] for one in all_entries["records"]) == ["linked"] * 4 + ["watched"] * 3
    balance = await points.client.get(points.viewer_path(also_ana))
    assert (balance["balance"], len(balance["accounts"])) == (12, 2)


async def test_file_of_balances_is_safe_in_a_spreadsheet(points: PointChannel) -> None:
    ana, formula = await points.add_viewer("twitch", "Ana"), await points.add_viewer("kick", "=1+1")
    await points.earn(ana, 20)
    await points.earn(formula, 10)
    response = await points.client.ask("GET", f"{points.points_path}/csv")
    assert response.headers["content-disposition"] == 'attachment; filename="points.csv"'
    assert list(csv.reader(io.StringIO(response.text.removeprefix("\ufeff")))) == [
        ["rank", "name", "points", "platform", "viewer_id", "login", "linked_accounts"],
        ["1", "Ana", "20", "twitch", "id-ana", "ana", ""],
        ["2", "'=1+1", "10", "kick", "id-=1+1", "'=1+1", ""],
    ]


async def test_settings_are_part_of_the_channel_file(points: PointChannel) -> None:
    await points.turn_on(per_minute=7, name_plural="leaves")
    exported = await points.client.ask("GET", f"{points.path}/channel-file")
    assert "per_minute: 7" in exported.text
    assert "name_plural: leaves" in exported.text


@pytest.mark.both_databases
async def test_balance_shows_points_earned_and_the_result_of_bets_since_midnight_in_the_channels_zone(
    points: PointChannel, clock: FrozenClock
) -> None:
    await points.client.ask("PATCH", f"{points.path}/settings", json={"time_zone": "Asia/Tokyo"})
    ana, bo = await points.add_viewer("twitch", "Ana"), await points.add_viewer("kick", "Bo")
    # In Tokyo it is one second before midnight.
    clock.now = datetime(2026, 5, 1, 14, 59, 59, tzinfo=UTC)
    await points.earn(ana, 1_000)
    await points.earn(ana, -100, Reason.BET)
    clock.advance(1)
    await points.earn(ana, 30)
    await points.earn(bo, 5, Reason.CHATTED)
    await points.link(ana, bo)
    await points.earn(bo, 200, Reason.ACTIVITY)
    await points.earn(ana, -50, Reason.BET)
    await points.earn(ana, 20, Reason.WON)
    await points.earn(ana, -40, Reason.BET)
    (undone, *_) = (await points.entries(ana))["records"]
    await points.undo_entry(undone["id"])
    await points.adjust(ana, "add", 7)
    balance = await points.client.get(points.viewer_path(bo))
    assert (balance["earned_today"], balance["bets_today"]) == (235, -30)
