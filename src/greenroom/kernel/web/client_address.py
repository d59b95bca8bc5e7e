"""The address of a client, from the connection or from a trusted proxy."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

from greenroom.kernel.settings import split_list

Address = IPv4Address | IPv6Address
# Providers assign a whole /64 to one customer.
IPV6_PREFIX_BITS = 64
# Without an address, as on a Unix socket, all clients share one limit.
UNKNOWN = "unknown"


class ClientAddresses:
    """Finds the address of a client; reads X-Forwarded-For only from trusted proxies, as others could invent it."""

    def __init__(self, trusted_proxies: str) -> None:
        self._trusted: list[IPv4Network | IPv6Network] = [ip_network(one) for one in split_list(trusted_proxies)]

    def of(self, connection: HTTPConnection) -> str:
        peer = _parse(connection.client.host if connection.client else "")
        if peer is None:
            return UNKNOWN
        forwarded = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
        return _group(self._origin(peer, reversed(forwarded)))

    def of_peer(self, host: str) -> str | None:
        """The address of a direct client; None for this machine and trusted proxies, which connect for all clients."""
        peer = _parse(host)
        if peer is None or peer.is_loopback or self._is_trusted(peer):
            return None
        return _group(peer)

    def _origin(self, peer: Address, forwarded: Iterable[str]) -> Address:
        """The address nearest to this server that is not a trusted proxy."""
        address = peer
        for text in forwarded:
            claimed = _parse(text)
            if claimed is None or not self._is_trusted(address):
                break
            address = claimed
        return address

    def _is_trusted(self, address: Address) -> bool:
        return any(address in network for network in self._trusted)


def _parse(text: str) -> Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _group(address: Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    # A scope such as `%eth0` is no part of a network.
    return str(IPv6Network((int(address), IPV6_PREFIX_BITS), strict=False))
