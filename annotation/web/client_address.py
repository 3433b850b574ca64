"""Find the address that a request comes from; every throttle uses this one answer."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

# Anybody with one IPv6 address has a network of 2^64 of them.
NETWORK_BITS = 64
# A Unix socket names no client, so all who use it without a proxy are counted as one.
UNKNOWN = "::"


def client_address(request: HttpRequest) -> str:
    """Return the client's address; for IPv6 that of its /64 network.

    Each of MIDPATH_PROXIES proxies adds the address that it saw to the end of X-Forwarded-For, so
    the client's is that many places from the right. Everything before it was sent by the client and
    is ignored. If the header has fewer places, all of it is ignored."""
    seen = request.META.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        listed = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        forwarded = listed[-settings.PROXIES] if len(listed) >= settings.PROXIES else ""
        return _network(forwarded) or _network(seen) or UNKNOWN
    return _network(seen) or UNKNOWN


def _network(text: str) -> str:
    address = _parsed(text.strip())
    if address is None:
        return ""
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), NETWORK_BITS), strict=False).network_address)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address, without the port that some proxies add: 192.0.2.7:4711 or
    [2001:db8::7]:4711."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return ip_address(text)
    except ValueError:
        return None
