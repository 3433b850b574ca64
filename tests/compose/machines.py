"""Two machines for a Swarm on this one: namespaces with a network of their own, joined by a cable.
They end with the processes in them."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tests.compose.engine import Refused

# Reserved for tests of networks, so no network of this machine has them (RFC 2544).
ADDRESSES = ("198.18.213.1", "198.18.213.2")


@dataclass(frozen=True)
class Machine:
    address: str
    # A command that runs another on this machine.
    within: Sequence[str]


@contextmanager
def two_machines() -> Iterator[list[Machine]]:
    holders = [_hold(f"midpath-{number}") for number in (1, 2)]
    try:
        pids = [str(holder.pid) for holder in holders]
        cable = ["ip", "link", "add", "eth0", "netns", pids[0]]
        _run([*cable, "type", "veth", "peer", "name", "eth0", "netns", pids[1]])
        enter = [("nsenter", "--target", pid, "--net", "--uts") for pid in pids]
        machines = [Machine(*pair) for pair in zip(ADDRESSES, enter, strict=True)]
        for machine in machines:
            _run([*machine.within, "ip", "address", "add", f"{machine.address}/24", "dev", "eth0"])
            for device in ("lo", "eth0"):
                _run([*machine.within, "ip", "link", "set", device, "up"])
        yield machines
    finally:
        for holder in holders:
            holder.kill()
            holder.wait()


def _hold(name: str) -> subprocess.Popen[str]:
    """Start a process with a network and a host name of its own, which keeps both."""
    # Ctrl-C must not reach it: engines still run in the namespace.
    holder = subprocess.Popen(
        ["unshare", "--net", "--uts", "sh", "-c", f"hostname {name} && echo ready && exec cat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert holder.stdout is not None
    if holder.stdout.readline() != "ready\n":
        raise Refused("This machine gives a process no network of its own.")
    return holder


def _run(words: Sequence[str]) -> None:
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"{' '.join(words)} ended with {done.returncode}: {done.stderr}")
