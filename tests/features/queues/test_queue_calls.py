"""Viewers who are called from a queue are named in chat."""

import pytest

from support.frozen_clock import FrozenClock
from support.greenroom_server import error_fields
from support.moderation import LiveEvents
from support.queues import QueueChannel

MESSAGE = "$(names): $(queue), answer within $(answertime)"


def written_in(chat: LiveEvents) -> list[str]:
    return [event["line"]["text"] for event in chat.received if event["type"] == "line"]


@pytest.mark.rows("P6")
async def test_called_viewers_are_named_in_chat_unless_the_queue_is_silent(channel: QueueChannel) -> None:
    await channel.connect("twitch")
    chat = await channel.chat_from_now_on()
    silent = await channel.make("Duels", announces=False)
    await channel.join_all("Odalys")
    await channel.press(silent, "next")
    await channel.switch(silent, is_open=False)
    races = await channel.make("Races", group_size=2, call_message=MESSAGE)
    await channel.join_all("Juno", "Kes", "Wren")
    await channel.press(races, "next")
    await chat.wait_for_line("@Juno, @Kes: Races, answer within 1 minute")
    await channel.set_state(races, await channel.entry(races, "Wren"), "called")
    await chat.wait_for_line("@Wren: Races, answer within 1 minute")
    assert len(written_in(chat)) == 2


async def test_viewer_who_is_called_already_is_not_named_again(channel: QueueChannel, clock: FrozenClock) -> None:
    await channel.connect("twitch")
    chat = await channel.chat_from_now_on()
    queue = await channel.make()
    await channel.join_all("Juno", "Kes")
    juno = (await channel.press(queue, "next")).json()[0]
    await chat.wait_for_line("@Juno, it is your turn in Races!")
    clock.advance(1)
    # A platform would refuse the same text again, so that a second call of Juno would not be seen.
    await channel.edit(queue, call_message="Again: $(names)")
    assert (await channel.set_state(queue, juno, "called")).status_code == 200
    await channel.press(queue, "next")
    await chat.wait_for_line("Again: @Kes")
    assert len(written_in(chat)) == 2


@pytest.mark.parametrize("message", ["", "$(nmes)", "/ban $(names)", "$(queue.join)"])
async def test_call_message_that_cannot_be_posted_is_not_saved(channel: QueueChannel, message: str) -> None:
    assert error_fields(await channel.post(call_message=message)) == ["call_message"]


async def test_file_with_a_call_message_that_cannot_be_posted_is_refused(channel: QueueChannel) -> None:
    file = "greenroom: 1\nqueues:\n- name: Races\n  call_message: $(nmes)\n"
    answer = await channel.client.ask("POST", f"{channel.path}/channel-file/diff", json={"content": file})
    assert [problem["field"] for problem in answer.json()["problems"]] == ["queues.0.call_message"]
