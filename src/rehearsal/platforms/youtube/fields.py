"""Partial answers: `fields=items(id,snippet/title),nextPageToken` leaves the rest out."""

from pydantic import JsonValue

from rehearsal.platforms.youtube.errors import PARAMETER, ApiError

Mask = dict[str, "Mask"]


class _Reader:
    """Reads the mask's little language."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def whole(self) -> Mask:
        mask = self._names()
        if self._at != len(self._text):
            raise self._wrong()
        return mask

    def _names(self) -> Mask:
        mask: Mask = {}
        while True:
            name, below = self._name()
            mask[name] = {**mask.get(name, {}), **below}
            if self._peek() != ",":
                return mask
            self._at += 1

    def _name(self) -> tuple[str, Mask]:
        start = self._at
        while self._peek() not in {"", ",", "/", "(", ")"}:
            self._at += 1
        name = self._text[start : self._at].strip()
        if not name:
            raise self._wrong()
        return name, self._below()

    def _below(self) -> Mask:
        match self._peek():
            case "/":
                self._at += 1
                name, below = self._name()
                return {name: below}
            case "(":
                self._at += 1
                below = self._names()
                if self._peek() != ")":
                    raise self._wrong()
                self._at += 1
                return below
            case _:
                return {}

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _wrong(self) -> ApiError:
        message = f"Invalid field selection {self._text}"
        return ApiError(400, "invalidParameter", message, PARAMETER, location="fields")


def select(value: JsonValue, fields: str) -> JsonValue:
    return _keep(value, _Reader(fields).whole())


def _keep(value: JsonValue, mask: Mask) -> JsonValue:
    """An empty mask keeps all that is below."""
    if not mask or "*" in mask:
        return value
    if isinstance(value, list):
        return [_keep(each, mask) for each in value]
    if isinstance(value, dict):
        return {name: _keep(each, mask[name]) for name, each in value.items() if name in mask}
    return value
