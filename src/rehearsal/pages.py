"""The rehearsal's own pages: one shell for all of them, the style sheet, faces, and the control page."""

from html import escape
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from rehearsal.stage import Stage, stage_of
from rehearsal.world import Person

ASSETS = Path(__file__).parent / "assets"

# Form targets are left open: consent ends with a redirect to the program that asked, and browsers check that hop too.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)

router = APIRouter()


def page(title: str, body: str, *, status: int = 200, script: str | None = None) -> HTMLResponse:
    """A whole document round a body that is already escaped."""
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
    headers = {"Content-Security-Policy": CONTENT_SECURITY_POLICY, "Cache-Control": "no-store"}
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
async def avatar(login: str, stage: Annotated[Stage, Depends(stage_of)]) -> Response:
    person = stage.world.find(login=login)
    if person is None:
        return Response(status_code=404)
    return Response(portrait(person), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


def portrait(person: Person) -> str:
    """A round of colour with the first letter of the name."""
    initial = escape(person.display_name[0].upper())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 300 300" role="img">'
        f"<title>{escape(person.display_name)}</title>"
        f'<rect width="300" height="300" fill="hsl({person.hue} 38% 30%)"/>'
        f'<circle cx="150" cy="330" r="170" fill="hsl({(person.hue + 40) % 360} 45% 42%)"/>'
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
<section class="panel" aria-labelledby="people-title">
<h2 id="people-title">People</h2>
<ul id="people" class="people"></ul>
</section>
<section class="panel" aria-labelledby="everyone-title">
<h2 id="everyone-title">Everyone</h2>
<div id="everyone" class="actions"></div>
</section>
</main>"""
    return page("Rehearsal", body, script="control.js")
