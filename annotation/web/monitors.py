"""Decide who may read the details of monitoring: checks with their reasons, and metrics."""

import re
from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest

from annotation.web.client_address import UNKNOWN, client_address

BEARER = re.compile("Bearer +(.+)", re.IGNORECASE)
# Headers of proxies. Some networks of containers give every client a private address, so requests
# that a proxy forwards need the token.
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")


def may_monitor(request: HttpRequest) -> bool:
    """Return whether the request has the token of MIDPATH_METRICS_TOKEN; without such a setting,
    whether it comes directly from this machine or a private network."""
    if settings.METRICS_TOKEN:
        sent = BEARER.fullmatch(request.headers.get("Authorization", ""))
        return sent is not None and compare_digest(
            sent[1].strip().encode(), settings.METRICS_TOKEN.encode()
        )
    return _is_near(request)


def _is_near(request: HttpRequest) -> bool:
    if any(request.META.get(name) for name in FORWARDED):
        return False
    address = client_address(request)
    return address != UNKNOWN and ip_address(address).is_private
