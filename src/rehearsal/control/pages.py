"""The rehearsal's own pages: one shell for all of them, the style sheet, faces, and the control page."""

from html import escape
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from rehearsal.state import RehearsalState, rehearsal_of

ASSETS = Path(__file__).parents[1] / "assets"

# Form targets are left open: consent ends with a redirect to the program that asked, and browsers check that hop too.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors {framed_by}"
)

router = APIRouter()


def page(
    title: str, body: str, *, status: int = 200, script: str | None = None, framed_by: str = "'none'"
) -> HTMLResponse:
    """A whole document round a body that is already escaped; `framed_by` says who may show it within a page."""
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
    # The crowd's colours are scattered by their numbers.
    hue = person.hue if person else int(viewer.id) * 137 % 360
    return Response(
        portrait(viewer.display_name, hue), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"}
    )


def portrait(name: str, hue: int) -> str:
    """A round of colour with the first letter of the name."""
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
    body = """<main class="desk">
<header class="desk-head">
<h1>Rehearsal</h1>
<p class="second">Made-up people on stand-in platforms. Nothing here reaches a real one.</p>
</header>
<p id="message" class="message" role="status"></p>
<section class="panel" aria-labelledby="platforms-title">
<h2 id="platforms-title">Platforms</h2>
<ul id="platforms" class="platforms"></ul>
</section>
<section class="panel" aria-labelledby="action-title">
<h2 id="action-title">Make something happen</h2>
<form id="action" class="action">
<label>Platform <select name="platform" id="action-platform"></select></label>
<label>Channel of <select name="login" id="action-login"></select></label>
<label>Viewer <input name="viewer" list="viewers" placeholder="anybody" autocomplete="off"></label>
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
<h2 id="log-title">What happened</h2>
<ol id="log" class="log"></ol>
<div class="actions">
<button type="button" id="season">Let the evening run</button>
<button type="button" id="season-end">Hold everybody</button>
<button type="button" id="reset" class="danger">Start over</button>
</div>
</section>
</main>"""
    return page("Rehearsal", body, script="control.js")
