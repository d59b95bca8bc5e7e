"""Impossible dates are refused with the name of the field."""

from greenroom.kernel.db.pages import encode_cursor
from support.greenroom_server import ApiClient, error_fields

NO_ID = "00000000-0000-0000-0000-000000000000"


NO_MOMENTS: list[str] = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]


async def test_moment_of_no_calendar_is_refused(owner: ApiClient, channel_id: str) -> None:
    for moment in NO_MOMENTS:
        for query in ({"since": moment}, {"until": moment}, {"cursor": encode_cursor(moment, NO_ID)}):
            answer = await owner.ask("GET", f"/channels/{channel_id}/sent-messages", params=query)
            assert answer.status_code == 422, answer.text
            assert error_fields(answer) == list(query)
