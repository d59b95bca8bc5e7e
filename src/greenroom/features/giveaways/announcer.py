"""Posts what happens in a giveaway to the chats of the channel."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from greenroom.chat.protocol.actions import SendMessage
from greenroom.chat.sending.channel_posts import mentions, writable_chats
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.chat.sending.sender import Sender
from greenroom.features.giveaways.models import Giveaway
from greenroom.features.giveaways.schemas import GiveawayTexts
from greenroom.kernel.context import Kernel
from greenroom.kernel.tasks.background import BackgroundTasks
from greenroom.kernel.timestamps import in_words
from greenroom.tenancy.platforms import Platforms


class Announcer:
    def __init__(self, kernel: Kernel, platforms: Platforms, sender: Sender) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self._sender = sender
        self._tasks = BackgroundTasks()

    async def stop(self) -> None:
        await self._tasks.stop()

    def texts(self, giveaway: Giveaway) -> "Texts":
        return Texts(giveaway, self._kernel.settings.origin)

    def post_soon(self, channel_id: UUID, texts: Sequence[str]) -> None:
        """For callers whose transaction is committed; does not wait for the platforms."""
        if texts:
            self._tasks.start(self._post(channel_id, texts), name=f"giveaway_posts:{channel_id}")

    async def _post(self, channel_id: UUID, texts: Sequence[str]) -> None:
        async with self._kernel.database.read() as session:
            chats = await writable_chats(session, self._platforms, channel_id)
        for connection_id, _ in chats:
            for text in texts:
                self._sender.post(DeferredAction(connection_id, SendMessage(text), as_bot=True))


class Texts:
    """The messages of one giveaway; none if it is not announced in chat."""

    def __init__(self, giveaway: Giveaway, origin: str) -> None:
        self._giveaway = giveaway
        self._fields = GiveawayTexts.model_validate(giveaway.settings)
        self._page = f"{origin}/c/{giveaway.channel_id}/giveaways/{giveaway.id}"

    def opened(self) -> list[str]:
        return self._if_announced(
            f"Giveaway: {self._fields.won}. {self._how()} Fairness commitment {self._giveaway.commitment}, "
            f"see {self._page}"
        )

    def reminder(self, now: datetime) -> list[str]:
        closes_at = self._giveaway.closes_at
        end = f" It closes in {in_words(closes_at - now, 1)}." if closes_at is not None and closes_at > now else ""
        return self._if_announced(
            f"Giveaway: {self._fields.won}. {self._how()} {_count(self._giveaway.entry_count, 'viewer')} so far.{end}"
        )

    def closed(self) -> list[str]:
        tickets = _count(self._giveaway.ticket_count, "ticket")
        viewers = _count(self._giveaway.entry_count, "viewer")
        return self._if_announced(f"The giveaway of {self._fields.won} is closed: {tickets} of {viewers}.")

    def drawn(self, names: Sequence[str]) -> list[str]:
        if not names:
            return self._if_announced(f"Nobody is left who may win {self._fields.won}. Check the draw: {self._page}")
        claim = (
            f" Write anything within {in_words(self._fields.claim_seconds)} to claim it."
            if self._fields.claim_seconds
            else ""
        )
        return self._if_announced(f"{mentions(names)} won {self._fields.won}.{claim} Check the draw: {self._page}")

    def claim_reminder(self, name: str, seconds: float) -> list[str]:
        return self._if_announced(f"@{name}, write anything within {in_words(seconds)} to claim {self._fields.won}.")

    def confirmed(self, name: str, ticket: int) -> list[str]:
        tickets = self._giveaway.ticket_count
        return self._if_announced(f"{name} won {self._fields.won}, ticket {ticket} of {tickets}. Thanks for playing.")

    def _how(self) -> str:
        match self._fields.entry:
            case "keyword":
                how = f"Write {self._fields.keyword} to enter."
            case "command":
                how = "Use the giveaway command to enter."
            case "chatters":
                how = "Everyone who writes in chat takes part."
        if self._fields.ticket_cost:
            how += f" A ticket costs {_count(self._fields.ticket_cost, 'point')}."
        if self._fields.max_tickets > 1:
            how += f" Up to {self._fields.max_tickets} tickets each."
        return how

    def _if_announced(self, text: str) -> list[str]:
        return [text] if self._fields.announces else []


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number:,} {what}s"
