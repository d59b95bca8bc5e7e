"""Connecting an account while YouTube's quota is used up fails with the quota as the reason."""

from support.greenroom_server import GreenroomServer


async def test_connecting_youtube_without_quota_reports_when_it_resets(greenroom: GreenroomServer) -> None:
    owner = await greenroom.sign_in("junoplays")
    channel_id = await owner.create_channel()
    url = (await owner.get("/youtube/connect-chat-url", redirect_to="/x", channel_id=channel_id))["url"]
    query = await owner.consent(url, "junoplays")
    await owner.http.post(f"{greenroom.rehearsal_state.base_url}/control/youtube/exhaust-quota", json={})
    refused = await owner.complete_oauth(query, "youtube")
    assert (refused.status_code, refused.json()["type"]) == (503, "platform_closed")
    assert "midnight Pacific time" in refused.json()["message"]
