"""A page in place of a platform's embedded player: colour bars instead of the stream."""

import re
from html import escape
from typing import Literal

from starlette.responses import HTMLResponse

from rehearsal.control.pages import page
from rehearsal.network.loopback import is_loopback_name

HOST = re.compile(r"[\w.\-]+")
ANY_PAGE = "*"

State = Literal["playing", "waiting", "offline", "refused"]


def player(platform: str, name: str, caption: str, state: State, *, framed_by: str) -> HTMLResponse:
    """The player's page; `caption` is the stream's title, or the reason why there is no picture."""
    body = f"""<main class="player" data-player="{escape(platform)}" data-state="{state}">
<div class="bars" aria-hidden="true"></div>
<div class="caption">
<p class="caption-name">{escape(name)}</p>
<p class="second">{escape(caption)}</p>
</div>
</main>"""
    return page(f"{name} on {platform} (rehearsal)", body, framed_by=framed_by)


def state_of(*, is_live: bool, autoplays: bool, is_muted: bool) -> State:
    """The player's state: browsers autoplay a live stream only in a muted player."""
    if not is_live:
        return "offline"
    return "playing" if autoplays and is_muted else "waiting"


def frame_ancestors(hosts: list[str]) -> str | None:
    """The hosts as values of `frame-ancestors`; None without hosts or for an invalid host."""
    if not hosts or not all(HOST.fullmatch(host) for host in hosts):
        return None
    schemes = (("https", "http") if is_loopback_name(host) else ("https",) for host in hosts)
    return " ".join(f"{scheme}://{host}:*" for host, each in zip(hosts, schemes, strict=True) for scheme in each)
