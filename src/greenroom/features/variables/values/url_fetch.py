"""Variable that fetches text or one JSON value from a URL."""

import json
import re
from typing import Any, cast

from greenroom.kernel.http.safe_fetch import NotFetched, Page, SafeFetcher
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

WEB = "Web"
MAX_LENGTH = 400
MAX_PATH_LENGTH = 200
JSON = "json"
USAGE = "Usage: $(urlfetch https://example.com/fact) or $(urlfetch json.data.0.name https://example.com/data)"

_STEPS = re.compile(r"[^.\[\]]+")
_WEB_PAGE = re.compile(r"(?i)\s*(?:<!doctype|<html)")


def parse_arguments(arguments: Arguments) -> tuple[list[str] | None, str]:
    """The path into the JSON (None for the whole response) and the URL."""
    words = [word for word in arguments.words if word]
    if len(words) == 1:
        return None, words[0]
    if len(words) == 2 and words[0].partition(".")[0].partition("[")[0] == JSON:
        return _STEPS.findall(words[0][:MAX_PATH_LENGTH])[1:], words[1]
    raise NoValue(USAGE)


def response_text(page: Page, steps: list[str] | None) -> str:
    if steps is not None:
        return json_value(page, steps)[:MAX_LENGTH]
    if _WEB_PAGE.match(page.text):
        raise NoValue("The URL returned a web page instead of text")
    return " ".join(page.text.split())[:MAX_LENGTH]


def json_value(page: Page, steps: list[str]) -> str:
    if page.is_cut:
        raise NoValue("Response is longer than 10 kB")
    try:
        # Keeps the digits of numbers: 1.10 stays 1.10.
        found: Any = json.loads(page.text, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise NoValue("Response is not JSON") from error
    for step in steps:
        found = _child(found, step)
    return _value_text(found)


def _child(value: Any, step: str) -> Any:  # noqa: ANN401  # JSON
    if isinstance(value, dict):
        inside = cast("dict[str, Any]", value)
        if step in inside:
            return inside[step]
    if isinstance(value, list):
        listed = cast("list[Any]", value)
        if step.isascii() and step.isdecimal() and len(step) < 6 and int(step) < len(listed):
            return listed[int(step)]
    raise NoValue(f'Response has no "{step}"')


def _value_text(value: Any) -> str:  # noqa: ANN401  # JSON
    match value:
        case None:
            raise NoValue("Value is null")
        case str():
            return " ".join(value.split())
        case bool():
            return "true" if value else "false"
        case _:
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _host(url: str) -> str:
    """Host of a valid URL, without any request."""
    # Imported late: the import takes a tenth of a second, and few responses need it.
    from greenroom.kernel.http.safe_fetch_calls import parse_url  # noqa: PLC0415

    try:
        return parse_url(url).host
    except NotFetched as error:
        raise NoValue(str(error)) from error


def url_fetch_variables(fetcher: SafeFetcher) -> list[Variable]:
    async def evaluate(context: VariableContext, arguments: Arguments) -> str:
        steps, url = parse_arguments(arguments)
        if context.is_preview:
            # A preview must not call half-typed URLs.
            return f"[response of {_host(url)}]"
        try:
            return response_text(await fetcher.fetch(url), steps)
        except NotFetched as error:
            raise NoValue(str(error)) from error

    return [
        Variable(
            name="urlfetch",
            aliases=("customapi",),
            group=WEB,
            summary="Text from an https URL, up to 400 characters; with a json path before it, one value of its JSON. "
            "Limits: 3 seconds, 10 kB, public internet only. Not called in previews",
            example="$(urlfetch json.data.0.name https://example.com/users)",
            shows="Juno",
            evaluate=evaluate,
            takes="words",
            cost="web",
        )
    ]
