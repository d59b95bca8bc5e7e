"""Time limits of platform actions, and which actions may be repeated."""

from msgspec import Struct

from greenroom.chat.protocol.actions import (
    Action,
    Announce,
    BanViewer,
    ChangeChatModes,
    ClearChat,
    DeleteMessage,
    SendMessage,
    ShoutOut,
    UnbanViewer,
    WarnViewer,
)


class RetryPolicy(Struct, frozen=True):
    # Time limit for a platform's answer.
    answer_seconds: float = 15.0
    # Added to the limit for each character of a text: a long text is sent in parts, about one a second.
    character_seconds: float = 0.02
    # A message that is sent later than this no longer fits the conversation.
    messages_useful_seconds: float = 30.0
    # Deletions and bans are useful even if they are this late.
    moderation_useful_seconds: float = 300.0
    first_wait_seconds: float = 1.0
    # Maximum tries of an unconfirmed action; a busy platform is tried as long as the action is useful.
    max_tries: int = 4
    # From the platform's answer until the outcome is published: the database may be busy.
    publish_seconds: float = 15.0

    def answer_within(self, action: Action) -> float:
        return self.answer_seconds + self.character_seconds * len(_text(action))

    def useful_within(self, action: Action) -> float:
        return self.messages_useful_seconds if is_chat_line(action) else self.moderation_useful_seconds

    def settled_within(self, action: Action) -> float:
        """Seconds until the outcome is published at the latest, unless the sending process has died."""
        return self.useful_within(action) + self.answer_within(action) + self.publish_seconds

    def wait_before(self, tries: int) -> float:
        return self.first_wait_seconds * 2 ** (tries - 1)


def is_chat_line(action: Action) -> bool:
    """Whether the action appears as a line in chat, where the order matters."""
    return isinstance(action, SendMessage | Announce | ShoutOut)


def is_repeatable(action: Action) -> bool:
    """Whether performing the action twice has the same effect as once; not true of messages."""
    return isinstance(action, DeleteMessage | ClearChat | BanViewer | UnbanViewer | ChangeChatModes)


def subject(action: Action) -> str:
    """Id of the viewer or message that the action is about; empty if it is about the whole channel."""
    match action:
        case BanViewer() | UnbanViewer() | WarnViewer():
            return action.viewer_id
        case DeleteMessage():
            return action.message_id
        case _:
            return ""


def _text(action: Action) -> str:
    return action.text if isinstance(action, SendMessage | Announce) else ""
