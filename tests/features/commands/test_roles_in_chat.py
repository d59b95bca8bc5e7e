"""The level in chat is the higher of the platform's badge and the role in Greenroom."""

from datetime import timedelta

import pytest

from greenroom.accounts.access.rules import Role
from support.commands import CommandChannel
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer
from support.members import change_level, remove, user_id_of
from support.sql_statements import statements

# The response has a number, because Twitch shows a repeated text only once.
LEVEL = "$(count) $(user.level)"


async def level_shown(channel: CommandChannel, viewer: str, provider: str = "twitch") -> str:
    """The value of `$(user.level)` for this viewer."""
    line = await channel.send_chat("!level", provider, viewer)
    ((_, _, reason),) = await channel.wait_for_results(line)
    return reason.removesuffix("”").rpartition(" ")[2]


async def make_level_command(channel: CommandChannel) -> None:
    await channel.make("!level", LEVEL, global_cooldown=0, chatter_cooldown=0)


async def test_role_counts_in_chat_from_when_it_is_given_until_it_is_removed(
    greenroom: GreenroomServer, owner: ApiClient, on_twitch: CommandChannel
) -> None:
    await make_level_command(on_twitch)
    assert await level_shown(on_twitch, "odalys_") == "Public"
    member = await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR)
    assert await level_shown(on_twitch, "odalys_") == "Editor"
    await change_level(owner, on_twitch.channel_id, member, Role.MOD)
    assert await level_shown(on_twitch, "odalys_") == "Mod"
    await remove(owner, on_twitch.channel_id, member)
    assert await level_shown(on_twitch, "odalys_") == "Public"


async def test_role_counts_on_every_connected_account(greenroom: GreenroomServer, on_twitch: CommandChannel) -> None:
    await make_level_command(on_twitch)
    await on_twitch.connect("kick")
    editor = await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR)
    assert await level_shown(on_twitch, "odalys_", "kick") == "Public"
    connected = await editor.connect("odalys_", "/user-provider-connected", provider="kick")
    assert await level_shown(on_twitch, "odalys_", "kick") == "Editor"
    await editor.ask("DELETE", f"/user/providers/{connected['user_provider_id']}")
    assert await level_shown(on_twitch, "odalys_", "kick") == "Public"
    assert await level_shown(on_twitch, "odalys_") == "Editor"


async def test_role_counts_on_a_shared_account_only_after_the_user_connects_it_to_themselves(
    owner: ApiClient, on_twitch: CommandChannel
) -> None:
    """The consent for the box "Also chat as" may come from another person, for instance a guest."""
    await make_level_command(on_twitch)
    await on_twitch.connect("kick")
    other_channel = await owner.create_channel("Side Stage")
    await owner.connect("odalys_", provider="kick", channel_id=other_channel, chat_as_me="true")
    assert await level_shown(on_twitch, "odalys_", "kick") == "Public"
    await owner.connect("odalys_", "/user-provider-connected", provider="kick")
    assert await level_shown(on_twitch, "odalys_", "kick") == "Owner"


async def test_role_that_ends_by_time_stops_counting(
    greenroom: GreenroomServer, on_twitch: CommandChannel, clock: FrozenClock
) -> None:
    await make_level_command(on_twitch)
    user_id = await user_id_of(await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR))
    await greenroom.set_access_end(on_twitch.channel_id, user_id, clock() + timedelta(seconds=10))
    assert await level_shown(on_twitch, "odalys_") == "Editor"
    clock.advance(10)
    assert await level_shown(on_twitch, "odalys_") == "Public"


async def test_suspended_and_deleted_people_have_no_role_in_chat(
    greenroom: GreenroomServer, owner: ApiClient, on_twitch: CommandChannel
) -> None:
    await make_level_command(on_twitch)
    suspended = await user_id_of(await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR))
    deleted = await greenroom.staff("marekfixes", on_twitch.channel_id, Role.EDITOR)
    assert [await level_shown(on_twitch, who) for who in ("odalys_", "marekfixes")] == ["Editor", "Editor"]
    await owner.ask("PUT", f"/admin/users/{suspended}/suspension")
    await deleted.ask("DELETE", "/user?username=marekfixes")
    assert [await level_shown(on_twitch, who) for who in ("odalys_", "marekfixes")] == ["Public", "Public"]


async def test_roles_are_not_queried_for_each_message(greenroom: GreenroomServer, on_twitch: CommandChannel) -> None:
    await make_level_command(on_twitch)
    await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR)
    assert await level_shown(on_twitch, "odalys_") == "Editor"
    with statements(greenroom.kernel.database) as executed:
        await on_twitch.send_chat("hello", "twitch", "odalys_")
    assert executed
    assert not [one for one in executed if "channel_users" in one or "user_providers" in one]


@pytest.mark.parametrize(("level", "verdict"), [(7, "skipped"), (100, "acted")])
async def test_role_decides_who_uses_a_command(
    greenroom: GreenroomServer, on_twitch: CommandChannel, level: int, verdict: str
) -> None:
    await on_twitch.make("!edit", "Done", access_level=100)
    await greenroom.staff("odalys_", on_twitch.channel_id, level)
    ((_, found, reason),) = await on_twitch.wait_for_results(await on_twitch.send_chat("!edit", "twitch", "odalys_"))
    assert found == verdict
    assert reason.startswith("responded" if level == 100 else "requires Editor or higher, user is Mod")


async def test_mod_by_role_uses_cmd_only_if_the_channel_allows_it(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    await greenroom.staff("odalys_", on_twitch.channel_id, Role.MOD)
    refused = "Only Editors can edit commands with !cmd."
    await on_twitch.send_and_await_response("!cmd add !x text", refused, viewer="odalys_")
    await on_twitch.send("PUT", "/command-settings", chat_management="mods")
    await on_twitch.send_and_await_response("!cmd add !x text", "Added !x.", viewer="odalys_")
