"""The sign server's rate limits and tickets."""

import secrets
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rehearsal.clock import Clock
from rehearsal.platforms.tiktok.limits import Limits

WINDOWS = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1), "day": timedelta(days=1)}


@dataclass(frozen=True, slots=True)
class Window:
    """The state of one rate limit."""

    name: str
    limit: int
    remaining: int
    # When the oldest request leaves the window; None without requests.
    reset_at: datetime | None


@dataclass(slots=True)
class TicketIssuer:
    clock: Clock
    limits: Limits
    _requests: dict[str, deque[datetime]] = field(default_factory=dict[str, deque[datetime]])
    _tickets: dict[str, tuple[int, datetime]] = field(default_factory=dict[str, tuple[int, datetime]])

    def windows(self, customer: str) -> list[Window]:
        now, requests = self.clock.now(), self._recent(customer)
        return [
            self._window(name, span, [at for at in requests if now - at < span], customer)
            for name, span in WINDOWS.items()
        ]

    def _window(self, name: str, span: timedelta, requests: list[datetime], customer: str) -> Window:
        factor = self.limits.sign_key_factor if customer else 1
        limit = int(getattr(self.limits, f"sign_per_{name}")) * factor
        return Window(name, limit, max(0, limit - len(requests)), requests[0] + span if requests else None)

    def exhausted(self, customer: str) -> Window | None:
        return next((each for each in self.windows(customer) if each.remaining == 0), None)

    def count(self, customer: str) -> None:
        self._recent(customer).append(self.clock.now())

    def _recent(self, customer: str) -> deque[datetime]:
        requests, now = self._requests.setdefault(customer, deque()), self.clock.now()
        while requests and now - requests[0] >= WINDOWS["day"]:
            requests.popleft()
        return requests

    def issue(self, room_id: int) -> str:
        """A ticket for the push server; letters and digits only, because clients differ in URL encoding."""
        ticket = secrets.token_hex(16)
        self._tickets[ticket] = (room_id, self.clock.after(self.limits.ticket_seconds))
        return ticket

    def redeem(self, ticket: str, room_id: str) -> bool:
        issued = self._tickets.pop(ticket, None)
        return issued is not None and str(issued[0]) == room_id and issued[1] > self.clock.now()
