from collections import OrderedDict

import pytest

from greenroom.chat.emotes.cache import Freshness
from support.greenroom_server import GreenroomServer
from support.waiting import MAX_WAIT_SECONDS


@pytest.fixture(autouse=True)
def fresh_emote_cache(greenroom: GreenroomServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Empties the emote cache, and sets a long time-out for emote services, which respond late on a busy machine."""
    # Tests share the server and its frozen clock, so another test may have fetched the same lists.
    monkeypatch.setattr(greenroom.emotes, "_lists", OrderedDict[object, object]())
    monkeypatch.setattr(greenroom.emotes, "_freshness", Freshness(fetch_seconds=MAX_WAIT_SECONDS))
