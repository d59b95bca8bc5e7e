"""Serves the built web app: one document for all its pages, the pages outside it, and files."""

import gzip
from collections.abc import Iterable, Mapping
from functools import cached_property
from mimetypes import guess_type
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from greenroom.kernel.errors import NotFound

COMPRESSIBLE = {
    "text/html",
    "text/css",
    "text/javascript",
    "application/json",
    "image/svg+xml",
    "application/manifest+json",
}
FOREVER = "public, max-age=31536000, immutable"
DATA_MARK = "<!--greenroom-data-->"
NOT_BUILT = (
    "<!doctype html><title>Greenroom</title><p>The web app is not built yet: run <code>make run</code>, "
    "or <code>make dev</code> and open the address it prints."
)

LOOPBACK_NAMES = {"localhost", "127.0.0.1", "::1"}

# No Cross-Origin-Opener-Policy: the OAuth popup returns from the platform's page, which has none, and any other value
# would cut the popup off from the window that opened it.
SECURITY_HEADERS = {"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY"}


def content_policy(origin: str, framed: Iterable[str]) -> str:
    """The Content-Security-Policy; `framed` lists the origins that our pages embed in frames."""
    # Not every browser includes a WebSocket to the same host in 'self'.
    sockets = origin.replace("http", "ws", 1)
    # `'self'`, because the editor shows a widget's page.
    frames = " ".join(["'self'", *sorted(framed)])
    return (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https: http: data:; "
        f"font-src 'self'; connect-src 'self' {sockets}; frame-src {frames}; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


class Asset(Struct, frozen=True):
    body: bytes
    compressed: bytes | None
    media_type: str

    @classmethod
    def of(cls, body: bytes, media_type: str) -> "Asset":
        compressed = gzip.compress(body, 9, mtime=0) if media_type in COMPRESSIBLE else None
        return cls(body, compressed, media_type)

    def respond(self, request: Request, headers: dict[str, str]) -> Response:
        if self.compressed is None:
            return Response(self.body, media_type=self.media_type, headers=headers)
        # In both variants: a cache must not send the compressed one to a client that cannot decompress it.
        headers = headers | {"Vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, media_type=self.media_type, headers=headers)
        return Response(self.compressed, media_type=self.media_type, headers=headers | {"Content-Encoding": "gzip"})


class Page(Struct, frozen=True):
    """A page that is not part of the app: its own document and its own headers."""

    file: str
    headers: Mapping[str, str]


class WebApp:
    """The built web app; files are read and compressed at the first request."""

    def __init__(
        self,
        folder: Path,
        inlined: str,
        origin: str,
        framed: Iterable[str] = (),
        pages: Mapping[str, Page] | None = None,
    ) -> None:
        """`pages` has the pages outside the app, by the first part of their path."""
        self._folder = folder
        self._pages = pages or {}
        self._inlined = inlined
        self._origin = urlsplit(origin)
        self._headers = SECURITY_HEADERS | {"Content-Security-Policy": content_policy(origin, framed)}
        self._assets: dict[str, Asset] = {}

    @cached_property
    def _names(self) -> frozenset[str]:
        """The files that are served, listed once: this prevents path traversal and an unbounded cache."""
        files = (path.relative_to(self._folder).as_posix() for path in self._folder.rglob("*") if path.is_file())
        return frozenset(files) - {"index.html", *(page.file for page in self._pages.values())}

    def document(self, request: Request) -> Response:
        if canonical_url := self._canonical_url(request):
            return RedirectResponse(canonical_url, headers=self._headers)
        asset = self._assets.get("/") or self._assets.setdefault("/", self._load_document())
        return asset.respond(request, {"Cache-Control": "no-cache"} | self._headers)

    def page(self, request: Request, path: str) -> Response | None:
        page = self._pages.get(path.partition("/")[0])
        if page is None or not (self._folder / page.file).is_file():
            return None
        asset = self._assets.get(page.file) or self._assets.setdefault(page.file, self._load(page.file))
        return asset.respond(request, {"Cache-Control": "no-cache", **page.headers})

    def file(self, request: Request, path: str) -> Response | None:
        if path not in self._names:
            return None
        asset = self._assets.get(path) or self._assets.setdefault(path, self._load(path))
        cache = FOREVER if path.startswith("assets/") else "no-cache"
        return asset.respond(request, {"Cache-Control": cache} | self._headers)

    def _canonical_url(self, request: Request) -> str | None:
        """The URL with the host name of our address, if another name of this machine was requested; else None."""
        requested, canonical = request.url.hostname, self._origin.hostname
        if requested == canonical or requested not in LOOPBACK_NAMES or canonical not in LOOPBACK_NAMES:
            return None
        return str(request.url.replace(scheme=self._origin.scheme, netloc=self._origin.netloc))

    def _load_document(self) -> Asset:
        index = self._folder / "index.html"
        html = index.read_text() if index.exists() else NOT_BUILT
        return Asset.of(html.replace(DATA_MARK, self._inlined).encode(), "text/html")

    def _load(self, path: str) -> Asset:
        file = self._folder / path
        return Asset.of(file.read_bytes(), guess_type(file.name)[0] or "application/octet-stream")


def inline_json(element_id: str, json: str) -> str:
    """An element with data for the first paint; `<` is escaped so that no text can end the element."""
    escaped = json.replace("<", "\\u003c")
    return f'<script type="application/json" id="{element_id}">{escaped}</script>'


def web_route(web: WebApp) -> Route:
    """The route of files and pages: a path outside `api/` and `assets/` that is no file is a page."""

    async def page(request: Request) -> Response:
        path: str = request.path_params["path"]
        if path.startswith("api/"):
            raise NotFound("There is no such call.")
        found = web.file(request, path)
        if found is None and path.startswith("assets/"):
            raise NotFound("There is no such file.")
        return found or web.page(request, path) or web.document(request)

    return Route("/{path:path}", page, methods=["GET"])
