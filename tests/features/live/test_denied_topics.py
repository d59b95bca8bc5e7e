"""Every declared live topic is denied to callers without its permission."""

import re
from pathlib import Path
from tempfile import gettempdir

import pytest
from websockets.exceptions import ConnectionClosed

import greenroom
from greenroom.app import create_app
from greenroom.kernel.services import services_of
from greenroom.settings import Settings
from greenroom.tenancy.access.rules import REQUIRED_ROLE, Role
from greenroom.tenancy.access.topic_access import TopicPermissions
from support.greenroom_server import ApiClient, GreenroomServer, LiveSocket

TOPICS = services_of(create_app(Settings(data_dir=Path(gettempdir())))).get(TopicPermissions)
SUBJECTS = sorted(TOPICS)
# For viewers without sign-in; served by another socket.
PUBLIC_SUBJECTS = {"public-chat", "public-streams"}
# For the pages of widgets, which have a socket of their own.
WIDGET_SUBJECTS = {"widget-activity", "widget-chat"}
LOWER_ROLES = {need: max(role for role in Role if role < need) for need in Role if need > Role.PUBLIC}


async def answer(socket: LiveSocket, topic: str) -> str:
    await socket.send({"type": "subscribe", "topic": topic})
    return (await socket.receive())["type"]


def test_every_topic_of_a_channel_declares_its_permission() -> None:
    sources = [path.read_text() for path in Path(greenroom.__file__).parent.rglob("*.py")]
    made = {subject for source in sources for subject in re.findall(r'channel_topic\("(.+?)"\)', source)}
    assert made - PUBLIC_SUBJECTS - WIDGET_SUBJECTS == set(SUBJECTS)


@pytest.mark.rows("A1", "A2")
@pytest.mark.parametrize("subject", SUBJECTS)
async def test_topic_is_denied_to_everyone_without_its_permission(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, subject: str
) -> None:
    topic = f"{channel_id}:{subject}"
    stranger = await greenroom.sign_in_directly("stagehandbot")
    await stranger.create_channel()
    member = await greenroom.staff("odalys_", channel_id, LOWER_ROLES[REQUIRED_ROLE[TOPICS[subject]]])
    for denied in (stranger, member):
        async with denied.socket("/live") as socket:
            assert await answer(socket, topic) == "denied"
    async with owner.socket("/live") as socket:
        assert await answer(socket, topic) != "denied"


@pytest.mark.rows("A1", "A2")
@pytest.mark.parametrize("subject", SUBJECTS)
async def test_topic_is_denied_without_sign_in(greenroom: GreenroomServer, channel_id: str, subject: str) -> None:
    anonymous = await greenroom.client()
    async with anonymous.socket("/public-live") as socket:
        assert await answer(socket, f"{channel_id}:{subject}") == "denied"
    async with anonymous.socket("/live") as socket:
        with pytest.raises(ConnectionClosed):
            await socket.socket.recv()
        assert socket.socket.close_code == 4401


@pytest.mark.parametrize("subject", sorted(WIDGET_SUBJECTS))
async def test_topic_of_widgets_is_denied_to_every_other_socket(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, subject: str
) -> None:
    async with owner.socket("/live") as socket:
        assert await answer(socket, f"{channel_id}:{subject}") == "denied"
    async with (await greenroom.client()).socket("/public-live") as socket:
        assert await answer(socket, f"{channel_id}:{subject}") == "denied"


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
