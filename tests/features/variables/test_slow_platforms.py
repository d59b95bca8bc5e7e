"""A slow platform does not delay moderation, and delays a response only up to a time limit."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.accounts.stream_platforms import StreamPlatform
from greenroom.chat.protocol.actions import (
    Action,
    BanViewer,
    ChangeTitle,
    CountFollowers,
    ListEmotes,
    LookUpViewer,
    Receipt,
    ShoutOut,
    ViewerFound,
)
from greenroom.features.variables import platform_access
from greenroom.features.variables.values import viewers
from greenroom.features.variables.values.channel_info import follower_variables
from greenroom.features.variables.values.emotes import emote_variables
from greenroom.responses.variables import VariableRegistry
from support.variables import VariableRunner
from support.waiting import wait_until

CALLERS = 20


@pytest.fixture
def runner(variable_runner: VariableRunner, monkeypatch: pytest.MonkeyPatch) -> VariableRunner:
    """A runner whose variables look up values on a platform."""
    monkeypatch.setattr(
        viewers, "stream_platforms", lambda: (StreamPlatform("drill", "Drill", reports_follow_date=True),)
    )
    variable_runner.registry = VariableRegistry(
        [
            *viewers.lookup_variables(variable_runner.platform_access),
            *follower_variables(variable_runner.platform_access),
            *emote_variables(variable_runner.platform_access),
        ]
    )
    return variable_runner


@contextmanager
def hold_actions(variable_runner: VariableRunner, kind: type[Action]) -> Generator[None]:
    """Keeps actions of this kind from completing inside the block."""
    event = variable_runner.platform.held[kind] = asyncio.Event()
    yield
    event.set()


async def wait_for_action(variable_runner: VariableRunner, kind: type[Action]) -> None:
    await wait_until(lambda: any(isinstance(one, kind) for one in variable_runner.performed))


async def test_moderation_does_not_wait_for_lookups_of_variables(runner: VariableRunner) -> None:
    with hold_actions(runner, LookUpViewer):
        tasks = [asyncio.create_task(runner.render_text("$(followage)", by=f"1{number}")) for number in range(CALLERS)]
        await wait_for_action(runner, LookUpViewer)
        await asyncio.sleep(0)
        done = await runner.sender.dispatch(runner.pipeline.connection_id, BanViewer("9", 60, ""))
        assert done.outcome == "done"
    await asyncio.gather(*tasks)
    # All requests were served.
    assert sum(isinstance(one, LookUpViewer) for one in runner.performed) == CALLERS


@pytest.mark.parametrize(
    ("kind", "template", "text"),
    [
        (LookUpViewer, "$(followage @Viewer9)", "1 year, 35 days"),
        (CountFollowers, "$(channel.followers)", "1204"),
        (ListEmotes, "$(emotes.drill)", "junoHi"),
    ],
)
async def test_concurrent_callers_share_one_request(
    runner: VariableRunner, kind: type[Action], template: str, text: str
) -> None:
    await runner.add_messages_from("9")
    followed_at = (runner.kernel.clock() - timedelta(days=400)).isoformat()
    found = ViewerFound("9", "login9", "Viewer9", followed_at=followed_at)
    runner.platform.outcomes.append(Receipt("done", viewers=(found,), followers=1204, names=("junoHi",)))
    with hold_actions(runner, kind):
        tasks = [asyncio.create_task(runner.render_text(template)) for _ in range(CALLERS)]
        await wait_for_action(runner, kind)
    assert set(await asyncio.gather(*tasks)) == {text}
    assert await runner.render_text(template) == text
    assert sum(isinstance(one, kind) for one in runner.performed) == 1


async def test_preview_looks_up_a_real_viewer_and_has_an_example_for_the_made_up_viewer(runner: VariableRunner) -> None:
    found = ViewerFound("7", "viewer7", "Viewer7", followed_at=runner.kernel.clock().isoformat())
    runner.platform.outcomes.append(Receipt("done", viewers=(found,)))
    assert await runner.render_text("$(followage)", by="7", is_preview=True) == "0 seconds"
    assert await runner.render_text("$(followage)", by="trial", is_preview=True) == viewers.EXAMPLE


async def test_unresponsive_platform_gives_a_reason_instead_of_blocking(
    variable_runner: VariableRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform_access, "TIMEOUT_SECONDS", 0.05)
    with hold_actions(variable_runner, ChangeTitle):
        assert "no response within" in await variable_runner.render_text("$(settitle New)", level=Role.EDITOR)
    await variable_runner.add_messages_from("9")
    with hold_actions(variable_runner, ShoutOut):
        rendered = await variable_runner.render("See $(1)!$(shoutout $(1))", "Viewer9", level=Role.MOD)
        assert (rendered.text, [note.reason for note in rendered.notes]) == (
            "See Viewer9!",
            ["Still waiting for other shoutouts"],
        )
    assert await variable_runner.wait_for_action(ShoutOut) == ShoutOut("9")
