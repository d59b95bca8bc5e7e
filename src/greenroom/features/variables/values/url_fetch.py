"""What another server answers, as one line that is only ever response_text."""

import json
import re
from typing import Any, cast

from greenroom.kernel.http.safe_fetch import NotFetched, Page, SafeFetcher
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

WEB = "Web"
MAX_LENGTH = 400
MAX_PATH_LENGTH = 200
JSON = "json"
USAGE = (
    "Write an address: $(urlfetch https://example.com/fact) or $(urlfetch json.data.0.name https://example.com/data)"
)

_STEPS = re.compile(r"[^.\[\]]+")
_WEB_PAGE = re.compile(r"(?i)\s*(?:<!doctype|<html)")


def parse_arguments(given: Arguments) -> tuple[list[str] | None, str]:
    """The steps into the JSON, None when all of the answer is wanted; and the address."""
    words = [word for word in given.words if word]
    if len(words) == 1:
        return None, words[0]
    if len(words) == 2 and words[0].partition(".")[0].partition("[")[0] == JSON:
        return _STEPS.findall(words[0][:MAX_PATH_LENGTH])[1:], words[1]
    raise NoValue(USAGE)


def response_text(page: Page, steps: list[str] | None) -> str:
    if steps is not None:
        return json_value(page, steps)[:MAX_LENGTH]
    if _WEB_PAGE.match(page.text):
        raise NoValue("It answered with a whole web page, not with a line of text")
    return " ".join(page.text.split())[:MAX_LENGTH]


def json_value(page: Page, steps: list[str]) -> str:
    if page.is_cut:
        raise NoValue("The answer is longer than 10 kB")
    try:
        # Numbers as they are written there: 1.10 stays 1.10.
        found: Any = json.loads(page.text, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise NoValue("The answer is no JSON") from error
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
    raise NoValue(f'The answer has no "{step}"')


def _value_text(value: Any) -> str:  # noqa: ANN401  # JSON
    match value:
        case None:
            raise NoValue("There is nothing at that place")
        case str():
            return " ".join(value.split())
        case bool():
            return "true" if value else "false"
        case _:
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _server(address: str) -> str:
    """Of an address that may be fetched, as far as can be told without asking anybody."""
    # As in kernel/outside.py: it takes a tenth of a second, and few ask for it.
    from greenroom.kernel.http.safe_fetch_calls import checked  # noqa: PLC0415

    try:
        return checked(address).host
    except NotFetched as error:
        raise NoValue(str(error)) from error


def url_fetch_variables(outside: SafeFetcher) -> list[Variable]:
    async def evaluate(occasion: VariableContext, given: Arguments) -> str:
        steps, address = parse_arguments(given)
        if occasion.is_trial:
            # Somebody is still typing: half an address would be called, and some servers count their callers.
            return f"[what {_server(address)} answers]"
        try:
            return response_text(await outside.fetch(address), steps)
        except NotFetched as error:
            raise NoValue(str(error)) from error

    return [
        Variable(
            name="urlfetch",
            aliases=("customapi",),
            group=WEB,
            summary="The text that an https address answers with, at most 400 characters of it; with json and dots "
            "before the address, one value of its JSON. At most 3 seconds and 10 kB; only the public internet. "
            "Not called while somebody only looks at the preview.",
            example="$(urlfetch json.data.0.name https://example.com/users)",
            shows="Juno",
            evaluate=evaluate,
            takes="words",
            cost="web",
        )
    ]
