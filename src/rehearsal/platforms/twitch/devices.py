"""Programs without a browser: they show a short code, and a person types it in elsewhere."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from rehearsal.clock import Clock
from rehearsal.platforms.twitch.limits import Limits
from rehearsal.tokens import Code

# No letters that look like digits.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


@dataclass(slots=True)
class Device:
    """One program that waits for a person."""

    device_code: str
    user_code: str
    scopes: tuple[str, ...]
    expires_at: datetime
    # Set once somebody agreed.
    code: Code | None = None


class Devices:
    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock = clock
        self._limits = limits
        self._devices: dict[str, Device] = {}
        # A program without a secret may refresh these once each.
        self.public_refresh_tokens: set[str] = set()

    def start(self, scopes: tuple[str, ...]) -> Device:
        device_code = secrets.token_urlsafe(30)
        user_code = "".join(secrets.choice(LETTERS) for _ in range(8))
        device = Device(device_code, user_code, scopes, self._clock.after(self._limits.device_code_seconds))
        self._devices[device_code] = device
        return device

    def waiting(self, user_code: str) -> Device | None:
        """The program that shows this code and has no answer yet."""
        named = (each for each in self._devices.values() if each.user_code == user_code.upper())
        device = next(named, None)
        is_open = device is not None and device.code is None and device.expires_at > self._clock.now()
        return device if is_open else None

    def find(self, device_code: str) -> Device | None:
        device = self._devices.get(device_code)
        return device if device is not None and device.expires_at > self._clock.now() else None

    def finish(self, device: Device) -> None:
        """The code counts once."""
        del self._devices[device.device_code]
