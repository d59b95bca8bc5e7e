from datetime import UTC, datetime, timedelta


class FrozenClock:
    """A clock that stands still unless a test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2030, 1, 2, 3, 4, 5, 678_000, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
