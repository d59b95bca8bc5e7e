"""Each document of widgets has its own content security policy."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from greenroom.features.widgets.documents import widget_pages
from greenroom.kernel.web.web_app import WebApp, web_route

ORIGIN = "http://127.0.0.1:8000"


async def policy_of(folder: Path, path: str) -> tuple[str, dict[str, str], httpx.Headers]:
    """Text of the document, its policy by directive, and its headers."""
    for name in ("index", "widget", "widget-frame"):
        (folder / f"{name}.html").write_text(f"<title>{name}</title>")
    app = Starlette()
    app.router.routes.append(web_route(WebApp(folder, "", ORIGIN, pages=widget_pages(ORIGIN))))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as client:
        response = await client.get(path)
    directives = [item.strip().partition(" ") for item in response.headers["content-security-policy"].split(";")]
    return response.text, {name: value for name, _, value in directives}, response.headers


@pytest.mark.rows("R5")
async def test_page_of_a_widget_frames_and_is_framed_by_our_own_pages_only(tmp_path: Path) -> None:
    text, policy, headers = await policy_of(tmp_path, "/widget/0192")
    assert text == "<title>widget</title>"
    assert (policy["default-src"], policy["script-src"], policy["frame-src"]) == ("'none'", "'self'", "'self'")
    assert (policy["connect-src"], policy["form-action"]) == ("'self' ws://127.0.0.1:8000", "'none'")
    assert (policy["frame-ancestors"], headers["x-frame-options"]) == ("'self'", "SAMEORIGIN")
    assert headers["referrer-policy"] == "no-referrer"


async def test_frame_for_custom_html_can_load_only_media(tmp_path: Path) -> None:
    text, policy, headers = await policy_of(tmp_path, "/widget-frame")
    assert text == "<title>widget-frame</title>"
    assert policy["sandbox"] == "allow-scripts"
    assert policy["default-src"] == "'none'"
    assert not {"connect-src", "frame-src", "worker-src"} & policy.keys()
    assert headers["connection-allowlist"] == "(response-origin)"
    assert {policy[name] for name in ("img-src", "media-src", "font-src")} == {f"{ORIGIN}/media/ data:"}


async def test_app_may_frame_the_page_of_a_widget_and_cannot_be_framed(tmp_path: Path) -> None:
    text, policy, _ = await policy_of(tmp_path, "/widget.html")
    assert text == "<title>index</title>"
    assert (policy["frame-src"], policy["frame-ancestors"]) == ("'self'", "'none'")
