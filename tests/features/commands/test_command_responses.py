"""Commands respond on the platforms of the rehearsal; a reason is stored if they do not."""

from typing import Any

import pytest

from support.commands import CommandChannel
from support.greenroom_server import GreenroomServer, Json
from support.moderation import chat_event, is_line

NO_COOLDOWNS: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}


@pytest.mark.rows("P6")
async def test_command_responds_where_it_was_used(on_twitch: CommandChannel) -> None:
    command = await on_twitch.make("!hello", "Hello $(user), you said $(query)")
    async with on_twitch.command_events() as live_events:
        line = await on_twitch.send_and_await_response("!HELLO to you", "Hello Brisket99, you said to you")
        used = await live_events.until(lambda event: event["type"] == "command_used")
    assert (used["command_id"], used["use_count"]) == (command["id"], 1)
    assert await on_twitch.wait_for_results(line) == [
        ("!hello", "acted", "responded “Hello Brisket99, you said to you”")
    ]
    after = await on_twitch.command(command)
    assert (after["use_count"], after["last_used_at"]) == (1, used["last_used_at"])


# How each platform shows say, mention, reply and announce.
SHOWN_TEXTS = {
    "twitch": ("say", "@Brisket99 mention", "reply", "announce"),
    "youtube": ("say", "@Brisket99 mention", "@Brisket99 reply", "announce"),
    "kick": ("say", "@Brisket99 mention", "reply", "announce"),
}


@pytest.mark.parametrize("provider", SHOWN_TEXTS)
async def test_response_type_falls_back_where_a_platform_lacks_it(channel: CommandChannel, provider: str) -> None:
    await channel.connect(provider)
    for response_type, text in zip(("say", "mention", "reply", "announce"), SHOWN_TEXTS[provider], strict=True):
        await channel.make(f"!{response_type}", response_type, response_type=response_type, **NO_COOLDOWNS)
        async with channel.command_events() as live_events:
            await channel.greenroom.control(
                f"/{provider}/say", login="junoplays", text=f"!{response_type}", viewer="brisket99"
            )
            event = await live_events.until(
                lambda event, text=text: event["type"] == "line" and event["line"]["text"].casefold() == text.casefold()
            )
        assert bool(event["line"].get("reply_to")) == (response_type == "reply" and provider != "youtube")


async def test_read_only_platform_is_named_as_the_reason(channel: CommandChannel) -> None:
    await channel.connect("tiktok")
    await channel.make("!hello", **NO_COOLDOWNS)
    line = await channel.send_chat("!hello", "tiktok")
    ((_, verdict, reason),) = await channel.wait_for_results(line)
    assert verdict == "skipped"
    assert "TikTok chat is read-only" in reason


async def test_moderated_message_triggers_no_response(on_twitch: CommandChannel) -> None:
    terms = {"terms": [{"kind": "phrase", "text": "rubbish"}]}
    body: Json = {"type": "banned_terms", "name": "Words", "settings": terms}
    assert (await on_twitch.send("POST", "/filters", **body)).status_code == 201
    await on_twitch.make("!say", "Somebody says $(query)", **NO_COOLDOWNS)
    line = await on_twitch.send_chat("!say rubbish")
    await on_twitch.send_and_await_response("!say hello", "Somebody says hello")
    ((_, verdict, reason),) = await on_twitch.explain(line)
    assert verdict == "skipped"
    assert reason == "message was deleted; would have responded “Somebody says rubbish”"


async def test_dropped_response_is_explained(greenroom: GreenroomServer, on_twitch: CommandChannel) -> None:
    await greenroom.control("/twitch/drop-messages", code="msg_rejected")
    await on_twitch.make("!hello")
    line = await on_twitch.send_chat("!hello")
    ((_, verdict, reason),) = await on_twitch.wait_for_results(line)
    assert verdict == "skipped"
    assert reason.startswith("failed: Twitch dropped it: ")
    assert reason.endswith("; response: “Hello there”")


async def test_broadcaster_can_use_commands_but_own_responses_trigger_none(on_twitch: CommandChannel) -> None:
    """Without a bot, responses are sent as the broadcaster."""
    command = await on_twitch.make("!loop", "!loop again", **NO_COOLDOWNS)
    await on_twitch.send_and_await_response("!loop", "!loop again", viewer="junoplays")
    await on_twitch.make("!end", "over", **NO_COOLDOWNS)
    await on_twitch.send_and_await_response("!end", "over")
    assert (await on_twitch.command(command))["use_count"] == 1


@pytest.mark.parametrize("provider", SHOWN_TEXTS)
async def test_timeout_of_protected_users_is_refused_with_a_reason(
    greenroom: GreenroomServer, channel: CommandChannel, provider: str
) -> None:
    await channel.connect(provider)
    await channel.make("!quiet", "Quiet, $(touser)! $(timeout $(touser) 60)", access_level=7, **NO_COOLDOWNS)
    viewers = greenroom.rehearsal_state.world.viewers_on(provider)
    caller, other = viewers[7].login, viewers[67].login
    assert viewers[67].is_moderator
    for target, reason in {
        other: "$(timeout): Only Admins and Owners can moderate a moderator",
        "junoplays": "$(timeout): You can't moderate the broadcaster",
        caller: "$(timeout): This is your own account",
    }.items():
        await channel.send_chat("here I am", provider, target)
        line = await channel.send_chat(f"!quiet @{target}", provider, caller)
        ((_, verdict, result),) = await channel.wait_for_results(line)
        assert (verdict, result) == ("acted", f"responded “Quiet, {target}!” ({reason})")
    assert await channel.log() == []
    assert [removal for removal in (await channel.removals()).values() if removal] == []
    await channel.send_chat("not a moderator", provider)
    line = await channel.send_chat("!quiet brisket99", provider, caller)
    ((_, verdict, result),) = await channel.wait_for_results(line)
    assert "was timed out for 1 minute.”" in result
    (entry,) = await channel.log()
    assert (entry["action"], entry["seconds"], entry["provider"]) == ("timeout", 60, provider)


