from concurrent.futures import ThreadPoolExecutor
from functools import partial

from greenroom import __version__
from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.webhooks.deliveries import Deliveries
from greenroom.features.webhooks.history import DeliveryRetention
from greenroom.features.webhooks.models import WebhookDelivery
from greenroom.features.webhooks.queue import DeliveryQueue
from greenroom.features.webhooks.scheduler import WebhookScheduler
from greenroom.features.webhooks.section import WebhooksSection
from greenroom.features.webhooks.service import WEBHOOKS
from greenroom.kernel.http.safe_fetch import SafeFetcher, resolve
from greenroom.kernel.settings import split_list

TIMEOUT_SECONDS = 10.0
DNS_THREADS = 8


def feature(services: Services) -> Feature:
    kernel = services.kernel
    local_hosts = frozenset(split_list(kernel.settings.webhook_hosts.lower()))
    # DNS lookups have their own threads, so that slow ones do not delay those of commands.
    look_up = partial(resolve, threads=ThreadPoolExecutor(DNS_THREADS, thread_name_prefix="webhooks"))
    agent = f"Greenroom/{__version__}"
    http = SafeFetcher(agent, resolve=look_up, seconds=TIMEOUT_SECONDS, local_hosts=local_hosts)
    test_http = SafeFetcher(agent, seconds=TIMEOUT_SECONDS, local_hosts=local_hosts)
    deliveries = Deliveries(kernel, http, test_http)
    scheduler = WebhookScheduler(DeliveryQueue(kernel), deliveries)
    return Feature(
        name="webhooks",
        needs=("activity", "stats"),
        routes=("greenroom.features.webhooks.routes",),
        lists=(WEBHOOKS,),
        tables=(WebhookDelivery,),
        undoable_settings=(WebhooksSection(WEBHOOKS, services.provided),),
        viewer_rows=(ViewerRows(WebhookDelivery),),
        jobs=DeliveryRetention(kernel).jobs(),
        services={Deliveries: deliveries, WebhookScheduler: scheduler},
        lifespan=lifespan(http.close, test_http.close),
        worker_lifespan=lifespan(scheduler.stop, start=scheduler.start),
    )
