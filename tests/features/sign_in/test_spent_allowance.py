"""A platform that answers nothing for a known reason says that reason, not that it cannot be reached."""

from house import House
from house_fixtures import on_one_database


@on_one_database
async def test_connecting_youtube_without_allowance_says_when_it_works_again(house: House) -> None:
    owner = await house.sign_in("junoplays")
    channel_id = await owner.create_channel()
    url = (await owner.get("/youtube/connect-chat-url", redirect_to="/x", channel_id=channel_id))["url"]
    answer = await owner.consent(url, "junoplays")
    await owner.http.post(f"{house.stage.base_url}/control/youtube/exhaust-quota", json={})
    refused = await owner.come_back(answer, "youtube")
    assert (refused.status_code, refused.json()["type"]) == (503, "platform_closed")
    assert "midnight Pacific time" in refused.json()["message"]
