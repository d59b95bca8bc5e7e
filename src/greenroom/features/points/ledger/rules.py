"""Pure rules: the highest balance, and how a person's points are divided among the linked accounts."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

# Numbers up to this are exact in every browser.
MAX_BALANCE = 10**15

Account = TypeVar("Account", bound=Hashable)


def divide_balance(balance: int, shares: Mapping[Account, int]) -> dict[Account, int]:
    """Divides a balance among linked accounts, in proportion to what each brought; the parts add up to the balance.

    A share is the sum of what the account gained and paid: negative if it has spent points of other accounts.
    """
    brought = {account: max(share, 0) for account, share in shares.items()}
    total = sum(brought.values())
    parts = {account: balance * share // total if total else 0 for account, share in brought.items()}
    # The points that rounding leaves over go to the account that brought the most.
    largest = max(brought, key=lambda account: brought[account])
    parts[largest] += balance - sum(parts.values())
    return parts
