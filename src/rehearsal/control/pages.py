"""The rehearsal's own pages: layout, assets, avatars and the control page."""

from html import escape
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from rehearsal.pictures.faces import portrait_svg, svg_response
from rehearsal.state import RehearsalState, rehearsal_of

ASSETS = Path(__file__).parents[1] / "assets"
PUBLIC_ASSETS = {
    "rehearsal.css": "text/css",
    "control.js": "text/javascript",
    "control-parts.js": "text/javascript",
    "control-faults.js": "text/javascript",
}

# No form-action: consent ends with a redirect to the app, and browsers check that redirect too.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors {framed_by}"
)

router = APIRouter()


def page(
    title: str, body: str, *, status: int = 200, script: str | None = None, framed_by: str = "'none'"
) -> HTMLResponse:
    """A document around `body`, which is HTML; `framed_by` is the value of frame-ancestors."""
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
    media_type = PUBLIC_ASSETS.get(name)
    return Response(status_code=404) if media_type is None else FileResponse(ASSETS / name, media_type=media_type)


@router.get("/avatars/{login}.svg")
async def avatar(login: str, rehearsal: Annotated[RehearsalState, Depends(rehearsal_of)]) -> Response:
    viewer = rehearsal.world.viewer(login=login)
    if viewer is None:
        return Response(status_code=404)
    person = rehearsal.world.find(login=login)
    # Colours of viewers are derived from their ids.
    hue = person.hue if person else int(viewer.id) * 137 % 360
    return svg_response(portrait_svg(viewer.display_name, hue))


@router.get("/control/")
async def control_page() -> Response:
    return page("Rehearsal", (ASSETS / "control.html").read_text(encoding="utf-8"), script="control.js")
