"""Time limits of platform actions, and which may be repeated."""

from dataclasses import dataclass

from greenroom.chat.protocol.actions import (
    Action,
    Announce,
    BanViewer,
    ClearChat,
    DeleteMessage,
    SendMessage,
    ShoutOut,
    UnbanViewer,
    WarnViewer,
)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    # A platform that has not answered by then is taken for silent.
    answer_seconds: float = 15.0
    # Long texts go out in parts, about one a second: 200 characters at YouTube, where an emoji counts twice.
    character_seconds: float = 0.02
    # Words that come later than this belong to another moment.
    words_useful_seconds: float = 30.0
    # A message that should not be there, or a person, is of interest for longer.
    deeds_useful_seconds: float = 300.0
    first_wait_seconds: float = 1.0
    most_tries: int = 4
    # Between the last answer and the moment everybody is told of it: a database may be busy.
    telling_seconds: float = 15.0

    def answer_within(self, action: Action) -> float:
        return self.answer_seconds + self.character_seconds * len(_words(action))

    def useful_within(self, action: Action) -> float:
        return self.words_useful_seconds if speaks(action) else self.deeds_useful_seconds

    def settled_within(self, action: Action) -> float:
        """After so long it has been told how it ended, or there is nobody left to tell."""
        return self.useful_within(action) + self.answer_within(action) + self.telling_seconds

    def wait_before(self, tries: int) -> float:
        return self.first_wait_seconds * 2 ** (tries - 1)


def speaks(action: Action) -> bool:
    """Whether people see it as a line of the chat, and would notice another order."""
    return isinstance(action, SendMessage | Announce | ShoutOut)


def is_repeatable(action: Action) -> bool:
    """Whether doing it twice is the same as doing it once; words that may have arrived are not said again."""
    return isinstance(action, DeleteMessage | ClearChat | BanViewer | UnbanViewer)


def subject(action: Action) -> str:
    """Whom or what it is about; empty when it is about the whole channel."""
    match action:
        case BanViewer() | UnbanViewer() | WarnViewer():
            return action.viewer_id
        case DeleteMessage():
            return action.message_id
        case _:
            return ""


def _words(action: Action) -> str:
    return action.text if isinstance(action, SendMessage | Announce) else ""
