"""Connection states, URLs and proof codes of connections, and handles in user input."""

import re
from collections.abc import Mapping
from enum import StrEnum
from urllib.parse import quote
from uuid import UUID

PLACEHOLDER = re.compile(r"\{(\w+)\}")
# Superset of all platforms' rules for handles.
HANDLE = re.compile(r"\w[\w.\-]{0,99}")
# Limit of the user input, which may be a URL.
MAX_HANDLE_LENGTH = 500


class ConnectionState(StrEnum):
    WAITING = "waiting"
    CONNECTING = "connecting"
    CONNECTED = "connected"
    FAILING = "failing"
    STOPPED = "stopped"


def fill(template: str | None, fields: Mapping[str, str | None]) -> str | None:
    """The URL; None without a template, or if one of its fields is unknown."""
    if template is None:
        return None
    names = PLACEHOLDER.findall(template)
    if any(not fields.get(name) for name in names):
        return None
    return PLACEHOLDER.sub(lambda found: quote(fields[found[1]] or "", safe=""), template)


def edit_url(broadcast: str | None, dashboard: str | None, fields: Mapping[str, str | None]) -> str | None:
    """URL to edit the broadcast while live, else the platform's dashboard."""
    if fields.get("live_stream_id"):
        return fill(broadcast, fields) or fill(dashboard, fields)
    return fill(dashboard, fields)


def proof_code(provider_id: UUID) -> str:
    """The code that proves an account when it is in the profile; different for every connection."""
    return f"greenroom-{provider_id.hex[-12:]}"


def handle_in(text: str) -> str:
    """The handle in user input: with or without @, or within a URL."""
    handle = re.sub(r"^(https?://[^/]+/|[\w.\-]+/(?=@))", "", text.strip()).removeprefix("@")
    handle = re.split(r"[/?#]", handle, maxsplit=1)[0]
    if not HANDLE.fullmatch(handle):
        raise ValueError("is not a handle: letters, digits, dots, dashes and underscores")
    return handle
