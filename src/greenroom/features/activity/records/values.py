"""What activities are worth in US dollars, so that currencies, virtual coins and subs can be compared.

The table is documented in docs/activity.md. A channel can change each value; see `value_cache.py`.
"""

from bisect import bisect_right
from collections.abc import Mapping

from greenroom.chat.protocol.events import MICROS, ActivityKind

# Month of the exchange rates below, which are rounded.
RATES_MONTH = "2025-10"
# Millionths of a US dollar for one unit of the currency.
CURRENCIES: Mapping[str, int] = {
    "USD": 1_000_000,
    "EUR": 1_170_000,
    "GBP": 1_340_000,
    "AED": 272_300,
    "ARS": 700,
    "AUD": 660_000,
    "BGN": 598_000,
    "BRL": 187_000,
    "CAD": 720_000,
    "CHF": 1_250_000,
    "CLP": 1_040,
    "CNY": 140_000,
    "COP": 255,
    "CZK": 48_000,
    "DKK": 157_000,
    "EGP": 21_000,
    "HKD": 128_500,
    "HUF": 3_000,
    "IDR": 60,
    "ILS": 300_000,
    "INR": 11_300,
    "JPY": 6_700,
    "KES": 7_700,
    "KRW": 710,
    "KWD": 3_270_000,
    "MXN": 54_500,
    "MYR": 237_000,
    "NGN": 670,
    "NOK": 100_000,
    "NZD": 580_000,
    "PEN": 288_000,
    "PHP": 17_200,
    "PLN": 275_000,
    "QAR": 274_700,
    "RON": 230_000,
    "RUB": 12_000,
    "SAR": 266_700,
    "SEK": 106_000,
    "SGD": 775_000,
    "THB": 31_000,
    "TRY": 24_000,
    "TWD": 33_000,
    "UAH": 24_000,
    "VND": 38,
    "ZAR": 58_000,
}
# Millionths of a US dollar for one coin: about what viewers pay; for a diamond, what TikTok pays the channel.
COINS: Mapping[str, int] = {"BITS": 10_000, "KICKS": 10_000, "DIAMONDS": 5_000, "JEWELS": 20_000}
# Price of one month in millionths of a US dollar.
SUBS: Mapping[str, int] = {"sub_1": 4_990_000, "sub_2": 9_990_000, "sub_3": 24_990_000, "membership": 4_990_000}
DEFAULT_VALUES: Mapping[str, int] = {**CURRENCIES, **COINS, **SUBS}

# Digits after the decimal point of currencies that do not have two.
DECIMALS = {"CLP": 0, "JPY": 0, "KRW": 0, "VND": 0, "KWD": 3, **dict.fromkeys(COINS, 0)}
# The lowest value of each level from 1 up, in millionths of a US dollar.
LEVELS = (1, *(dollars * MICROS for dollars in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)))
# The largest number that browsers read exactly.
MAX_NUMBER = 2**53 - 1

_SUBS = frozenset({ActivityKind.SUB, ActivityKind.RESUB, ActivityKind.GIFT, ActivityKind.GIFT_BOMB})
_MEMBERSHIPS = frozenset({ActivityKind.MEMBERSHIP, ActivityKind.MILESTONE, ActivityKind.MEMBERSHIP_GIFT})
_GIFTS = frozenset({ActivityKind.GIFT, ActivityKind.GIFT_BOMB, ActivityKind.MEMBERSHIP_GIFT})


def decimals_of(currency: str) -> int:
    return DECIMALS.get(currency, 2)


def minor_units(micros: int, currency: str) -> int:
    """Converts millionths of a unit of the currency to its smallest unit, such as cents; rounds down."""
    return clamp(micros * 10 ** decimals_of(currency) // MICROS)


def clamp(number: int) -> int:
    return min(max(number, 0), MAX_NUMBER)


def value_level(value: int) -> int:
    """Number (from 1) of the highest of `LEVELS` that the value reaches; 0 if the value is 0."""
    return bisect_right(LEVELS, value)


def amount_value(amount: int, currency: str, values: Mapping[str, int]) -> int:
    """Value of an amount in the currency's smallest unit; 0 if the currency is not in the table."""
    return clamp(amount * values.get(currency, 0) // 10 ** decimals_of(currency))


def sub_value(kind: str, count: int, tier: str, values: Mapping[str, int]) -> int:
    """Value of subs and memberships, whose price the platforms do not report; 0 for other kinds."""
    if kind in _MEMBERSHIPS:
        price = values["membership"]
    elif kind in _SUBS:
        price = values.get(f"sub_{tier}", values["sub_1"])
    else:
        return 0
    return clamp(price * (count if kind in _GIFTS else 1))
