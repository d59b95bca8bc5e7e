from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Parts, Services
from greenroom.features.queues.calls import CallMessages, QueueCalls
from greenroom.features.queues.chat.expected_texts import ExpectedJoins
from greenroom.features.queues.chat.variables import variables
from greenroom.features.queues.models import Queue, QueueEntry
from greenroom.features.queues.schemas import QueueChanged, QueueDeleted, QueueEntriesChanged, QueueReset
from greenroom.features.queues.section import QueuesSection
from greenroom.features.queues.service import open_by_name
from greenroom.features.queues.widget import QUEUE
from greenroom.portable.queue_opener import QueueOpener


def parts(services: Services) -> Parts:
    messages = CallMessages(services.variables)
    calls = QueueCalls(services.kernel, services.platforms, services.sender, messages)
    return Parts(
        tables=(Queue, QueueEntry),
        viewer_rows=(ViewerRows(QueueEntry),),
        counted_for_deletion={"Queues": Queue},
        live_messages=(QueueChanged, QueueDeleted, QueueEntriesChanged, QueueReset),
        variables=variables(services.kernel),
        sections=(QueuesSection(messages),),
        expected_texts=(ExpectedJoins(services.provided).read,),
        widget_data=(QUEUE,),
        services={CallMessages: messages, QueueCalls: calls, QueueOpener: QueueOpener(open_by_name)},
        stops=(calls.stop,),
    )
