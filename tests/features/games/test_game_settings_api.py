"""Settings of games are read, checked, saved and published through the API."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal

ROULETTE = {"enabled": True, "win_chance": 48, "multiplier": 2, "min_bet": 10}


def path(channel_id: str, game: str = "roulette") -> str:
    return f"/channels/{channel_id}/games/{game}"


async def save(client: ApiClient, channel_id: str, body: Json, game: str = "roulette", **query: int) -> Json:
    response = await client.ask("PUT", path(channel_id, game), json=body, params=query)
    assert response.status_code == 200, response.text
    return response.json()


async def test_games_have_their_default_settings(owner: ApiClient, channel_id: str) -> None:
    roulette = await owner.get(path(channel_id))
    settings = roulette["settings"]
    assert [settings[name] for name in ("enabled", "win_chance", "multiplier", "min_bet", "max_bet", "live_only")] == [
        *(False, 45, 2.0, 5, 0, False)
    ]
    assert roulette["odds"] == {"chance": 0.45, "return_to_player": 0.9, "variance": 0.99}
    assert [roulette["revision"], roulette["updated_at"], roulette["updated_by"]] == [0, None, ""]
    slots = await owner.get(path(channel_id, "slots"))
    assert slots["odds"]["return_to_player"] == pytest.approx(0.948477)
    assert [each["name"] for each in slots["message_variables"]] == [
        *("bet", "payout", "won", "balance", "pointsname", "reels")
    ]


async def test_unknown_game_is_not_found(owner: ApiClient, channel_id: str) -> None:
    assert refusal(await owner.ask("GET", path(channel_id, "poker"))) == (404, "game_not_found")
    assert refusal(await owner.ask("GET", f"{path(channel_id, 'poker')}/players")) == (404, "game_not_found")


@pytest.mark.both_databases
async def test_saved_settings_are_stored_and_published(owner: ApiClient, channel_id: str) -> None:
    async with owner.socket("/live") as socket:
        await socket.subscribe(channel_id, "games")
        saved = await save(owner, channel_id, ROULETTE)
        events = (await socket.receive())["events"]
    assert events == [{"type": "game_changed", "game": "roulette"}]
    assert [saved["revision"], saved["odds"]["return_to_player"]] == [1, 0.96]
    assert await owner.get(path(channel_id)) == saved


async def test_outdated_revision_is_refused(owner: ApiClient, channel_id: str) -> None:
    await save(owner, channel_id, ROULETTE)
    await save(owner, channel_id, ROULETTE, revision=1)
    response = await owner.ask("PUT", path(channel_id), json=ROULETTE, params={"revision": 1})
    assert refusal(response) == (409, "game_changed")


async def test_first_save_is_refused_if_settings_were_saved_meanwhile(owner: ApiClient, channel_id: str) -> None:
    await save(owner, channel_id, ROULETTE, revision=0)
    response = await owner.ask("PUT", path(channel_id), json=ROULETTE, params={"revision": 0})
    assert refusal(response) == (409, "game_changed")


async def test_moderators_read_game_settings_and_cannot_change_them(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    assert (await mod.get(path(channel_id)))["game"] == "roulette"
    assert (await mod.get(f"{path(channel_id)}/players"))["records"] == []
    assert (await mod.get(f"{path(channel_id)}/players/twitch/77"))["bets"] == 0
    played = await mod.get(f"/channels/{channel_id}/viewers/twitch/77/games")
    assert [(each["title"], each["bets"]) for each in played["records"]] == [("Roulette", 0), ("Slots", 0)]
    assert (await mod.ask("PUT", path(channel_id), json=ROULETTE)).status_code == 403


SYMBOLS = [{"symbol": "A", "weight": 1}, {"symbol": "B", "weight": 2}]
LINE = {"symbols": ["A", "A", "A"], "multiplier": 5}


@pytest.mark.parametrize(
    ("game", "body", "field"),
    [
        ("roulette", {"win_chance": 0}, "win_chance"),
        ("roulette", {"win_chance": 100}, "win_chance"),
        ("roulette", {"win_chance": 45.5}, "win_chance"),
        ("roulette", {"multiplier": 1}, "multiplier"),
        ("roulette", {"multiplier": 0}, "multiplier"),
        ("roulette", {"multiplier": 10_001}, "multiplier"),
        ("roulette", {"multiplier": 2.005}, "multiplier"),
        ("roulette", {"multiplier": "NaN"}, "multiplier"),
        ("roulette", {"min_bet": 0}, "min_bet"),
        ("roulette", {"min_bet": 10**15 + 1}, "min_bet"),
        ("roulette", {"min_bet": 10, "max_bet": 9}, "max_bet"),
        ("roulette", {"user_cooldown": -1}, "user_cooldown"),
        ("roulette", {"win_message": "$(roulette all)"}, "win_message"),
        ("roulette", {"win_message": "$(reels)"}, "win_message"),
        ("roulette", {"lose_message": "   "}, "lose_message"),
        ("roulette", {"typo": 1}, "typo"),
        ("slots", {"symbols": [{"symbol": "A", "weight": 0}, SYMBOLS[1]]}, "symbols.0.weight"),
        ("slots", {"symbols": [SYMBOLS[0]]}, "symbols"),
        ("slots", {"symbols": [SYMBOLS[0], SYMBOLS[0]]}, "symbols"),
        ("slots", {"symbols": [{"symbol": "*", "weight": 1}, SYMBOLS[1]]}, "symbols.0.symbol"),
        ("slots", {"symbols": [{"symbol": "A B", "weight": 1}, SYMBOLS[1]]}, "symbols.0.symbol"),
        ("slots", {"symbols": SYMBOLS, "paytable": []}, "paytable"),
        ("slots", {"symbols": SYMBOLS, "paytable": [{**LINE, "multiplier": 0}]}, "paytable.0.multiplier"),
        ("slots", {"symbols": SYMBOLS, "paytable": [{**LINE, "multiplier": 1e9}]}, "paytable.0.multiplier"),
        ("slots", {"symbols": SYMBOLS, "paytable": [{**LINE, "symbols": ["A", "A"]}]}, "paytable.0.symbols"),
        ("slots", {"symbols": SYMBOLS, "paytable": [{**LINE, "symbols": ["A", "A", "C"]}]}, "paytable"),
        ("slots", {"symbols": SYMBOLS, "paytable": [LINE, LINE]}, "paytable"),
        ("slots", {"target_return": 101}, "target_return"),
    ],
)
async def test_invalid_setting_is_refused(owner: ApiClient, channel_id: str, game: str, body: Json, field: str) -> None:
    response = await owner.ask("PUT", path(channel_id, game), json=body)
    assert response.status_code == 422
    assert error_fields(response) == [field]


async def test_slots_combination_that_every_spin_matches_is_refused(owner: ApiClient, channel_id: str) -> None:
    line = {"symbols": ["*", "*", "*"], "multiplier": 1}
    response = await owner.ask("PUT", path(channel_id, "slots"), json={"symbols": SYMBOLS, "paytable": [line]})
    assert error_fields(response) == ["paytable.0.symbols"]


async def test_preview_of_a_games_message_refuses_bets_and_commands(owner: ApiClient, channel_id: str) -> None:
    await owner.connect("junoplays", channel_id=channel_id, provider="twitch")
    body = {"text": "$(user) won $(won) $(roulette 5)", "kind": "game", "values": {"won": "100"}}
    answer = (await owner.ask("POST", f"/channels/{channel_id}/previews", json=body)).json()
    assert [each["message"] for each in answer["problems"]] == [
        "$(roulette) changes something: games can only show values."
    ]
    body["text"] = "$(command !discord) $(command)"
    answer = (await owner.ask("POST", f"/channels/{channel_id}/previews", json=body)).json()
    assert [each["message"] for each in answer["problems"]] == [
        "$(command) runs another command: games can only show values."
    ]
    body["text"] = "$(user) won $(won)"
    answer = (await owner.ask("POST", f"/channels/{channel_id}/previews", json=body)).json()
    assert [answer["problems"], [each["parts"] for each in answer["lines"]]] == [[], [["Viewer won 100"]]]


async def test_settings_are_sections_of_the_channel_file(owner: ApiClient, channel_id: str) -> None:
    await save(owner, channel_id, ROULETTE)
    file = f"/channels/{channel_id}/channel-file"
    exported = (await owner.ask("GET", file, params={"section": "roulette"})).text
    assert "win_chance: 48" in exported
    wrong = exported.replace("win_chance: 48", "win_chance: 0")
    preview = (await owner.ask("POST", f"{file}/diff", json={"content": wrong})).json()
    assert "win_chance" in str(preview["problems"])
    changed = exported.replace("win_chance: 48", "win_chance: 47")
    assert (await owner.ask("POST", f"{file}/apply", json={"content": changed})).status_code == 200
    assert [(await owner.get(path(channel_id)))[name] for name in ("revision", "updated_by")] == [2, "JunoPlays"]
