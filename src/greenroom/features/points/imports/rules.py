"""Reads the balances in exports of other bots."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from typing import cast

from msgspec import Struct

from greenroom.features.points.imports.schemas import MAX_ROWS
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.kernel.errors import Invalid
from greenroom.kernel.text import tidy_line

MAX_LOGIN_LENGTH = 100
# Names of the fields and columns in exports and APIs of StreamElements, Streamlabs and tbot, in lower case.
NAME_FIELDS = ("username", "user", "name", "login", "viewer", "displayname", "user_name")
POINT_FIELDS = ("points", "balance", "currency", "amount", "current")
# A whole number: commas only between groups of three digits, and only zeros after a decimal point.
WHOLE_NUMBER = re.compile(r"(?P<whole>-?(?:[0-9]{1,3}(?:,[0-9]{3}){1,5}|[0-9]{1,16}))(?:\.0{1,2})?")


class ExportedBalance(Struct, frozen=True):
    position: int
    # In lower case. In a bad row shortened, and without characters that cannot be shown.
    name: str
    points: int
    # Why the row is bad; empty otherwise.
    problem: str = ""


def read_balances(content: str, *, are_logins: bool = True) -> list[ExportedBalance]:
    """Reads the rows of an export; if a name comes twice, the first row counts.

    Raises Invalid if there are no rows or too many. Names that are not logins may contain spaces.
    """
    rows: list[ExportedBalance] = []
    seen: set[str] = set()
    for position, (name, points) in enumerate(_pairs(content.removeprefix("\ufeff")), start=1):
        if position > MAX_ROWS:
            raise Invalid("content", f"contains more than {MAX_ROWS:,} names")
        row = _row(position, name, points, are_logins=are_logins)
        if not row.problem and row.name in seen:
            row = ExportedBalance(position, row.name, 0, "This name is in the file already")
        seen.add(row.name)
        rows.append(row)
    if not rows:
        raise Invalid("content", "contains no names with points")
    return rows


def _row(position: int, name: object, points: object, *, are_logins: bool) -> ExportedBalance:
    login = str(name or "").strip().removeprefix("@").lower()
    shown = tidy_line(login, MAX_LOGIN_LENGTH, "")
    if not login:
        return ExportedBalance(position, shown, 0, "No name")
    if len(login) > MAX_LOGIN_LENGTH or not login.isprintable() or (are_logins and " " in login):
        return ExportedBalance(position, shown, 0, "Not a username" if are_logins else "Not a name")
    amount = _amount(points)
    if amount is None:
        return ExportedBalance(position, shown, 0, "Points are not a whole number")
    if not 0 < amount <= MAX_BALANCE:
        return ExportedBalance(position, shown, 0, "No points" if amount <= 0 else "Too many points")
    return ExportedBalance(position, login, amount)


def _amount(points: object) -> int | None:
    """Reads a whole number such as `1,250` or `1250.0`; else None, also for `1.250`, which may mean 1,250 or 1.25."""
    if isinstance(points, bool) or points is None:
        return None
    found = WHOLE_NUMBER.fullmatch(str(points).strip())
    return int(found["whole"].replace(",", "")) if found else None


def _pairs(content: str) -> Iterator[tuple[object, object]]:
    if content.lstrip()[:1] in {"{", "["}:
        try:
            yield from _pairs_in_json(json.loads(content))
        except (ValueError, RecursionError) as error:
            raise Invalid("content", "is not valid JSON") from error
    else:
        yield from _pairs_in_csv(content)


def _pairs_in_json(value: object) -> Iterator[tuple[object, object]]:
    """The name and points of every object that has both, at any depth."""
    if isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _pairs_in_json(item)
    elif isinstance(value, dict):
        fields = {str(key).lower(): item for key, item in cast("dict[object, object]", value).items()}
        name, points = _first(fields, NAME_FIELDS), _first(fields, POINT_FIELDS)
        if name is not None and points is not None and not isinstance(points, list | dict):
            yield fields[name] if not isinstance(fields[name], dict) else "", fields[points]
        else:
            for item in fields.values():
                yield from _pairs_in_json(item)


def _first(fields: Iterable[str], names: Iterable[str]) -> str | None:
    existing = set(fields)
    return next((name for name in names if name in existing), None)


def _pairs_in_csv(content: str) -> Iterator[tuple[object, object]]:
    """Name and points of each line, found by the headings; without headings, the first and the second column."""
    first_line = content.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)
    try:
        lines = [line for line in csv.reader(io.StringIO(content), delimiter=delimiter) if any(map(str.strip, line))]
    except csv.Error as error:
        raise Invalid("content", "is not a valid CSV file") from error
    headings = [cell.strip().lower() for cell in lines[0]] if lines else []
    name, points = _first(headings, NAME_FIELDS), _first(headings, POINT_FIELDS)
    name_at, points_at = (0, 1) if name is None or points is None else (headings.index(name), headings.index(points))
    for line in lines if name is None or points is None else lines[1:]:
        yield (
            line[name_at] if name_at < len(line) else "",
            line[points_at] if points_at < len(line) else None,
        )
