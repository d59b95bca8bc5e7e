from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Feature, Services, lifecycle
from greenroom.features.queues.calls import CallMessages, QueueCalls
from greenroom.features.queues.models import Queue, QueueEntry
from greenroom.features.queues.schemas import QueueChanged, QueueDeleted, QueueEntriesChanged, QueueReset
from greenroom.features.queues.section import QueuesSection
from greenroom.features.queues.service import open_by_name
from greenroom.features.queues.variables import variables
from greenroom.features.queues.widget import QUEUE
from greenroom.portable.queue_opener import QueueOpener
from greenroom.tenancy.access.rules import Permission, Role


def feature(services: Services) -> Feature:
    messages = CallMessages(services.variables)
    calls = QueueCalls(services.kernel, services.platforms, services.sender, messages)
    return Feature(
        name="queues",
        routes=("greenroom.features.queues.routes",),
        tables=(Queue, QueueEntry),
        viewer_rows=(ViewerRows(QueueEntry),),
        counted_for_deletion={"Queues": Queue},
        permissions={Permission.QUEUES_READ: Role.MOD, Permission.QUEUES_MANAGE: Role.EDITOR},
        topics={"queues": Permission.QUEUES_READ},
        live_messages=(QueueChanged, QueueDeleted, QueueEntriesChanged, QueueReset),
        variables=variables(services.kernel),
        sections=(QueuesSection(messages),),
        widget_data=(QUEUE,),
        services={CallMessages: messages, QueueCalls: calls, QueueOpener: QueueOpener(open_by_name)},
        run=lifecycle(calls.stop),
    )
