import pytest

from support.audit_log import AuditedChannel
from support.greenroom_server import ApiClient


@pytest.fixture
def channel(owner: ApiClient, channel_id: str) -> AuditedChannel:
    return AuditedChannel(owner, channel_id)
