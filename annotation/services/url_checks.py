"""Validate addresses of other servers that researchers enter."""

from urllib.parse import urlsplit

from django.conf import settings

from annotation.services.errors import Invalid

MAX_ADDRESS_LENGTH = 300


def checked_address(given: str, *, may_ask: bool = False) -> str:
    """Return an address of another server, or raise Invalid; `may_ask` allows a query string.

    Whether requests to it are allowed is checked when they are sent: by then the name may resolve
    differently."""
    address = given.strip()
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise Invalid("This is no address.", field="address") from error
    schemes = {"https", "http"} if settings.PRIVATE_ADDRESSES else {"https"}
    plain = address.isascii() and address.isprintable() and " " not in address
    if parts.scheme not in schemes or not host or not plain:
        raise Invalid("Give an address that begins with https://.", field="address")
    if parts.username or parts.password or parts.fragment or (parts.query and not may_ask):
        rest = "no key, and no #" if may_ask else "no key, and nothing after a question mark"
        raise Invalid(f"Give the address alone: no name, {rest}.", field="address")
    if len(address) > MAX_ADDRESS_LENGTH:
        raise Invalid(f"An address has {MAX_ADDRESS_LENGTH} characters at most.", field="address")
    return address
