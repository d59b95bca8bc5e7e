"""The rehearsal panel of a channel: the evening, moments, and switches that unplug platforms."""

from collections.abc import Sequence

import pytest
from pydantic import ValidationError

from greenroom.kernel.settings import KernelSettings
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.server_fixtures import shared_loop_fixture

MOD = 7
CALLS: Sequence[tuple[str, str, Json | None]] = (
    ("GET", "", None),
    ("POST", "/evening", {"action": "step"}),
    ("POST", "/moments", {"moment": "raid"}),
    ("PUT", "/plugs/twitch", {"on": False}),
)


@shared_loop_fixture()
async def connected_id(rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str) -> str:
    """The id of a channel whose Twitch account is connected and live."""
    await owner.connect("junoplays", channel_id=channel_id)
    await rehearsal_server.control("/twitch/go-live", login="junoplays")
    return channel_id


async def call(client: ApiClient, channel_id: str, method: str, path: str, body: Json | None = None) -> Json:
    answer = await client.ask(method, f"/channels/{channel_id}/rehearsal{path}", json=body)
    assert answer.is_success, answer.text
    return answer.json() if answer.content else {}


async def test_panel_shows_the_moments_of_the_connected_platforms(owner: ApiClient, connected_id: str) -> None:
    found = await call(owner, connected_id, "GET", "")
    keys = {one["key"] for one in found["moments"]}
    assert {"raid", "spam-wave", "gift-bomb"} <= keys
    assert "super-chat" not in keys
    assert found["plugs"] == [{"provider": "twitch", "name": "Twitch", "is_plugged_in": True}]
    assert {one["state"] for one in found["evening"]["scenes"]} == {"upcoming"}


async def test_moderator_makes_a_raid_happen(rehearsal_server: GreenroomServer, connected_id: str) -> None:
    moderator = await rehearsal_server.staff("odalys_", connected_id, MOD)
    await call(moderator, connected_id, "POST", "/moments", {"moment": "raid"})
    await rehearsal_server.wait_for_event("moment_played", moment="raid", login="junoplays")


async def test_moment_happens_on_a_connected_platform_that_has_it(
    rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    """A spam wave usually happens on Twitch, which is not connected here."""
    await owner.connect("junoplays", channel_id=channel_id, provider="kick")
    await rehearsal_server.control("/kick/go-live", login="junoplays")
    moments = {one["key"]: one["providers"] for one in (await call(owner, channel_id, "GET", ""))["moments"]}
    assert (moments["spam-wave"], moments.get("super-chat")) == (["kick"], None)
    await call(owner, channel_id, "POST", "/moments", {"moment": "spam-wave"})
    await rehearsal_server.wait_for_event("moment_played", moment="spam-wave", platform="kick")


async def test_evening_is_stepped_started_again_and_stopped(owner: ApiClient, connected_id: str) -> None:
    def states(panel: Json) -> list[str]:
        return [one["state"] for one in panel["evening"]["scenes"]][:3]

    first = await call(owner, connected_id, "POST", "/evening", {"action": "step"})
    assert (states(first), first["evening"]["is_automatic"]) == (["current", "upcoming", "upcoming"], False)
    second = await call(owner, connected_id, "POST", "/evening", {"action": "step"})
    assert states(second) == ["done", "current", "upcoming"]
    again = await call(owner, connected_id, "POST", "/evening", {"action": "start"})
    assert (states(again), again["evening"]["is_automatic"]) == (["current", "upcoming", "upcoming"], True)
    stopped = await call(owner, connected_id, "POST", "/evening", {"action": "stop"})
    assert stopped["evening"]["is_automatic"] is False


async def test_evening_of_another_channel_is_not_shown(
    rehearsal_server: GreenroomServer, owner: ApiClient, connected_id: str
) -> None:
    await rehearsal_server.control("/evening/start", login="odalys_", is_automatic=False)
    panel = await call(owner, connected_id, "GET", "")
    assert {one["state"] for one in panel["evening"]["scenes"]} == {"upcoming"}
    panel = await call(owner, connected_id, "POST", "/evening", {"action": "step"})
    assert panel["evening"]["scenes"][0]["state"] == "current"


async def test_platform_is_unplugged_and_plugged_in(
    rehearsal_server: GreenroomServer, owner: ApiClient, connected_id: str
) -> None:
    panel = await call(owner, connected_id, "PUT", "/plugs/twitch", {"on": False})
    assert panel["plugs"][0]["is_plugged_in"] is False
    await rehearsal_server.wait_for_event("unplugged", platform="twitch")
    panel = await call(owner, connected_id, "PUT", "/plugs/twitch", {"on": True})
    assert panel["plugs"][0]["is_plugged_in"] is True


async def test_impossible_moment_or_unplugging_is_refused_with_a_reason(owner: ApiClient, connected_id: str) -> None:
    path = f"/channels/{connected_id}/rehearsal"
    answer = await owner.ask("POST", f"{path}/moments", json={"moment": "super-chat"})
    assert refusal(answer) == (409, "rehearsal_refused")
    assert "not live" in answer.json()["message"]
    answer = await owner.ask("PUT", f"{path}/plugs/kick", json={"on": False})
    assert answer.json()["message"] == "Kick is not connected to this channel."
    for name in ("../reset", "Raid", "a/b", "raid?x", "raid#x", ""):
        answer = await owner.ask("POST", f"{path}/moments", json={"moment": name})
        assert (answer.status_code, error_fields(answer)) == (422, ["moment"])


async def test_panel_without_a_connected_platform_has_no_moments_and_refuses_them(
    rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    answer = await owner.ask("POST", f"/channels/{channel_id}/rehearsal/moments", json={"moment": "raid"})
    assert refusal(answer) == (409, "rehearsal_refused")
    assert (await call(owner, channel_id, "GET", ""))["moments"] == []


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
async def test_strangers_are_refused(
    rehearsal_server: GreenroomServer, connected_id: str, method: str, path: str, body: Json | None
) -> None:
    stranger = await rehearsal_server.sign_in_directly("marekfixes")
    answer = await stranger.ask(method, f"/channels/{connected_id}/rehearsal{path}", json=body)
    assert refusal(answer) == (404, "channel_not_found")


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
async def test_panel_does_not_exist_outside_a_rehearsal(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, method: str, path: str, body: Json | None
) -> None:
    answer = await owner.ask(method, f"/channels/{channel_id}/rehearsal{path}", json=body)
    assert refusal(answer) == (404, "no_rehearsal")


async def test_unreachable_rehearsal_is_reported(
    rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal_server.settings, "rehearsal_url", "http://127.0.0.1:9/control")
    answer = await owner.ask("GET", f"/channels/{channel_id}/rehearsal")
    assert refusal(answer) == (502, "rehearsal_unavailable")


@pytest.mark.parametrize("url", ["http://rehearsal.example/control", "http://10.0.0.1:8100", "file:///etc/passwd"])
def test_control_address_that_is_not_on_this_machine_is_refused(url: str) -> None:
    with pytest.raises(ValidationError, match="an address of this machine"):
        KernelSettings(rehearsal_url=url)


async def test_unknown_action_of_the_evening_is_refused(owner: ApiClient, connected_id: str) -> None:
    answer = await owner.ask("POST", f"/channels/{connected_id}/rehearsal/evening", json={"action": "rewind"})
    assert (answer.status_code, error_fields(answer)) == (422, ["action"])
