from datetime import datetime

from greenroom.kernel.schema import Schema


class ViewerDataAccount(Schema):
    provider: str
    viewer_id: str
    login: str


class ViewerDataCount(Schema):
    """How many rows one table has about the viewer, and whether erasure deletes them; others stay, without the name."""

    name: str
    count: int
    is_deleted: bool


class ViewerDataSummary(Schema):
    # The viewer's account and all accounts that are linked to it.
    accounts: list[ViewerDataAccount]
    counts: list[ViewerDataCount]
    # Whether the viewer is staff of the channel: their data cannot be erased.
    is_staff: bool


class ViewerData(Schema):
    """Everything that is stored about a viewer in this channel: rows by table."""

    exported_at: datetime
    channel: str
    accounts: list[ViewerDataAccount]
    tables: dict[str, list[dict[str, object]]]


class ViewerErased(Schema):
    deleted: int
    anonymised: int
