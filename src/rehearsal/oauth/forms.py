from urllib.parse import parse_qsl

from starlette.requests import Request

from rehearsal.network.request_log import is_form


async def read_form(request: Request) -> dict[str, str]:
    """The fields of an urlencoded body; empty for any other content type."""
    if not is_form(request.headers.get("content-type", "")):
        return {}
    body = (await request.body()).decode("utf-8", "replace")
    return dict(parse_qsl(body, keep_blank_values=True))
