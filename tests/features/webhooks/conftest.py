from collections.abc import AsyncGenerator

from greenroom.features.webhooks.scheduler import WebhookScheduler
from support.greenroom_server import ApiClient, GreenroomServer
from support.routed_server import routed_server
from support.server_fixtures import shared_loop_fixture
from support.webhooks import HOOK, WebhookChannel


@shared_loop_fixture()
async def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> AsyncGenerator[WebhookChannel]:
    """A channel and a receiver; the server's scheduler is stopped, so that only the test itself sends events."""
    (feature,) = [one for one in greenroom.features if one.name == "webhooks"]
    scheduler = feature.services[WebhookScheduler]
    assert isinstance(scheduler, WebhookScheduler)
    await scheduler.stop()
    async with routed_server() as receiver:
        receiver.on(HOOK, 204, "")
        yield WebhookChannel(greenroom, owner, channel_id, receiver)
