"""Codes of emotes in Kick's texts, such as `[emote:37226:KEKW]`."""

import re

EMOTE = re.compile(r"\[emote:(\d{1,20}):([^\]\s]{1,100})\]")


def with_emote_names(text: str) -> str:
    """Replaces the codes by the names of the emotes, as in the text of `MessageReceived`."""
    return EMOTE.sub(r"\2", text)
