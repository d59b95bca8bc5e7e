"""Context shared by all actions: the accounts, and receipts for Twitch's refusals."""

import asyncio
from typing import Unpack

from msgspec import Struct

from greenroom.chat.protocol.actions import Receipt, refused
from greenroom.chat.protocol.platform import Account
from greenroom.kernel.http.client import HttpResponse, RequestParts
from greenroom.platforms.twitch.api.answers import error_message, lacks_scope
from greenroom.platforms.twitch.api.helix import Helix
from greenroom.platforms.twitch.pace import Pace

CONFLICT = 409
CONFLICT_TRIES = 3
# Statuses of a refusal: with 403 the account may not do this, with the others the request cannot be fulfilled.
REFUSALS = frozenset({400, 403, 404, 409, 422, 425})

DONE = Receipt("done")


class ActionContext(Struct, frozen=True):
    """Clients of an action: `owner` uses the channel's own token, `actor` that of the acting account."""

    account: Account
    owner: Helix
    actor: Helix
    pace: Pace

    @property
    def channel_id(self) -> str:
        return self.account.provider_channel_id

    @property
    def actor_id(self) -> str:
        return self.account.acting.provider_user_id

    @property
    def as_moderator(self) -> list[tuple[str, str]]:
        """Query of moderation calls; Twitch requires that `moderator_id` is the account of the token."""
        return [("broadcaster_id", self.channel_id), ("moderator_id", self.actor_id)]

    async def moderate(self, method: str, path: str, **parts: Unpack[RequestParts]) -> HttpResponse:
        """Makes the call as the acting account; retries on 409, a concurrent change."""
        for attempt in range(1, CONFLICT_TRIES):
            answer = await self.actor.request(method, path, **parts)
            if answer.status_code != CONFLICT:
                return answer
            await asyncio.sleep(self.pace.conflict_seconds * attempt)
        return await self.actor.request(method, path, **parts)

    def refused(self, answer: HttpResponse, helix: Helix, to_allow: str = "") -> Receipt | None:
        """Receipt for Twitch's refusal, None for a success; raises for other failures.

        `helix` made the call; `to_allow` names what a missing scope would allow.
        """
        if answer.is_success:
            return None
        message = error_message(answer)
        if lacks_scope(answer) and to_allow:
            return refused(f"Reconnect Twitch to allow {to_allow}.")
        if lacks_scope(answer):
            return refused(f"{self._name(helix)} has not given the permission for this. Reconnect Twitch to add it.")
        # A response without Twitch's message comes from a proxy, and a retry may help.
        if answer.status_code in REFUSALS and message:
            return refused(f"{self._advice(answer.status_code, helix)}Twitch says: {message}")
        helix.raise_for_status(answer)
        return None

    def _advice(self, status: int, helix: Helix) -> str:
        if status == CONFLICT:
            return "Another change is in progress. "
        is_bot = helix is self.actor and self.account.acting.is_bot
        return "Make the bot a moderator of this channel on Twitch first. " if status == 403 and is_bot else ""

    def _name(self, helix: Helix) -> str:
        if helix is self.owner or self.actor_id == self.channel_id:
            return "The channel's account"
        return "The bot" if self.account.acting.is_bot else "Your account"
