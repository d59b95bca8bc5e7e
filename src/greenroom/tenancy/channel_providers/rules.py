"""States of a connection, and the addresses that belong to it."""

import re
from collections.abc import Mapping
from enum import StrEnum
from urllib.parse import quote

PLACEHOLDER = re.compile(r"\{(\w+)\}")


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
