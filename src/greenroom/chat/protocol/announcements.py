"""Announcements of streams, posted in a service such as Discord through a webhook URL that staff entered."""

from datetime import datetime
from typing import Protocol, runtime_checkable

from msgspec import Struct

from greenroom.accounts.platforms import Gone, PlatformFailure


class BadAddress(PlatformFailure):
    """The URL that staff entered is not one of the service; the message says what is expected."""


class NotConfirmed(PlatformFailure):
    """The service did not confirm the announcement, which may have been posted and must not be posted again."""


class Rejected(PlatformFailure):
    """The service will never accept this announcement; the message is the service's own."""


class AnnouncementGone(Gone):
    """The posted announcement was deleted. `Gone` itself means that the address is no longer valid."""


class EmbedField(Struct, frozen=True):
    name: str
    value: str


class EmbedLink(Struct, frozen=True):
    name: str
    # Empty if there is no page.
    url: str


class Embed(Struct, frozen=True):
    """The framed part of an announcement; its texts are plain, without the service's formatting."""

    author: str
    title: str
    # Opened by the title.
    url: str
    # Such as #9146ff.
    colour: str
    fields: tuple[EmbedField, ...]
    # Heading of the links to the streams.
    links_name: str
    links: tuple[EmbedLink, ...]
    at: datetime


class AnnouncementMessage(Struct, frozen=True):
    # In the service's own format: values in it were escaped.
    text: str
    embed: Embed
    # Who gets a notification: `none`, `everyone`, `here` for members who are online, or `role`.
    mention: str = "none"
    role_id: str = ""


class AnnouncementTarget(Protocol):
    """A service that posts announcements; failures are raised as a PlatformFailure, within a few seconds."""

    # An example of a valid address, shown to staff.
    example: str

    def address_of(self, url: str) -> str:
        """Returns the secret part of a URL that staff pasted, or raises BadAddress; only this part is stored."""
        ...

    def escape(self, text: str) -> str:
        """Returns plain text, escaped for the service's format."""
        ...

    async def look_up(self, address: str) -> str:
        """Returns the name of the address, such as the name of a webhook; raises Gone if the address does not exist."""
        ...

    async def post(self, address: str, message: AnnouncementMessage) -> str:
        """Posts the announcement without retries, and returns its id."""
        ...

    async def edit(self, address: str, message_id: str, message: AnnouncementMessage) -> None:
        """Changes the announcement without a second notification."""
        ...


@runtime_checkable
class Announces(Protocol):
    """A platform that posts announcements."""

    announcements: AnnouncementTarget
