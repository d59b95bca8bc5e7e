"""Stream, viewer and moderation variables on a fake platform that records its calls."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.stream_platforms import StreamPlatform
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.protocol.actions import (
    BanViewer,
    Category,
    ChangeCategory,
    ChangeTitle,
    CountFollowers,
    DeleteMessage,
    LookUpViewer,
    Receipt,
    SearchCategories,
    ShoutOut,
    ViewerFound,
)
from greenroom.features.variables.values import viewers
from greenroom.responses.variables import VariableRegistry
from support.variables import VariableRunner


async def test_stream_variables_show_the_reported_state(variable_runner: VariableRunner) -> None:
    since = variable_runner.kernel.clock() - timedelta(hours=2, minutes=13, seconds=5)
    await variable_runner.set_stream_state(
        title="Speedruns", category="Celeste", viewers=84, is_live=True, live_since=since
    )
    assert await variable_runner.render_text("$(title) / $(game) / $(channel.viewers)") == "Speedruns / Celeste / 84"
    assert await variable_runner.render_text("$(uptime)") == "2 hours, 13 minutes, 5 seconds"
    assert await variable_runner.render_text("$(channel.live) $(channel.live all) $(viewers drill)") == "yes yes 84"
    assert "is not connected" in await variable_runner.render_text("$(title twitch)")


async def test_time_without_a_zone_is_in_the_zone_of_the_channel(variable_runner: VariableRunner) -> None:
    kernel = variable_runner.kernel
    before = await variable_runner.render_text("$(time)")
    async with kernel.database.write() as session:
        await session.execute(update(Channel).values(time_zone="Asia/Tokyo"))
    assert await variable_runner.render_text("$(time)") == await variable_runner.render_text("$(time Asia/Tokyo)")
    assert await variable_runner.render_text("$(time UTC)") == before
    assert await variable_runner.render_text("$(countdown 18:00)") == await variable_runner.render_text(
        "$(countdown 18:00 Asia/Tokyo)"
    )


async def test_unknown_stream_state_has_a_reason(variable_runner: VariableRunner) -> None:
    assert await variable_runner.render_text("$(uptime)") == "Stream is offline"
    assert await variable_runner.render_text("$(uptime|offline) $(channel.live)") == "offline no"
    assert "Title unknown" in await variable_runner.render_text("$(title)")
    assert "Category unknown" in await variable_runner.render_text("$(game)")
    assert "Viewer count unknown" in await variable_runner.render_text("$(channel.viewers)")


async def test_title_is_changed_where_supported(variable_runner: VariableRunner) -> None:
    text = await variable_runner.render_text("$(settitle $(query))", "$(user) all  night", level=Role.EDITOR)
    assert text == "The title is now $(user) all night on Drill."
    assert variable_runner.performed == [ChangeTitle("$(user) all night")]
    assert await variable_runner.render_text("$(title)") == "$(user) all night"


async def test_category_is_searched_before_the_change(variable_runner: VariableRunner) -> None:
    found = (Category("1", "Celeste 64"), Category("2", "Celeste"))
    variable_runner.platform.outcomes.append(Receipt("done", categories=found))
    assert (
        await variable_runner.render_text("$(setgame celeste)", level=Role.EDITOR)
        == "The category is now Celeste on Drill."
    )
    assert variable_runner.performed == [SearchCategories("celeste"), ChangeCategory("2")]


async def test_response_has_the_reason_why_a_platform_refused_the_change(variable_runner: VariableRunner) -> None:
    variable_runner.platform.outcomes.append(Receipt("refused", "Too long."))
    assert await variable_runner.render_text("$(settitle x)", level=Role.EDITOR) == "Drill: Too long."
    variable_runner.platform.outcomes.append(Receipt("done"))
    assert (
        await variable_runner.render_text("$(setgame nonsense)", level=Role.EDITOR) == 'Drill: No category "nonsense"'
    )
    assert "must not be empty" in await variable_runner.render_text("$(settitle)", level=Role.EDITOR)


@pytest.mark.rows("A4")
async def test_variables_that_act_require_staff_and_change_nothing_in_previews(variable_runner: VariableRunner) -> None:
    actions = "$(settitle x) $(setgame x) $(timeout Viewer9) $(permit Viewer9) $(shoutout Viewer9)"
    await variable_runner.add_messages_from("9")
    rendered = await variable_runner.render(actions, level=Role.VIP)
    assert (rendered.text, [note.reason for note in rendered.notes]) == (
        "",
        ["Requires Editor or higher"] * 2 + ["Requires Mod or higher"] * 3,
    )
    shown = await variable_runner.render(actions + "$(delete)", level=Role.EDITOR, is_preview=True)
    assert shown.text == (
        "The title is now x. The category is now x. Viewer9 was timed out for 10 minutes. "
        "Viewer9 can post one link within 1 minute."
    )
    assert (variable_runner.performed, variable_runner.permits) == ([], [])
    assert await variable_runner.rows("SELECT id FROM moderation_entries") == []


async def test_timeout_is_logged_and_sent(variable_runner: VariableRunner) -> None:
    await variable_runner.add_messages_from("9")
    text = await variable_runner.render_text("$(timeout @Viewer9 2h too loud)", level=Role.MOD, by="8")
    assert text == "Viewer9 was timed out for 2 hours."
    assert await variable_runner.wait_for_action(BanViewer) == BanViewer("9", 7200, "too loud")
    (entry,) = await variable_runner.rows("SELECT * FROM moderation_entries")
    assert (entry["viewer_id"], entry["action"], entry["seconds"]) == ("9", "timeout", 7200)
    assert (entry["actor_name"], entry["reason"]) == ("Viewer8", "too loud")


async def test_banned_user_is_not_timed_out(variable_runner: VariableRunner) -> None:
    await variable_runner.add_messages_from("9")
    await variable_runner.render_text("$(timeout Viewer9)", level=Role.MOD)
    banned = update(ModerationEntry).values(action="ban", seconds=None, outcome="done")
    async with variable_runner.kernel.database.write() as session:
        await session.execute(banned)
    assert await variable_runner.render_text("$(timeout Viewer9)", level=Role.MOD) == "Viewer9 is already banned"
    assert len(await variable_runner.rows("SELECT id FROM moderation_entries")) == 1


async def test_protected_and_unknown_users_are_not_timed_out(variable_runner: VariableRunner) -> None:
    await variable_runner.add_messages_from("5", role="moderator")
    await variable_runner.add_messages_from("6", role="broadcaster")
    await variable_runner.add_messages_from("1")
    for name, reason in {
        "Viewer5": "Only Admins and Owners can moderate a moderator",
        "Viewer6": "You can't moderate the broadcaster",
        # Viewer1 is the channel's own account.
        "Viewer1": "This is a bot of this channel. Disconnect it on the Platforms screen instead",
        "Nobody": "User Nobody not found",
    }.items():
        assert await variable_runner.render_text(f"$(timeout {name})", level=Role.MOD) == reason
    assert await variable_runner.render_text("$(timeout $(user))", level=Role.MOD, by="8") == "This is your own account"
    assert "Duration must be like" in await variable_runner.render_text("$(timeout Viewer9 soon)", level=Role.MOD)
    assert "1s–14d" in await variable_runner.render_text("$(timeout Viewer9 15d)", level=Role.MOD)
    assert variable_runner.performed == []
    assert await variable_runner.rows("SELECT id FROM moderation_entries") == []


async def test_triggering_message_is_deleted(variable_runner: VariableRunner) -> None:
    await variable_runner.pipeline.process(variable_runner.pipeline.chat_message("!psst secret", message_id="hi"))
    assert await variable_runner.render_text("$(delete)Psst!") == "Psst!"
    assert await variable_runner.wait_for_action(DeleteMessage) == DeleteMessage("hi")
    (entry,) = await variable_runner.rows("SELECT action, message_text, reason FROM moderation_entries")
    assert entry == {"action": "delete", "message_text": "!psst secret", "reason": "Command !test"}
    (line,) = await variable_runner.pipeline.lines()
    assert line["removal"]["how"] == "deleted"


async def test_permit_and_shoutout_are_for_the_named_user(variable_runner: VariableRunner) -> None:
    await variable_runner.add_messages_from("9")
    text = await variable_runner.render_text("$(permit viewer9)", level=Role.MOD)
    assert (text, variable_runner.permits) == (
        "Viewer9 can post one link within 1 minute, 30 seconds.",
        [("drill", "9")],
    )
    # The username names a viewer too.
    assert (
        await variable_runner.render_text("Go and see $(1)!$(shoutout $(1))", "@login9", level=Role.MOD)
        == "Go and see @login9!"
    )
    assert variable_runner.performed == [ShoutOut("9")]
    assert await variable_runner.render_text("$(shoutout)", level=Role.MOD) == "Name a user"


async def test_last_seen_shows_the_time_since_the_last_message(variable_runner: VariableRunner) -> None:
    await variable_runner.add_messages_from("9", at=-7_320)
    assert await variable_runner.render_text("$(lastseen @viewer9)") == "2 hours, 2 minutes"
    assert await variable_runner.render_text("$(lastseen)") == "This user hasn't chatted yet"
    assert await variable_runner.render_text("$(lastseen nobody|never)") == "never"
    await variable_runner.add_messages_from("10")
    async with variable_runner.kernel.database.write() as session:
        connection = await session.connection()
        await connection.exec_driver_sql("UPDATE viewers SET person_id = '00000000000000000000000000000001'")
    assert await variable_runner.render_text("$(lastseen Viewer9)") == "0 seconds"


async def test_random_chatter_wrote_recently(variable_runner: VariableRunner) -> None:
    assert "No one has chatted" in await variable_runner.render_text("$(random.chatter)")
    await variable_runner.add_messages_from("9", at=-660)
    await variable_runner.add_messages_from("8", role="bot")
    await variable_runner.add_messages_from("1")
    assert "No one has chatted" in await variable_runner.render_text("$(random.chatter)")
    await variable_runner.add_messages_from("10", "11")
    assert {await variable_runner.render_text("$(random.chatter)") for _ in range(30)} == {"Viewer10", "Viewer11"}


async def test_emotes_of_the_channel_are_listed(variable_runner: VariableRunner) -> None:
    assert await variable_runner.render_text("$(emotes.7tv)") == "catJAM peepoHappy"
    # The list includes an emote that another service overrides in chat.
    assert await variable_runner.render_text("$(emotes.ffz) / $(ffzemotes)") == "catJAM ZreknarF / catJAM ZreknarF"
    variable_runner.platform.outcomes.append(Receipt("done", names=("junoHi", "junoWave")))
    assert await variable_runner.render_text("$(emotes.drill)") == "junoHi junoWave"
    assert await variable_runner.render_text("$(emotes.bttv)") == "No BetterTTV emotes on this platform"


async def test_follower_count_is_cached(variable_runner: VariableRunner) -> None:
    variable_runner.platform.outcomes.append(Receipt("done", followers=1204))
    assert await variable_runner.render_text("$(channel.followers) $(followers)") == "1204 1204"
    assert variable_runner.performed == [CountFollowers()]


async def test_lookups_of_one_viewer_share_one_request(
    variable_runner: VariableRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    drill = StreamPlatform("drill", "Drill", reports_follow_date=True, reports_account_age=True)
    monkeypatch.setattr(viewers, "stream_platforms", lambda: (drill,))
    variable_runner.registry = VariableRegistry(viewers.lookup_variables(variable_runner.platform_access))
    followed_at = (variable_runner.kernel.clock() - timedelta(days=400)).isoformat()
    found = ViewerFound("7", "viewer7", "Viewer7", created_at="soon", followed_at=followed_at)
    variable_runner.platform.outcomes.append(Receipt("done", viewers=(found,)))
    assert await variable_runner.render_text("$(followage) $(followage @Viewer7)") == "1 year, 35 days 1 year, 35 days"
    assert "Account age unknown" in await variable_runner.render_text("$(accountage)")
    assert variable_runner.performed == [LookUpViewer("7")]
    # The preview's example user has no follow date.
    assert await variable_runner.render_text("$(followage)", by="trial", is_preview=True) == viewers.EXAMPLE
    variable_runner.platform.outcomes.append(Receipt("done", "Drill does not know this account."))
    assert await variable_runner.render_text("$(followage)", by="12") == "Drill does not know this account."
