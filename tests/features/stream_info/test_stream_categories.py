"""Categories of YouTube and Kick are searched and set through the API."""

import pytest

from support.greenroom_server import Json
from support.moderation import ModeratedChannel


async def put_category(channel: ModeratedChannel, provider: str, category: Json) -> Json:
    change = {"channel_provider_id": channel.connections[provider], "category": category}
    response = await channel.client.ask("PUT", f"{channel.path}/stream-info", json={"changes": [change]})
    assert response.status_code == 200, response.text
    return response.json()["results"][0]["category"]


@pytest.mark.parametrize(("provider", "query"), [("youtube", "Gaming"), ("kick", "Moth")])
async def test_category_is_searched_and_set_and_an_unknown_category_is_refused(
    channel: ModeratedChannel, provider: str, query: str
) -> None:
    await channel.connect(provider)
    path = f"{channel.path}/stream-info/{channel.connections[provider]}/categories"
    found = (await channel.client.get(path, query=query))["records"][0]
    category = {"id": found["id"], "name": found["name"]}
    assert await put_category(channel, provider, category) == {"outcome": "done", "detail": ""}
    assert (await channel.client.get(f"{channel.path}/providers"))[0]["category"] == category["name"]
    unknown = await put_category(channel, provider, {"id": "999999999", "name": "Gone"})
    assert (unknown["outcome"], bool(unknown["detail"])) == ("refused", True)
    assert (await channel.client.get(f"{channel.path}/providers"))[0]["category"] == category["name"]
