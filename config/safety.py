"""Refuse to start with settings that would let strangers in."""

import secrets
from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured

from midpath.program import COMMANDS

DEVELOPMENT_KEY = "for-development-only-never-for-a-server-that-others-can-reach"
MIN_KEY_LENGTH = 32
MIN_TOKEN_LENGTH = 20
FEWEST_CHARACTERS = 8
# Parts of keys from examples, templates and tutorials; letters and digits only.
WELL_KNOWN = (
    *("djangoinsecure", "fordevelopmentonly", "developmentonly", "insecure"),
    *("changeme", "changethis", "replaceme", "replacethis", "notsecret", "notsosecret"),
    *("secretkey", "yoursecret", "mysecret", "supersecret", "topsecret", "longrandom"),
    *("randomstring", "password", "abcdefghijkl", "0123456789", "1234567890"),
)
MAKE_ONE = (
    "Set it to a long random text that only this server knows, for example the output of "
    "`openssl rand -base64 48`."
)
LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}

# Commands that only read and write files, or only build, so that they need no key.
NEED_NO_KEY = {
    *("help", "version", "collectstatic"),
    *("adaptive_table", "convert_evidence", "reading"),
    *COMMANDS,
}
ASK_FOR_HELP = {"-h", "--help", "--version"}


def checked_key(key: str, *, debug: bool) -> str:
    """Return the secret key, or refuse one that others could guess. For development a known key is
    the default."""
    if debug:
        return key or DEVELOPMENT_KEY
    if not key:
        raise ImproperlyConfigured(f"MIDPATH_SECRET_KEY is not set. {MAKE_ONE}")
    if len(key) < MIN_KEY_LENGTH:
        raise ImproperlyConfigured(
            f"MIDPATH_SECRET_KEY has {len(key)} characters; the minimum is {MIN_KEY_LENGTH}. "
            f"{MAKE_ONE}"
        )
    if len(set(key)) < FEWEST_CHARACTERS:
        raise ImproperlyConfigured(
            f"MIDPATH_SECRET_KEY is made of {len(set(key))} different characters, which is easily "
            f"guessed. {MAKE_ONE}"
        )
    plain = "".join(filter(str.isalnum, key)).casefold()
    if any(part in plain for part in WELL_KNOWN):
        raise ImproperlyConfigured(f"MIDPATH_SECRET_KEY is a publicly known key. {MAKE_ONE}")
    return key


def checked_hosts(hosts: Sequence[str], *, debug: bool) -> list[str]:
    """Return the names of this server. In debug mode, only names of this machine are allowed."""
    if debug and not set(hosts) <= LOOPBACK:
        raise ImproperlyConfigured(
            "MIDPATH_DEBUG=1 shows internal details of every error, but MIDPATH_HOSTS names public "
            "hosts. Unset MIDPATH_DEBUG."
        )
    if "*" in hosts:
        raise ImproperlyConfigured(
            "MIDPATH_HOSTS is *, so links in answers could lead anywhere. Set it to the names "
            "under which people reach this server, separated by commas."
        )
    return list(hosts)


def checked_proxies(how_many: int, *, https: bool) -> int:
    """Return the number of proxies before this server. -1 means that it is not set: 0 without
    HTTPS, else an error."""
    if how_many < -1:
        raise ImproperlyConfigured(f"MIDPATH_PROXIES is {how_many}; use 0 or more.")
    if how_many == -1 and https:
        raise ImproperlyConfigured(
            "MIDPATH_HTTPS=1 says that a proxy provides HTTPS for this server, but MIDPATH_PROXIES "
            "is not set, so clients cannot be distinguished. Let the proxy add the client's "
            "address to X-Forwarded-For and set MIDPATH_PROXIES to the number of such proxies "
            "(usually 1); 0 means that they add nothing, and all clients count as one."
        )
    return max(how_many, 0)


def checked_token(token: str) -> str:
    """Return the token that reads metrics, or refuse one that others could guess; "" if there is
    none."""
    if token and (len(token) < MIN_TOKEN_LENGTH or len(set(token)) < FEWEST_CHARACTERS):
        raise ImproperlyConfigured(
            f"MIDPATH_METRICS_TOKEN is easily guessed; use {MIN_TOKEN_LENGTH} random characters or "
            "more, for example the output of `openssl rand -hex 16`."
        )
    return token


def checked_listener(address: str) -> tuple[str, int]:
    """Return where a Celery worker serves its metrics, as host and port; port 0 if nowhere.

    >>> checked_listener("127.0.0.1:9100")
    ('127.0.0.1', 9100)
    """
    host, _, port = address.rpartition(":")
    if not address:
        return "", 0
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ImproperlyConfigured(
            f"MIDPATH_WORKER_METRICS is {address!r}; use an address of this machine and a port, "
            "such as 127.0.0.1:9100."
        )
    return host.strip("[]"), int(port)


def checked_contact(contact: str) -> str:
    """Return the contact for vulnerability reports as a URL that a program can open; "" if there is
    none.

    >>> checked_contact("security@midpath.example")
    'mailto:security@midpath.example'
    """
    contact = contact.strip()
    sound = contact.isascii() and contact.isprintable() and " " not in contact
    if contact and sound and ":" not in contact and contact.count("@") == 1:
        return f"mailto:{contact}"
    if contact and not (sound and contact.startswith(("mailto:", "https://", "tel:"))):
        raise ImproperlyConfigured(
            f"MIDPATH_SECURITY_CONTACT is {contact!r}; use an e-mail address or one that begins "
            "with https://, for reporting vulnerabilities."
        )
    return contact


def checked_issuer(issuer: str, *, client: str, secret: str, private: bool) -> str:
    """Return the URL of the identity provider's issuer; "" if single sign-on is off."""
    if not issuer:
        return ""
    if not client or not secret:
        raise ImproperlyConfigured(
            "MIDPATH_SSO_ISSUER is set. Set MIDPATH_SSO_CLIENT and MIDPATH_SSO_SECRET, too: what "
            "the identity provider gave you when you registered this server there."
        )
    if not issuer.startswith("https://") and not (private and issuer.startswith("http://")):
        raise ImproperlyConfigured(
            f"MIDPATH_SSO_ISSUER is {issuer!r}; use the issuer’s address given by the identity "
            "provider, which starts with https://."
        )
    return issuer


def without_server(arguments: Sequence[str]) -> dict[str, str]:
    """Return the settings for a command without a server: a key for this process only. Empty for
    any other command."""
    serves_nobody = len(arguments) < 2 or arguments[1] in NEED_NO_KEY
    if serves_nobody or ASK_FOR_HELP & set(arguments):
        key = {"MIDPATH_SECRET_KEY": secrets.token_hex(32)}
        return key | {"MIDPATH_HOSTS": "localhost", "MIDPATH_HTTPS": "0"}
    return {}
