"""Reads an urlencoded form."""

from urllib.parse import parse_qsl

from starlette.requests import Request

from rehearsal.network.request_log import is_form


async def read_form(request: Request) -> dict[str, str]:
    """The fields of the body, or none when it is no form."""
    if not is_form(request.headers.get("content-type", "")):
        return {}
    body = (await request.body()).decode("utf-8", "replace")
    return dict(parse_qsl(body, keep_blank_values=True))
