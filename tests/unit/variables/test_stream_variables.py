"""Stream variables: selected and combined streams, texts about changes, and category matches."""

from datetime import timedelta
from uuid import UUID

import pytest
from msgspec.structs import replace

from greenroom.chat.protocol.actions import Category
from greenroom.features.variables.values.stream_edit import best_match, result_text
from greenroom.features.variables.values.stream_info import Stream, live, selected_streams, title, uptime, viewers
from greenroom.responses.variables import NoValue
from support.variable_rendering import NOW, command_context

TWITCH = Stream(UUID(int=2), "twitch", "", "Celeste", 10, is_live=True, live_since=NOW - timedelta(hours=1))
SECOND = replace(TWITCH, connection_id=UUID(int=3), title="Second")
KICK = replace(TWITCH, connection_id=UUID(int=4), provider="kick", title="On Kick", viewers=5, is_live=False)
YOUTUBE = replace(
    TWITCH, connection_id=UUID(int=5), provider="youtube", viewers=None, live_since=NOW - timedelta(hours=2)
)
ALL = [TWITCH, SECOND, KICK, YOUTUBE]


@pytest.mark.parametrize(
    ("where", "found"), [("", [TWITCH]), (" ALL ", ALL), ("twitch", [TWITCH, SECOND]), ("Kick", [KICK]), ("tiktok", [])]
)
def test_streams_are_selected_by_platform_and_default_to_this_chat(where: str, found: list[Stream]) -> None:
    assert selected_streams(ALL, command_context(), where) == found


def test_several_streams_are_combined() -> None:
    assert viewers(ALL, command_context()) == "25"
    assert uptime(ALL, command_context()) == "2 hours"
    assert title(ALL, command_context()) == "Second"
    assert (live([KICK], command_context()), live(ALL, command_context())) == ("no", "yes")
    with pytest.raises(NoValue):
        viewers([YOUTUBE], command_context())
    with pytest.raises(NoValue):
        uptime([KICK], command_context())


def test_result_text_lists_successes_and_failures() -> None:
    done = [("Twitch", "Celeste"), ("YouTube", "Gaming"), ("Kick", "Celeste")]
    assert result_text("category", done, []) == "The category is now Celeste on Twitch and Kick; Gaming on YouTube."
    assert result_text("title", [("Kick", "x")], [("YouTube", "No.")]) == "The title is now x on Kick. YouTube: No."
    with pytest.raises(NoValue, match="YouTube: No; Kick: Never"):
        result_text("title", [], [("YouTube", "No"), ("Kick", "Never")])
    with pytest.raises(NoValue, match="No connected platform supports changing the title"):
        result_text("title", [], [])


def test_exact_category_name_is_preferred() -> None:
    found = [Category("1", "Celeste 64"), Category("2", "CELESTE")]
    assert best_match(found, "celeste").id == "2"
    assert best_match(found, "celest").id == "1"
