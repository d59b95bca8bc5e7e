"""Recently sent texts, used to recognise bot messages that were sent through a user's account."""

from collections import deque
from uuid import UUID

# How long a platform may take to report our message, by the clock of the event loop.
REMEMBERED_SECONDS = 60.0
MAX_PER_CONNECTION = 100
MAX_CONNECTIONS = 2_000
# A long text comes back in parts; a shorter match within a longer text may be a viewer's own message.
MIN_PART_LENGTH = 40

SentTexts = deque[tuple[float, str]]


class RecentlySent:
    def __init__(self) -> None:
        self._sent: dict[UUID, SentTexts] = {}

    def remember(self, connection_id: UUID, text: str, now: float) -> None:
        texts = self._sent.pop(connection_id, None) or SentTexts(maxlen=MAX_PER_CONNECTION)
        texts.append((now, comparable(text)))
        self._sent[connection_id] = texts
        if len(self._sent) > MAX_CONNECTIONS:
            del self._sent[next(iter(self._sent))]

    def was_sent(self, connection_id: UUID, text: str, now: float) -> bool:
        lines = readings(text)
        recent = [texts for at, texts in self._sent.get(connection_id, ()) if at > now - REMEMBERED_SECONDS]
        return any(
            line == texts or (len(line) >= MIN_PART_LENGTH and line in texts) for line in lines for texts in recent
        )


def readings(text: str) -> set[str]:
    """Texts that the platform may have shown as this one: some put the name of the replied-to viewer in front."""
    name, _, rest = text.partition(" ")
    return {comparable(text), comparable(rest if name.startswith("@") else text)}


def comparable(text: str) -> str:
    return " ".join(text.split()).casefold()
