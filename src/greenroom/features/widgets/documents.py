"""HTML pages of widgets: the one that a browser source opens, and the frame for custom HTML; their security headers."""

from collections.abc import Mapping

from greenroom.kernel.web.web_app import Page

FRAME_PATH = "widget-frame"
_HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "X-DNS-Prefetch-Control": "off",
}


def widget_pages(origin: str) -> Mapping[str, Page]:
    return {
        "widget": Page("widget.html", _HEADERS | {"Content-Security-Policy": _page_policy(origin)}),
        FRAME_PATH: Page("widget-frame.html", _HEADERS | _frame_headers(origin)),
    }


def _page_policy(origin: str) -> str:
    sockets = origin.replace("http", "ws", 1)
    return (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https: http: data:; "
        # frame-src: custom HTML cannot send data to another server by navigating its frame there.
        f"media-src 'self'; font-src 'self'; connect-src 'self' {sockets}; frame-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )


def _frame_headers(origin: str) -> dict[str, str]:
    # The content policy covers neither WebRTC nor preconnections; Connection-Allowlist forbids both.
    return {"Content-Security-Policy": _frame_policy(origin), "Connection-Allowlist": "(response-origin)"}


def _frame_policy(origin: str) -> str:
    """Content-Security-Policy of custom HTML: it runs in its own origin and loads only uploaded media and data URLs."""
    media = f"{origin}/media/ data:"
    return (
        "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
        f"img-src {media}; media-src {media}; font-src {media}; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    )
