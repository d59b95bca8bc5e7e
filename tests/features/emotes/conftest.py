from collections import OrderedDict

import pytest

from greenroom.chat.emotes.cache import Freshness
from support.greenroom_server import GreenroomServer
from support.waiting import MAX_WAIT_SECONDS


@pytest.fixture(autouse=True)
def long_emote_timeout(greenroom: GreenroomServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The default time-out is too short on a busy machine: it would be shown instead of the service's error."""
    # Tests share the server and its frozen clock, so another test may have fetched the same lists.
    monkeypatch.setattr(greenroom.emotes, "_lists", OrderedDict[object, object]())
    monkeypatch.setattr(greenroom.emotes, "_freshness", Freshness(fetch_seconds=MAX_WAIT_SECONDS))
