from greenroom.accounts.access.rules import Permission, Role
from greenroom.channel_file.queue_opener import QueueOpener
from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.queues.call_messages import CallMessages
from greenroom.features.queues.calls import QueueCalls
from greenroom.features.queues.chat.expected_texts import ExpectedJoins
from greenroom.features.queues.chat.variables import variables
from greenroom.features.queues.models import QueueEntry
from greenroom.features.queues.schemas import QueueChanged, QueueDeleted, QueueEntriesChanged, QueueReset
from greenroom.features.queues.service import QUEUES, open_by_name


def feature(services: Services) -> Feature:
    messages = CallMessages(services.variables)
    calls = QueueCalls(services.kernel, services.platforms, services.sender, messages)
    return Feature(
        name="queues",
        needs=("points",),
        routes=("greenroom.features.queues.routes",),
        permissions={Permission.QUEUES_READ: Role.MOD, Permission.QUEUES_MANAGE: Role.EDITOR},
        lists=(QUEUES,),
        tables=(QueueEntry,),
        viewer_rows=(ViewerRows(QueueEntry),),
        live_messages=(QueueChanged, QueueDeleted, QueueEntriesChanged, QueueReset),
        variables=variables(services.kernel),
        expected_texts=(ExpectedJoins(services.provided).read,),
        services={QueueCalls: calls, QueueOpener: QueueOpener(open_by_name)},
        lifespan=lifespan(calls.stop),
    )
