"""Topics of the widgets' sockets; no other socket may subscribe to them."""

from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import channel_topic
from greenroom.kernel.db.database import publish

encode = msgspec.json.Encoder().encode

# Lines that passed the filters, and removals; for the widgets of a channel.
widget_chat_topic = channel_topic("widget-chat")
# Activities without ids of viewers.
widget_activity_topic = channel_topic("widget-activity")


def widget_topic(widget_id: UUID) -> str:
    """Topic of messages for the pages of this widget alone, such as its alerts and tests."""
    return f"widget:{widget_id}"


def publish_to_widget(session: AsyncSession, widget_id: UUID, message: object) -> None:
    """Publishes the message to the widget's pages after the commit."""
    publish(session, widget_topic(widget_id), encode(message))
