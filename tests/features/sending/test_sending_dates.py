"""The list of sent messages rejects dates outside the calendar, with the name of the field."""

from greenroom.kernel.db.pages import encode_cursor
from support.greenroom_server import ApiClient, error_fields

NO_ID = "00000000-0000-0000-0000-000000000000"

BAD_DATES: list[str] = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]


async def test_date_outside_the_calendar_is_rejected(owner: ApiClient, channel_id: str) -> None:
    for date in BAD_DATES:
        for query in ({"since": date}, {"until": date}, {"cursor": encode_cursor(date, NO_ID)}):
            response = await owner.ask("GET", f"/channels/{channel_id}/sent-messages", params=query)
            assert response.status_code == 422, response.text
            assert error_fields(response) == list(query)
