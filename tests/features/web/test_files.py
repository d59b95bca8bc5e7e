"""Static files of the web app are served with safe headers, and no path leads out of their folder."""

import asyncio
import gzip
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
from starlette.applications import Starlette

from greenroom.kernel.web.error_handlers import install_error_handlers
from greenroom.kernel.web.web_app import WebApp, inline_json, web_route
from greenroom.server import listen_on, running
from support.server_fixtures import shared_loop_fixture
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS

SCRIPT = "export const stage = 'left';\n" * 100
FOREVER = "public, max-age=31536000, immutable"


@shared_loop_fixture()
async def web(tmp_path: Path) -> AsyncGenerator[httpx.AsyncClient]:
    (tmp_path / "secret.txt").write_text("do not serve me")
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><!--greenroom-data--><title>Greenroom</title>")
    (folder / "assets" / "app.js").write_text(SCRIPT)
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / "assets" / "out").symlink_to(tmp_path)
    listener = listen_on("127.0.0.1", 0)
    address = "http://{}:{}".format(*listener.getsockname())
    app = Starlette()
    install_error_handlers(app)
    app.router.routes.append(web_route(WebApp(folder, inline_json("data", '["</script>"]'), address)))
    async with (
        running(app, listener),
        httpx.AsyncClient(base_url=address, trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS) as client,
    ):
        yield client


async def request_raw(client: httpx.AsyncClient, target: str) -> tuple[int, str]:
    """Requests the path unchanged, which an HTTP client would normalize; returns status and text of the response."""
    reader, writer = await asyncio.open_connection(client.base_url.host, client.base_url.port)
    writer.write(f"GET {target} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n".encode())
    answer = (await reader.read()).decode("utf-8", "replace")
    writer.close()
    return int(answer.split()[1]), answer


OUTSIDE = (
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/assets/out/secret.txt",
    "//secret.txt",
    "/assets//etc/passwd",
    "/%2fetc%2fpasswd",
    "/assets/%2fetc%2fpasswd",
    "/assets/%252e%252e%252fsecret.txt",
)
INVALID_PATHS = (
    "/%00",
    "/assets/%00",
    "/assets/app.js%00",
    "/" + "a" * 5000,
    "/assets/" + "a" * 300,
    "/%ff%fe",
    "/assets/a/b",
)


async def test_nothing_outside_the_folder_is_served(web: httpx.AsyncClient) -> None:
    answers = {target: await request_raw(web, target) for target in OUTSIDE}
    assert [target for target, (status, _) in answers.items() if status not in {200, 404}] == []
    assert [one for one, (_, text) in answers.items() if "do not serve me" in text or "root:" in text] == []


async def test_invalid_file_path_does_not_crash(web: httpx.AsyncClient) -> None:
    answers = {target: (await request_raw(web, target))[0] for target in INVALID_PATHS}
    assert [target for target, status in answers.items() if status not in {200, 400, 404}] == []


async def test_script_is_compressed_and_cached_forever(web: httpx.AsyncClient) -> None:
    compressed = await web.get("/assets/app.js")
    plain = await web.get("/assets/app.js", headers={"Accept-Encoding": "identity"})
    assert compressed.text == plain.text == SCRIPT
    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), 9))
    assert "content-encoding" not in plain.headers
    assert {answer.headers["cache-control"] for answer in (compressed, plain)} == {FOREVER}
    assert {answer.headers["vary"] for answer in (compressed, plain)} == {"Accept-Encoding"}
    assert compressed.headers["content-type"].startswith("text/javascript")


async def test_index_html_is_not_cached_and_contains_its_data(web: httpx.AsyncClient) -> None:
    answers = [await web.get(path) for path in ("/", "/channels/7/providers", "/index.html", "/./index.html")]
    assert {answer.headers["cache-control"] for answer in answers} == {"no-cache"}
    assert {'id="data">["\\u003c/script>"]</script>' in answer.text for answer in answers} == {True}


async def test_missing_asset_does_not_serve_the_document(web: httpx.AsyncClient) -> None:
    answer = await web.get("/assets/gone.js")
    assert (answer.status_code, answer.json()["type"]) == (404, "not_found")
    assert "immutable" not in answer.headers.get("cache-control", "")


async def test_file_is_served_under_one_path_only(web: httpx.AsyncClient) -> None:
    names = ("/assets/./app.js", "/assets//app.js", "/assets/../assets/app.js", "/ASSETS/app.js")
    answers = [await request_raw(web, name) for name in names]
    assert not any("export const stage" in answer for _, answer in answers)


async def test_head_is_answered_like_get_without_a_body(web: httpx.AsyncClient) -> None:
    answers = [await web.head(path) for path in ("/", "/assets/app.js")]
    assert [(answer.status_code, answer.content) for answer in answers] == [(200, b"")] * 2


async def test_every_response_has_the_security_headers(web: httpx.AsyncClient) -> None:
    answers = [await web.get(path) for path in ("/", "/assets/app.js", "/favicon.svg")]
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "object-src 'none'" in policy
        assert "unsafe-eval" not in policy
