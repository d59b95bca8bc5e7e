"""Recently sent texts, used to recognise bot messages that were sent through the channel's own account."""

from collections import deque
from uuid import UUID

# How long a platform may take to report our message, by the clock of the event loop.
REMEMBERED_SECONDS = 60.0
MAX_PER_CONNECTION = 100
MAX_CONNECTIONS = 2_000
# A platform reports a long text in parts; a shorter match within a longer text may be a viewer's own message.
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
        candidates = possible_sent_texts(text)
        recent = [sent for at, sent in self._sent.get(connection_id, ()) if at > now - REMEMBERED_SECONDS]
        return any(
            one == sent or (len(one) >= MIN_PART_LENGTH and one in sent) for one in candidates for sent in recent
        )


def possible_sent_texts(text: str) -> set[str]:
    """Texts that may have been sent for this message: some platforms put the replied-to viewer's name in front."""
    name, _, rest = text.partition(" ")
    return {comparable(text), comparable(rest if name.startswith("@") else text)}


def comparable(text: str) -> str:
    return " ".join(text.split()).casefold()
