"""Texts of text widgets: checked when they are saved, rendered again and again while a page shows them."""

import asyncio
from uuid import UUID

from sqlalchemy import select

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.feature import Services
from greenroom.features.widgets.types.text import TextWidget
from greenroom.kernel.errors import AppError, FieldError
from greenroom.kernel.schema import StrictSchema
from greenroom.responses.checking import check, errors
from greenroom.responses.rendering import compile_text
from greenroom.responses.variables import VariableContext, VariableRegistry

# Time limit for rendering a text; each variable has a shorter one.
RENDER_SECONDS = 20.0


class InvalidText(AppError):
    """The text of a widget has an unknown variable, one that needs a caller, or one that changes something."""

    status = 422
    type = "invalid"

    def __init__(self, problems: list[FieldError]) -> None:
        super().__init__("; ".join(f"{one.field}: {one.message}" for one in problems), problems)


def check_text(registry: VariableRegistry, settings: StrictSchema) -> None:
    if not isinstance(settings, TextWidget):
        return
    problems = [
        FieldError(field="settings.text", message=f"Character {one.start + 1}: {one.message}")
        for one in errors(check(settings.text, registry, place="widget"))
    ]
    if problems:
        raise InvalidText(problems)


async def render_text(services: Services, channel_id: UUID, settings: TextWidget) -> str:
    """Renders the text for the channel's first platform, and changes nothing; empty if it times out."""
    kernel = services.kernel
    async with kernel.database.read() as session:
        found = select(ChannelProvider.id, ChannelProvider.provider).where(ChannelProvider.channel_id == channel_id)
        first = (await session.execute(found.order_by(ChannelProvider.id).limit(1))).first()
    connection_id, provider = (channel_id, "") if first is None else (first.id, first.provider)
    context = VariableContext(channel_id, connection_id, provider, kernel.clock(), is_preview=True)
    try:
        async with asyncio.timeout(RENDER_SECONDS):
            return (await compile_text(settings.text, services.variables).render(context)).text
    except TimeoutError:
        return ""
