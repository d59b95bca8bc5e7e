from collections import OrderedDict

import pytest

from greenroom.chat.emotes.cache import Freshness
from support.greenroom_server import GreenroomServer
from support.waiting import MAX_WAIT_SECONDS


@pytest.fixture(autouse=True)
def fresh_emote_cache(greenroom: GreenroomServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty, and with a long time-out: the default may end on a busy machine before the service's error arrives."""
    # Tests share the server and its frozen clock, so another test may have fetched the same lists.
    monkeypatch.setattr(greenroom.emotes, "_lists", OrderedDict[object, object]())
    monkeypatch.setattr(greenroom.emotes, "_freshness", Freshness(fetch_seconds=MAX_WAIT_SECONDS))
