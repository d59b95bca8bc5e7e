from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Parts, Services
from greenroom.features.queues.call_messages import CallMessages
from greenroom.features.queues.calls import QueueCalls
from greenroom.features.queues.chat.expected_texts import ExpectedJoins
from greenroom.features.queues.chat.variables import variables
from greenroom.features.queues.models import QueueEntry
from greenroom.features.queues.schemas import QueueChanged, QueueDeleted, QueueEntriesChanged, QueueReset
from greenroom.features.queues.service import QUEUES, open_by_name
from greenroom.features.queues.widget import QUEUE
from greenroom.portable.queue_opener import QueueOpener


def parts(services: Services) -> Parts:
    messages = CallMessages(services.variables)
    calls = QueueCalls(services.kernel, services.platforms, services.sender, messages)
    return Parts(
        lists=(QUEUES,),
        tables=(QueueEntry,),
        viewer_rows=(ViewerRows(QueueEntry),),
        live_messages=(QueueChanged, QueueDeleted, QueueEntriesChanged, QueueReset),
        variables=variables(services.kernel),
        expected_texts=(ExpectedJoins(services.provided).read,),
        widget_data=(QUEUE,),
        services={QueueCalls: calls, QueueOpener: QueueOpener(open_by_name)},
        stops=(calls.stop,),
    )
