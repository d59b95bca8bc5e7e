"""Cells of CSV files, safe to open in a spreadsheet."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence

# Byte order mark: without it, spreadsheets do not read the file as UTF-8.
BYTE_ORDER_MARK = "\ufeff"
MEDIA_TYPE = "text/csv; charset=utf-8"
# Spreadsheets treat a cell that begins with one of these as a formula; some ignore invisible characters before it.
FORMULA_SIGNS = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")
FORMULA_BREAKS = ("\t", "\r", "\n")


def csv_file(rows: Iterable[Sequence[str]], byte_order_mark: str = BYTE_ORDER_MARK) -> bytes:
    text = io.StringIO()
    text.write(byte_order_mark)
    csv.writer(text).writerows([escape_formula(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def escape_formula(text: str) -> str:
    first = next((character for character in text if _is_visible(character)), "")
    return f"'{text}" if first in FORMULA_SIGNS or text.startswith(FORMULA_BREAKS) else text


def _is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] not in "CZ"
