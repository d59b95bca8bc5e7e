from collections import OrderedDict

import pytest

from greenroom.chat.emotes.cache import Freshness
from support.greenroom_server import GreenroomServer
from support.waiting import MAX_WAIT_SECONDS


@pytest.fixture(autouse=True)
def patient_emote_cache(greenroom: GreenroomServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight seconds for all attempts of a request are too few on a busy machine: the problem shown would be another."""
    # Tests share the server, whose clock stands still: another one may have fetched the lists of the same channel.
    monkeypatch.setattr(greenroom.emotes, "_lists", OrderedDict[object, object]())
    monkeypatch.setattr(greenroom.emotes, "_freshness", Freshness(fetch_seconds=MAX_WAIT_SECONDS))
