"""The import of a section is announced on the topic of its screen; `test_channel_lists` has the declared lists."""

import asyncio

import pytest

from support.commands import CommandChannel
from support.greenroom_server import ApiClient, GreenroomServer
from support.waiting import MAX_WAIT_SECONDS

# Stands for the topic of the signed-in user.
USER_TOPIC = "user"


@pytest.mark.parametrize(
    ("section", "topic"),
    [
        ("chat: {retention_days: 3}", USER_TOPIC),
        ("channel_settings: {time_zone: Asia/Tokyo, language: de}", USER_TOPIC),
        ("command_settings: {default_global_cooldown: 7}", USER_TOPIC),
        ("command_settings: {answer_within: 30}", "commands"),
        ("commands: [{cmds: ['!a'], responses: [{text: x}]}]", "commands"),
        ("quote_settings: {is_public: false}", "quotes"),
        ("filters: [{type: caps, name: Caps}]", "filters"),
        ("points: {name_plural: Coins}", "points"),
        ("roulette: {max_bet: 77}", "games"),
        ("slots: {max_bet: 77}", "games"),
        ("giveaway_defaults: {winners: 2}", "giveaways"),
        ("activity_values: {values: {EUR: 3}}", "activity"),
        ("song_requests: {enabled: true}", "song-requests"),
        ("announcements: {enabled: false, text: Live}", "announcements"),
        ("widgets: [{name: Goal, type: goal}]", "widgets"),
    ],
)
async def test_import_announces_each_section_to_its_screen(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, section: str, topic: str
) -> None:
    channel = CommandChannel(greenroom, owner, channel_id)
    user_id = (await owner.ask("GET", "/user")).json()["id"]
    announced = asyncio.Event()
    name = f"user:{user_id}" if topic == USER_TOPIC else f"{channel_id}:{topic}"
    greenroom.kernel.bus.subscribe(lambda _, __: announced.set(), name)
    answer = await channel.send("POST", "/channel-file/apply", content=f"greenroom: 2\n{section}\n")
    assert answer.status_code == 200, answer.text
    await asyncio.wait_for(announced.wait(), MAX_WAIT_SECONDS)
