"""The capability lines of a platform's card: supported actions, and why others are missing."""

from collections.abc import Collection, Mapping

from greenroom.chat.protocol.actions import (
    Action,
    Announce,
    BanViewer,
    ChangeCategory,
    ChangeTitle,
    DeleteMessage,
    ListChatters,
    RunAd,
    SendMessage,
    ShoutOut,
)
from greenroom.tenancy.platforms import Capability

ActionType = type[Action]

LABELS: dict[ActionType, str] = {
    SendMessage: "Write chat",
    Announce: "Announcements",
    DeleteMessage: "Delete messages",
    BanViewer: "Time out and ban",
    ChangeTitle: "Title",
    ChangeCategory: "Category",
    RunAd: "Ads",
    ListChatters: "Chatters list",
    ShoutOut: "Shoutouts",
}


# Pairs of labels that are one line on the card if the platform supports both.
TOGETHER = {
    ("Read chat", "Write chat"): "Read and write chat",
    ("Replies", "Announcements"): "Replies and announcements",
    ("Delete messages", "Time out and ban"): "Delete, time out, ban",
    ("Title", "Category"): "Title and category",
}


def capabilities(
    actions: Collection[ActionType], *, reads: Collection[str], missing: Mapping[ActionType | str, str]
) -> list[Capability]:
    """`reads` lists labels of what the adapter reads; `missing` gives the reason for each missing capability."""
    performed = [label for action, label in LABELS.items() if action in actions]
    supported = [Capability(label=label, supported=True) for label in _merge_labels([*reads, *performed])]
    not_supported = [
        Capability(label=name if isinstance(name, str) else LABELS[name], supported=False, reason=reason)
        for name, reason in missing.items()
    ]
    return [*supported, *not_supported]


def _merge_labels(labels: list[str]) -> list[str]:
    for (first, second), both in TOGETHER.items():
        if first in labels and second in labels:
            labels[labels.index(first)] = both
            labels.remove(second)
    return labels
