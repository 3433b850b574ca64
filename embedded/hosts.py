"""The names and addresses under which others reach this machine."""

import fcntl
import socket
import struct

HERE = ("localhost", "127.0.0.1", "[::1]")
EVERY_ADDRESS = {"0.0.0.0", "::", ""}  # noqa: S104
SIOCGIFADDR = 0x8915


def names_for(host: str | None) -> str:
    """Return the names that the web server answers to, separated by commas.

    They are this machine's own names and the host it listens on; if that is every address, all of
    the machine's addresses.
    """
    names = [*HERE]
    if host in EVERY_ADDRESS:
        names += [socket.gethostname(), socket.getfqdn(), *_addresses()]
    elif host is not None:
        names.append(f"[{host}]" if ":" in host else host)
    return ",".join(dict.fromkeys(names))


def _addresses() -> list[str]:
    """Return one IPv4 address of each network interface, as the kernel reports it."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, card in socket.if_nameindex():
            question = struct.pack("256s", card.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, question)
            except OSError:
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found
