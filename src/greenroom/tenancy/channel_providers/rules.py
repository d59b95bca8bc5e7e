"""Connection states, and URLs of a connection."""

import re
from collections.abc import Mapping
from enum import StrEnum
from urllib.parse import quote

PLACEHOLDER = re.compile(r"\{(\w+)\}")
# What any platform has in a handle; which of it a platform takes is its own affair.
HANDLE = re.compile(r"\w[\w.\-]{0,99}")


class ConnectionState(StrEnum):
    WAITING = "waiting"
    CONNECTING = "connecting"
    CONNECTED = "connected"
    FAILING = "failing"
    STOPPED = "stopped"


def fill(template: str | None, fields: Mapping[str, str | None]) -> str | None:
    """The address, or None where a field of it is not known yet."""
    if template is None:
        return None
    names = PLACEHOLDER.findall(template)
    if any(not fields.get(name) for name in names):
        return None
    return PLACEHOLDER.sub(lambda found: quote(fields[found[1]] or "", safe=""), template)


def edit_url(broadcast: str | None, dashboard: str | None, fields: Mapping[str, str | None]) -> str | None:
    """Where to edit the stream: the broadcast itself while there is one, else the platform's dashboard."""
    if fields.get("live_stream_id"):
        return fill(broadcast, fields) or fill(dashboard, fields)
    return fill(dashboard, fields)


def handle_in(text: str) -> str:
    """The handle that somebody typed, with its @ or without, or pasted with the address around it."""
    handle = re.sub(r"^(https?://[^/]+/|[\w.\-]+/(?=@))", "", text.strip()).removeprefix("@")
    handle = re.split(r"[/?#]", handle, maxsplit=1)[0]
    if not HANDLE.fullmatch(handle):
        raise ValueError("is not a handle: letters, digits, dots, dashes and underscores")
    return handle
