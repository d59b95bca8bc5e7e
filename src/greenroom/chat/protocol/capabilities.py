"""The capability lines of a platform's card: supported actions, and why others are missing."""

from collections.abc import Collection, Mapping

from greenroom.accounts.platforms import Capability, PlatformDescriptor
from greenroom.chat.protocol.actions import (
    Action,
    Announce,
    BanViewer,
    ChangeCategory,
    ChangeChatModes,
    ChangeTitle,
    ClearChat,
    CreateClip,
    CreateMarker,
    DeleteMessage,
    ListChatters,
    RunAd,
    SendMessage,
    ShoutOut,
    StartRaid,
    WarnViewer,
)

ActionType = type[Action]

LABELS: dict[ActionType, str] = {
    SendMessage: "Write chat",
    Announce: "Announcements",
    DeleteMessage: "Delete messages",
    BanViewer: "Time out and ban",
    WarnViewer: "Warnings",
    ClearChat: "Clear chat",
    ChangeChatModes: "Slow, followers-only, sub-only and emote-only mode",
    ChangeTitle: "Title",
    ChangeCategory: "Category",
    RunAd: "Ads",
    CreateMarker: "Stream markers",
    CreateClip: "Clips",
    ListChatters: "Chatters list",
    ShoutOut: "Shoutouts",
    StartRaid: "Raids",
}


# Not an `Action` but a kind of message: one that begins with `/me` is shown in another form.
ME_MESSAGES_LABEL = "Actions (/me)"

# Pairs of labels that are one line on the card if the platform supports both.
TOGETHER = {
    ("Read chat", "Write chat"): "Read and write chat",
    ("Replies", "Announcements"): "Replies and announcements",
    ("Delete messages", "Time out and ban"): "Delete, time out, ban",
    ("Title", "Category"): "Title and category",
}


def capabilities(
    actions: Collection[ActionType], *, other_labels: Collection[str], missing: Mapping[ActionType | str, str]
) -> list[Capability]:
    """The lines of the card: `other_labels`, the labels of `actions`, then those of `missing` with their reasons."""
    performed = [label for action, label in LABELS.items() if action in actions]
    supported = [Capability(label=label, supported=True) for label in _merge_labels([*other_labels, *performed])]
    not_supported = [
        Capability(label=name if isinstance(name, str) else LABELS[name], supported=False, reason=reason)
        for name, reason in missing.items()
    ]
    return [*supported, *not_supported]


def missing_reason(descriptor: PlatformDescriptor, action: ActionType) -> str:
    """Why the platform does not support the action, as a sentence."""
    label = LABELS[action]
    reasons = (one.reason for one in descriptor.capabilities if one.label == label and not one.supported)
    reason = next(reasons, None) or f"not supported by {descriptor.name}"
    return f"{label}: {reason[0].lower()}{reason[1:]}."


def _merge_labels(labels: list[str]) -> list[str]:
    for (first, second), both in TOGETHER.items():
        if first in labels and second in labels:
            labels[labels.index(first)] = both
            labels.remove(second)
    return labels
