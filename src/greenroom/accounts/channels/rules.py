import unicodedata
from uuid import UUID

from msgspec import Struct

from greenroom.kernel.errors import Invalid


class ListQuery(Struct, frozen=True):
    name: str = ""
    channel_id: UUID | None = None
    provider: str = ""
    provider_channel_name: str = ""
    cursor: str | None = None
    per_page: int = 50

    @staticmethod
    def cursor_id(text: str) -> UUID:
        try:
            return UUID(text)
        except ValueError as error:
            raise Invalid("cursor", "is not a valid cursor") from error


def sort_name(display_name: str) -> str:
    """Key for sorting and searching names: without accents and case."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", display_name) if not unicodedata.combining(c))
    return plain.casefold()
