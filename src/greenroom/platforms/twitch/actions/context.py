"""What all actions share: in whose name they are done, and what Twitch's refusals mean."""

import asyncio
from dataclasses import dataclass
from typing import Unpack

from greenroom.chat.protocol.actions import Receipt, refused
from greenroom.chat.protocol.platform import Account
from greenroom.kernel.http.client import Answer, Parts
from greenroom.platforms.twitch.api.answers import lacks_scope, refusal
from greenroom.platforms.twitch.api.helix import Helix
from greenroom.platforms.twitch.pace import Pace

CONFLICT = 409
CONFLICT_TRIES = 3
# 403 is about who asks, the others about what is asked.
REFUSALS = frozenset({400, 403, 404, 409, 422, 425})

DONE = Receipt("done")


@dataclass(frozen=True, slots=True)
class ActionContext:
    """One account at work: `owner` speaks for the channel itself, `actor` for whoever acts in it."""

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
        """Twitch wants the moderator to be the one whose token it is."""
        return [("broadcaster_id", self.channel_id), ("moderator_id", self.actor_id)]

    async def moderate(self, method: str, path: str, **parts: Unpack[Parts]) -> Answer:
        """Tried again while somebody else changes the same thing."""
        for attempt in range(1, CONFLICT_TRIES):
            answer = await self.actor.ask(method, path, **parts)
            if answer.status_code != CONFLICT:
                return answer
            await asyncio.sleep(self.pace.conflict_seconds * attempt)
        return await self.actor.ask(method, path, **parts)

    def refused(self, answer: Answer, helix: Helix) -> Receipt | None:
        """None for a success; raises what is nobody's decision. `helix` is the one who was asked to do it."""
        if answer.is_success:
            return None
        words = refusal(answer)
        if lacks_scope(answer):
            return refused(f"{self._name(helix)} has not given the permission for this. Reconnect Twitch to add it.")
        # Without Twitch's words it was somebody in between, and asking again may help.
        if answer.status_code in REFUSALS and words:
            return refused(f"{self._advice(answer.status_code, helix)}Twitch says: {words}")
        helix.refuse_failure(answer)
        return None

    def _advice(self, status: int, helix: Helix) -> str:
        if status == CONFLICT:
            return "Somebody else is changing this now. "
        is_bot = helix is self.actor and self.account.acting.is_bot
        return "Make the bot a moderator of this channel on Twitch first. " if status == 403 and is_bot else ""

    def _name(self, helix: Helix) -> str:
        if helix is self.owner or self.actor_id == self.channel_id:
            return "The channel's account"
        return "The bot" if self.account.acting.is_bot else "Your account"
