"""Serves the built web app: one document for every screen, and files that never change under their name."""

import gzip
from dataclasses import dataclass
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, Request, Response

from greenroom.kernel.access import PUBLIC
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

# There is no opener policy: a popup comes back from the platform's page, which has none either, and any other value
# would cut it off from the window that opened it and waits for it.
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https: http: data:; "
        "font-src 'self'; connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@dataclass(frozen=True, slots=True)
class Asset:
    body: bytes
    packed: bytes | None
    media_type: str

    @classmethod
    def of(cls, body: bytes, media_type: str) -> "Asset":
        packed = gzip.compress(body, 9, mtime=0) if media_type in COMPRESSIBLE else None
        return cls(body, packed, media_type)

    def answer(self, request: Request, headers: dict[str, str]) -> Response:
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers = headers | {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
            return Response(self.packed, media_type=self.media_type, headers=headers)
        return Response(self.body, media_type=self.media_type, headers=headers)


class WebApp:
    """Files are read and packed once, when they are first asked for."""

    def __init__(self, folder: Path, inlined: str) -> None:
        self._folder = folder.resolve()
        self._inlined = inlined
        self._assets: dict[str, Asset] = {}

    def document(self, request: Request) -> Response:
        asset = self._assets.get("/") or self._assets.setdefault("/", self._load_document())
        return asset.answer(request, {"Cache-Control": "no-cache"} | SECURITY_HEADERS)

    def file(self, request: Request, path: str) -> Response | None:
        asset = self._assets.get(path) or self._load(path)
        if asset is None:
            return None
        cache = FOREVER if path.startswith("assets/") else "no-cache"
        return asset.answer(request, {"Cache-Control": cache} | SECURITY_HEADERS)

    def _load_document(self) -> Asset:
        index = self._folder / "index.html"
        html = index.read_text() if index.exists() else NOT_BUILT
        return Asset.of(html.replace(DATA_MARK, self._inlined).encode(), "text/html")

    def _load(self, path: str) -> Asset | None:
        file = (self._folder / path).resolve()
        if not path or path == "index.html" or not file.is_relative_to(self._folder) or not file.is_file():
            return None
        asset = Asset.of(file.read_bytes(), guess_type(file.name)[0] or "application/octet-stream")
        self._assets[path] = asset
        return asset


def inline_json(element_id: str, json: str) -> str:
    """Data that the first paint needs; `<` is escaped so that no text in it can end the element."""
    escaped = json.replace("<", "\\u003c")
    return f'<script type="application/json" id="{element_id}">{escaped}</script>'


def web_router(web: WebApp) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get("/{path:path}", dependencies=[PUBLIC])
    async def screen(path: str, request: Request) -> Response:
        """Every address that is not a call or a file is a screen of the web app."""
        if path.startswith("api/"):
            raise NotFound("There is no such call.")
        found = web.file(request, path)
        if found is None and path.startswith("assets/"):
            raise NotFound("There is no such file.")
        return found or web.document(request)

    return router
