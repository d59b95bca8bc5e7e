"""The rehearsal's own pages: layout, assets, avatars and the control page."""

from html import escape
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from rehearsal.state import RehearsalState, rehearsal_of

ASSETS = Path(__file__).parents[1] / "assets"

# No form-action: consent ends with a redirect to the app, and browsers check that redirect too.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors {framed_by}"
)

router = APIRouter()


def page(
    title: str, body: str, *, status: int = 200, script: str | None = None, framed_by: str = "'none'"
) -> HTMLResponse:
    """A document around an escaped body; `framed_by` is the value of frame-ancestors."""
    script_tag = f'<script type="module" src="/assets/{escape(script)}"></script>' if script else ""
    document = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/rehearsal.css">
{script_tag}
</head>
<body>
{body}
</body>
</html>
"""
    policy = CONTENT_SECURITY_POLICY.format(framed_by=framed_by)
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store"}
    return HTMLResponse(document, status_code=status, headers=headers)


@router.get("/")
async def home() -> Response:
    return RedirectResponse("/control/")


@router.get("/assets/{name}")
async def asset(name: str) -> Response:
    match name:
        case "rehearsal.css":
            return FileResponse(ASSETS / name, media_type="text/css")
        case "control.js":
            return FileResponse(ASSETS / name, media_type="text/javascript")
        case _:
            return Response(status_code=404)


@router.get("/avatars/{login}.svg")
async def avatar(login: str, rehearsal: Annotated[RehearsalState, Depends(rehearsal_of)]) -> Response:
    viewer = rehearsal.world.viewer(login=login)
    if viewer is None:
        return Response(status_code=404)
    person = rehearsal.world.find(login=login)
    # Colours of viewers are derived from their ids.
    hue = person.hue if person else int(viewer.id) * 137 % 360
    return Response(
        portrait(viewer.display_name, hue), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"}
    )


def portrait(name: str, hue: int) -> str:
    """An avatar with the first letter of the name."""
    initial = escape(name[0].upper())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 300 300" role="img">'
        f"<title>{escape(name)}</title>"
        f'<rect width="300" height="300" fill="hsl({hue} 38% 30%)"/>'
        f'<circle cx="150" cy="330" r="170" fill="hsl({(hue + 40) % 360} 45% 42%)"/>'
        '<text x="150" y="150" fill="#fff" font-family="system-ui, sans-serif" font-size="130" font-weight="600" '
        f'text-anchor="middle" dominant-baseline="central">{initial}</text></svg>'
    )


@router.get("/control/")
async def control_page() -> Response:
    body = """<main class="control">
<header class="control-head">
<h1>Rehearsal</h1>
<p class="second">Stand-ins for the platforms with made-up accounts. Nothing here reaches a real platform.</p>
</header>
<p id="message" class="message" role="status"></p>
<section class="panel" aria-labelledby="platforms-title">
<h2 id="platforms-title">Platforms</h2>
<ul id="platforms" class="platforms"></ul>
</section>
<section class="panel" aria-labelledby="action-title">
<h2 id="action-title">Viewer actions</h2>
<form id="action" class="action">
<label>Platform <select name="platform" id="action-platform"></select></label>
<label>Channel of <select name="login" id="action-login"></select></label>
<label>Viewer <input name="viewer" list="viewers" placeholder="any viewer" autocomplete="off"></label>
<datalist id="viewers"></datalist>
<label class="wide">Text <input name="text" value="hello everyone" maxlength="2000"></label>
<label>Amount <input name="amount" type="number" value="5" min="1" max="100000"></label>
<div id="action-actions" class="actions"></div>
</form>
</section>
<section class="panel" aria-labelledby="people-title">
<h2 id="people-title">People</h2>
<ul id="people" class="people"></ul>
</section>
<section class="panel" aria-labelledby="log-title">
<h2 id="log-title">Events</h2>
<ol id="log" class="log"></ol>
<div class="actions">
<button type="button" id="schedule">Start streams and audience</button>
<button type="button" id="schedule-end">Stop the schedule</button>
<button type="button" id="reset" class="danger">Start over</button>
</div>
</section>
</main>"""
    return page("Rehearsal", body, script="control.js")
