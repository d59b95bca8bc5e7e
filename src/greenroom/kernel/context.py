"""The kernel: the objects that every request, job and connection works with."""

from msgspec import Struct
from starlette.requests import HTTPConnection

from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.clock import Clock
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.db.database import Database
from greenroom.kernel.http.client import HttpClient
from greenroom.kernel.http.safe_fetch import SafeFetcher
from greenroom.kernel.live.hub import Hub
from greenroom.kernel.services import service_of
from greenroom.kernel.settings import KernelSettings


class Kernel(Struct, frozen=True):
    settings: KernelSettings
    clock: Clock
    database: Database
    bus: Bus
    hub: Hub
    vault: Vault
    http: HttpClient
    # For URLs typed in by users; `http` is for the configured platforms.
    safe_fetcher: SafeFetcher
    # Owner name of this process's leases.
    owner: str


def kernel_of(connection: HTTPConnection) -> Kernel:
    return service_of(connection, Kernel)
