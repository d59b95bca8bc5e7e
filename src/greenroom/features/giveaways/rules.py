"""Pure rules: keywords in messages, who may enter, how many tickets, and which state follows which."""

import re
from collections.abc import Collection, Mapping
from typing import Literal

from msgspec import Struct

from greenroom.accounts.access.rules import Role
from greenroom.features.points.ledger.account_keys import AccountKey
from greenroom.kernel.text import WITHOUT_INVISIBLE, name_key

State = Literal["draft", "open", "paused", "closed", "drawn", "archived"]
Step = Literal["open", "pause", "close", "draw", "archive"]

# By step: the states in which it is possible. A closed giveaway without entries can be archived too.
STEPS: Mapping[Step, tuple[State, ...]] = {
    "open": ("draft", "paused"),
    "pause": ("open",),
    "close": ("open", "paused"),
    "draw": ("closed",),
    "archive": ("drawn",),
}

# States between opening and closing.
RUNNING = STEPS["close"]

OPENING_MARKS = "\"'([{«“„‘*_"
CLOSING_MARKS = "\"')]}»”’*_.,;:!?…"
MAX_NUMBER_DIGITS = 6
# Amounts such as `3`, `-1`, `1.5k` or `50%`; `2nd` is a word.
AMOUNT = re.compile(r"[+\-−.,]*\d[\d.,]*[km%]?")


def fold_message(text: str) -> str:
    """The text without regard to case and invisible characters, which some chat clients add to repeated messages."""
    return text.lower() if text.isascii() else name_key(text.translate(WITHOUT_INVISIBLE))


def tickets_asked(folded: str, key: str) -> int:
    """Number of tickets that a message asks for: 1 without an amount after the keyword.

    0 if the keyword is not a word of the message, or the next word is an amount that is no number of tickets.
    """
    after = word_after(folded, key) if key in folded else None
    return 0 if after is None else number_in(after)


def word_after(folded: str, key: str) -> str | None:
    """The word after the keyword, empty at the end of the message; None if the keyword is not a word of the message."""
    words = folded.split()
    index = next((index for index, word in enumerate(words) if is_keyword(word, key)), None)
    return None if index is None else "".join(words[index + 1 : index + 2])


def entry_problem(folded: str, key: str) -> str:
    """Why a message that contains the keyword does not enter; empty if it does."""
    after = word_after(folded, key)
    if after is None:
        return f"“{key}” is not a word of its own"
    return "" if number_in(after) else f"“{after}” is no number of tickets: a whole number from 1 to 999999 is"


def is_keyword(word: str, key: str) -> bool:
    """Whether the word is the keyword, apart from punctuation around it; `win,me` is not the keyword `win`."""
    return word == key or word.lstrip(OPENING_MARKS).rstrip(CLOSING_MARKS) == key


def keyword_alone(text: str, keys: Collection[str]) -> str:
    """The keyword of a message that is only a keyword, perhaps with a number of tickets; empty for any other."""
    words = fold_message(text).split()
    if len(words) != 1 and (len(words) != 2 or not is_ticket_count(words[1])):
        return ""
    found = words[0], words[0].lstrip(OPENING_MARKS).rstrip(CLOSING_MARKS)
    return next((word for word in found if word in keys), "")


def is_ticket_count(word: str) -> bool:
    return AMOUNT.fullmatch(word.rstrip(CLOSING_MARKS)) is not None and number_in(word) > 0


def number_in(word: str) -> int:
    """The number of tickets in a word: 0 for an amount that is not a whole number, 1 for a word that is no amount."""
    number = word.rstrip(CLOSING_MARKS)
    if not AMOUNT.fullmatch(number):
        return 1
    is_whole = number.isascii() and number.isdecimal() and len(number) <= MAX_NUMBER_DIGITS
    return int(number) if is_whole else 0


class Eligibility(Struct, frozen=True):
    """Conditions that are checked when a viewer enters; 0 for none."""

    min_level: int = Role.PUBLIC
    watch_minutes: int = 0
    min_messages: int = 0
    excludes_staff: bool = False
    past_winner_days: int = 0


class Candidate(Struct, frozen=True):
    """Facts about a viewer and the linked accounts together, which are compared with the conditions."""

    level: int
    watched_minutes: int = 0
    messages: int = 0
    is_past_winner: bool = False


class Person(Struct, frozen=True):
    """A viewer, with the linked accounts."""

    accounts: tuple[AccountKey, ...]
    messages: int
    # The level of each account at its last message.
    levels: tuple[int, ...] = (0,)

    def highest_other_level(self, account: AccountKey) -> int:
        """The highest level of the person's other accounts; 0 if there are none."""
        levels = dict(zip(self.accounts, self.levels, strict=True))
        return max((levels[other] for other in self.accounts if other != account), default=0)


def eligibility_refusal(conditions: Eligibility, viewer: Candidate) -> str:
    """Why the viewer may not enter; empty if they may."""
    if conditions.excludes_staff and viewer.level >= Role.MOD:
        return "Staff can't enter"
    if viewer.level < conditions.min_level:
        return f"Only for {Role(conditions.min_level).label} and higher"
    if viewer.messages < conditions.min_messages:
        return f"{viewer.messages} of {conditions.min_messages} messages written"
    if viewer.watched_minutes < conditions.watch_minutes:
        return f"{viewer.watched_minutes} of {conditions.watch_minutes} minutes watched"
    if viewer.is_past_winner:
        return f"Won within {conditions.past_winner_days} days"
    return ""


class Age(Struct, frozen=True):
    """Days since a viewer followed and since the account was created; None if the platform does not say."""

    follow_days: int | None
    account_days: int | None
    # False only if the platform reports that the viewer does not follow.
    follows: bool = True


def age_refusal(follow_days: int, account_days: int, age: Age) -> str:
    """Why a drawn viewer may not win, by facts that only the platform knows; empty if they may."""
    if follow_days and not age.follows:
        return "Does not follow"
    if age.follow_days is not None and age.follow_days < follow_days:
        return f"Follows for {age.follow_days} of {follow_days} days"
    if age.account_days is not None and age.account_days < account_days:
        return f"Account is {age.account_days} of {account_days} days old"
    return ""


def weight_of(level: int, weights: Mapping[Role, int]) -> int:
    """The weight of the highest role in `weights` that the viewer has; 1 if there is none."""
    return max(((role, weight) for role, weight in weights.items() if level >= role), default=(0, 1))[1]


class Price(Struct, frozen=True):
    """Price of a ticket, as a number and as text with the name of the channel's points."""

    points: int = 0
    text: str = ""


class Purchase(Struct, frozen=True):
    """Tickets that a viewer gets, and the reason if there are none."""

    tickets: int
    refusal: str = ""


def limit_purchase(asked: int, has: int, max_tickets: int, price: Price, balance: int) -> Purchase:
    """Limits the tickets that a viewer asks for to those that are still allowed and that the balance pays for."""
    left = max_tickets - has
    if left <= 0:
        return Purchase(0, "Already entered" if max_tickets == 1 else f"Already has {max_tickets} tickets")
    affordable = balance // price.points if price.points else left
    if affordable == 0:
        return Purchase(0, f"A ticket costs {price.text}, has {balance:,}")
    return Purchase(min(asked, left, affordable))
