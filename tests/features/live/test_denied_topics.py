"""Every live topic is denied to callers without the permission that `expected_permissions.py` names."""

import re
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import greenroom
from features.access.expected_permissions import LOWEST_LEVEL, PUBLIC_TOPICS, TOPICS, WIDGET_TOPICS
from greenroom.app import create_app
from greenroom.feature import Features
from greenroom.kernel.services import services_of
from greenroom.settings import Settings
from support.callers import Caller, create_callers, signed_in
from support.greenroom_server import ApiClient, GreenroomServer, LiveSocket


async def answer(socket: LiveSocket, topic: str) -> str:
    """Subscribes; returns `denied` or `subscribed`, and skips all other frames."""
    await socket.send({"type": "subscribe", "topic": topic})
    while (frame := await socket.receive())["type"] not in {"denied", "subscribed"} or frame["topic"] != topic:
        pass
    return frame["type"]


async def answers(socket: LiveSocket, channel_id: str, subjects: frozenset[str]) -> dict[str, str]:
    return {subject: await answer(socket, f"{channel_id}:{subject}") for subject in sorted(subjects)}


def expected_answers(caller: Caller) -> dict[str, str]:
    allowed = {subject for subject, permission in TOPICS.items() if (caller.level or 0) >= LOWEST_LEVEL[permission]}
    return {subject: "subscribed" if subject in allowed else "denied" for subject in TOPICS}


def test_every_topic_of_a_channel_has_an_expected_permission(tmp_path: Path) -> None:
    sources = [path.read_text() for path in Path(greenroom.__file__).parent.rglob("*.py")]
    named = {subject for source in sources for subject in re.findall(r'channel_topic\("(.+?)"\)', source)}
    features = services_of(create_app(Settings(data_dir=tmp_path))).get(Features)
    of_lists = {one.many for feature in features for one in feature.lists}
    assert named | of_lists == {*TOPICS, *PUBLIC_TOPICS, *WIDGET_TOPICS}


@pytest.mark.rows("A1", "A2", "A3", "A4")
async def test_every_topic_is_open_to_exactly_the_callers_with_its_permission(
    greenroom: GreenroomServer, channel_id: str
) -> None:
    _, *callers = await create_callers(greenroom, channel_id)
    for caller in callers:
        async with (await signed_in(greenroom, caller)).socket("/live") as socket:
            assert await answers(socket, channel_id, frozenset(TOPICS)) == expected_answers(caller), caller.name


@pytest.mark.rows("A1")
async def test_topics_with_a_permission_are_denied_without_sign_in(greenroom: GreenroomServer, channel_id: str) -> None:
    anonymous = await greenroom.client()
    async with anonymous.socket("/public-live") as socket:
        got = await answers(socket, channel_id, frozenset(TOPICS))
        assert got == expected_answers(Caller("anonymous"))
    async with anonymous.socket("/live") as socket:
        with pytest.raises(ConnectionClosed):
            await socket.socket.recv()
        assert socket.socket.close_code == 4401


async def test_topics_of_widgets_are_denied_to_every_socket_but_theirs(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    for client, path in ((owner, "/live"), (await greenroom.client(), "/public-live")):
        async with client.socket(path) as socket:
            assert set((await answers(socket, channel_id, WIDGET_TOPICS)).values()) == {"denied"}


async def test_topic_of_another_user_is_denied(greenroom: GreenroomServer, owner: ApiClient) -> None:
    topic = f"user:{(await owner.get('/user'))['id']}"
    stranger = await greenroom.sign_in_directly("odalys_")
    async with stranger.socket("/live") as socket:
        assert await answer(socket, topic) == "denied"
    async with (await greenroom.client()).socket("/public-live") as socket:
        assert await answer(socket, topic) == "denied"


async def test_topic_is_denied_unless_its_channel_id_is_in_canonical_form(owner: ApiClient, channel_id: str) -> None:
    spellings = (channel_id.upper(), channel_id.replace("-", ""), f"{{{channel_id}}}", f"urn:uuid:{channel_id}")
    async with owner.socket("/live") as socket:
        assert [await answer(socket, f"{one}:providers") for one in spellings] == ["denied"] * len(spellings)
