"""Base class of platform limits, which control calls can change."""

from collections.abc import Mapping
from dataclasses import dataclass, fields


class UnknownLimit(LookupError):
    pass


@dataclass(slots=True)
class PlatformLimits:
    """Limits of every platform with tokens; each platform adds its own."""

    access_token_seconds: int
    app_token_seconds: int
    code_seconds: int = 600
    access_tokens_per_refresh_token: int = 50

    def change(self, values: Mapping[str, int]) -> None:
        """Changes these limits, or none if one of the names is unknown."""
        unknown = set(values) - {each.name for each in fields(self)}
        if unknown:
            raise UnknownLimit(f"There is no limit called {', '.join(sorted(unknown))}.")
        for name, value in values.items():
            setattr(self, name, value)
