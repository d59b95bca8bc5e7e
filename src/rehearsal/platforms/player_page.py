"""A stand-in for a platform's player, to be shown within a page: colour bars where the stream would be."""

import re
from html import escape
from typing import Literal

from starlette.responses import HTMLResponse

from rehearsal.control.pages import page
from rehearsal.network.loopback import is_loopback_name

HOST = re.compile(r"[\w.\-]+")
ANYBODY = "*"

State = Literal["playing", "waiting", "offline", "refused"]


def player(platform: str, name: str, words: str, state: State, *, framed_by: str) -> HTMLResponse:
    """`words` are the stream's title, or why nothing is to be seen."""
    body = f"""<main class="player" data-player="{escape(platform)}" data-state="{state}">
<div class="bars" aria-hidden="true"></div>
<div class="caption">
<p class="caption-name">{escape(name)}</p>
<p class="second">{escape(words)}</p>
</div>
</main>"""
    return page(f"{name} on {platform} (rehearsal)", body, framed_by=framed_by)


def state_of(*, is_live: bool, starts: bool, is_muted: bool) -> State:
    """Browsers start nothing by themselves that can be heard."""
    if not is_live:
        return "offline"
    return "playing" if starts and is_muted else "waiting"


def pages_of(hosts: list[str]) -> str | None:
    """As `frame-ancestors` wants them: encrypted, but for this machine. None: these are no names of hosts."""
    if not hosts or not all(HOST.fullmatch(host) for host in hosts):
        return None
    schemes = (("https", "http") if is_loopback_name(host) else ("https",) for host in hosts)
    return " ".join(f"{scheme}://{host}:*" for host, each in zip(hosts, schemes, strict=True) for scheme in each)
