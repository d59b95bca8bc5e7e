"""Pipeline stage that gives viewers their imported points when they first write."""

from collections import defaultdict

from greenroom.chat.pipeline.batch import Batch
from greenroom.features.point_imports.service import claim
from greenroom.tenancy.stream_platforms import has_logins


async def claim_imported_points(batch: Batch) -> None:
    """Without a query unless the batch has a first message."""
    writers: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for one in batch.messages:
        if one.is_first and one.line is not None and one.line.author is not None and one.line.author.id:
            writers[one.line.provider][one.line.author.login.lower()].add(one.line.author.id)
    for provider, by_login in writers.items():
        if has_logins(provider):
            await claim(batch.session, batch.channel_id, provider, by_login, batch.now)
