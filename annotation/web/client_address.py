"""Determine the client address of a request. Every rate limit uses it."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

# One IPv6 customer has a network of 2^64 addresses.
NETWORK_BITS = 64
# A Unix socket names no client, so without a proxy all its clients count as one.
UNKNOWN = "::"


def client_address(request: HttpRequest) -> str:
    """Return the client's address, or its /64 network for IPv6.

    Each of MIDPATH_PROXIES proxies appends the address it saw to X-Forwarded-For, so the client's
    address is that many places from the right. Everything before it was sent by the client and is
    ignored. If the header has fewer places, all of it is ignored."""
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
    """Parse an address, without the port that some proxies add: 192.0.2.7:4711 or
    [2001:db8::7]:4711."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return ip_address(text)
    except ValueError:
        return None