async def test_messages_of_own_bots_trigger_no_commands(on_twitch: CommandChannel) -> None:
    await on_twitch.make("!hello", "Hello $(user)", **NO_COOLDOWNS)
    # Fills the caches of commands and bots.
    await on_twitch.send_and_await_response("!hello", "Hello Brisket99")
    connection = {"channel_id": on_twitch.channel_id, "channel_provider_id": on_twitch.connections["twitch"]}
    await on_twitch.client.connect("brisket99", bot="own", **connection)
    assert await on_twitch.reason_without_response("!hello") == "sent by a bot"
    assert await on_twitch.reason_without_response("!hello", viewer="brisket99") == "sent by a bot"
    assert await on_twitch.reason_without_response("!cmd add !x text", viewer="brisket99") == "sent by a bot"
    await on_twitch.client.connect("stagehandbot", bot="system")
    assert await on_twitch.reason_without_response("!hello", viewer="stagehandbot") == "sent by a bot"
    # From here on the bot sends, and its messages trigger nothing.
    command = await on_twitch.make("!loop", "!loop again", **NO_COOLDOWNS)
    line = await on_twitch.send_and_await_response("!loop", "!loop again", viewer="marekfixes")
    await on_twitch.wait_for_results(line)
    assert (await on_twitch.command(command))["use_count"] == 1
    path = f"{on_twitch.path}/providers/{on_twitch.connections['twitch']}/bot"
    assert (await on_twitch.client.ask("DELETE", path)).status_code == 204
    await on_twitch.send_and_await_response("!hello", "Hello Brisket99")


async def test_shared_chat_of_another_channel_triggers_no_commands(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    await on_twitch.make("!hello", "Hello $(user)", **NO_COOLDOWNS)
    own = greenroom.rehearsal_state.world.person("junoplays").id
    lines: dict[str, Json] = {}
    async with on_twitch.command_events() as live_events:
        for source in ("999", own):
            text = f"!hello from {source}"
            event = chat_event("77", "Ada", text, broadcaster_user_id=own, source_broadcaster_user_id=source)
            await greenroom.control("/twitch/event", login="junoplays", type="channel.chat.message", event=event)
            lines[source] = (await live_events.until(is_line(text)))["line"]
        await live_events.until(is_line("Hello Ada"))
    await on_twitch.wait_for_results(lines[own])
    assert await on_twitch.explain(lines["999"]) == [
        ("!hello", "skipped", "from another channel's shared chat; would have responded “Hello Ada”")
    ]
    assert await on_twitch.explain(lines[own]) == [("!hello", "acted", "responded “Hello Ada”")]


async def test_viewers_with_one_id_on_two_platforms_have_separate_cooldowns(channel: CommandChannel) -> None:
    await channel.connect("twitch", "kick")
    await channel.make("!hello", "Hello $(provider)", global_cooldown=0, chatter_cooldown=60)
    first = await channel.send_and_await_response("!hello", "Hello twitch", "twitch")
    second = await channel.send_and_await_response("!hello", "Hello kick", "kick")
    assert first["author"]["id"] == second["author"]["id"]
    for provider in ("twitch", "kick"):
        assert await channel.reason_without_response("!hello again", provider) == "user cooldown, 60 s left"


async def test_responses_keep_their_order(on_twitch: CommandChannel) -> None:
    await on_twitch.make("!one", "first", **NO_COOLDOWNS)
    await on_twitch.make("!two", "second", **NO_COOLDOWNS)
    async with on_twitch.command_events() as live_events:
        for name in ("!one", "!two", "!one"):
            await on_twitch.greenroom.control("/twitch/say", login="junoplays", text=name, viewer="brisket99")
        await live_events.until(is_line("second"))
        while len(texts := [each["line"]["text"] for each in await live_events.all_of("line")]) < 6:
            pass
    assert [text for text in texts if not text.startswith("!")] == ["first", "second", "first"]


async def test_nested_command_checks_role_and_platform(on_twitch: CommandChannel) -> None:
    await on_twitch.make("!secret", "for moderators", access_level=7)
    await on_twitch.make("!elsewhere", "on kick", providers=["kick"])
    text = "$(user.login) and $(1): $(command $(1)|nothing)"
    await on_twitch.make("!run", text, global_cooldown=0, chatter_cooldown=0)
    await on_twitch.send_and_await_response("!run !secret", "brisket99 and !secret: nothing")
    await on_twitch.send_and_await_response("!run !elsewhere", "brisket99 and !elsewhere: nothing")
    await on_twitch.send_and_await_response("!run !secret", "junoplays and !secret: for moderators", viewer="junoplays")
