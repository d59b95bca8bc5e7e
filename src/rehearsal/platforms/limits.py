"""A platform's numbers, in one place so that the control desk can change them while it runs."""

from collections.abc import Mapping
from dataclasses import dataclass, fields


class UnknownLimit(LookupError):
    """The platform has no such number."""


@dataclass(slots=True)
class PlatformLimits:
    """What every platform that gives out tokens has; each adds numbers of its own."""

    access_token_seconds: int
    app_token_seconds: int
    code_seconds: int = 600
    access_tokens_per_refresh_token: int = 50

    def change(self, values: Mapping[str, int]) -> None:
        """All of them or none."""
        unknown = set(values) - {each.name for each in fields(self)}
        if unknown:
            raise UnknownLimit(f"There is no limit called {', '.join(sorted(unknown))}.")
        for name, value in values.items():
            setattr(self, name, value)
