"""Commands: `python -m embedded demo`, `python -m embedded run -- COMMAND…`; make starts the demo
with `python -m embedded prepare`."""

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

from embedded.client_connection import watch_make
from embedded.demo import prepare, run_demo
from embedded.errors import Trouble
from embedded.services import services

PROJECT = Path(__file__).resolve().parent.parent
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m embedded", description=__doc__)
    parser.add_argument(
        "--directory", type=Path, default=PROJECT / ".midpath", help="where data and logs are kept"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("prepare", help="the demo's first step: create the environment")
    demo = commands.add_parser(
        "demo",
        help="serve Midpath with the demo study until Ctrl-C",
        description="Serves Midpath with the demo study until you press Ctrl-C. PORT=8001 chooses "
        "the port.",
    )
    demo.add_argument("--prepared", action="store_true", help="the first step is done")
    run = commands.add_parser(
        "run",
        help="run a command with a database and a broker",
        description="Runs a command with DATABASE_URL and REDIS_URL set: to the configured "
        "services, else to those of a running demo, else to services started for the command.",
    )
    run.add_argument("--temporary", action="store_true", help="start new ones, keep no data")
    run.add_argument("words", nargs="+", metavar="COMMAND", help="after --: what to run")
    return parser.parse_args()


def run_command(words: list[str], directory: Path | None) -> int:
    with services(directory) as addresses:
        defaults = {"MIDPATH_DEBUG": "1"} if "MIDPATH_SECRET_KEY" not in os.environ else {}
        environment = defaults | dict(os.environ) | addresses
        try:
            return subprocess.run(words, env=environment, check=False).returncode
        except FileNotFoundError:
            raise Trouble(f"There is no command called {words[0]}.") from None


def stop_once(*_: object) -> None:
    """Print once that Midpath stops, ignore further signals, and interrupt.

    A terminal interrupts both this process and make, which passes the signal on, so it arrives
    twice.
    """
    for sign in STOPPING:
        signal.signal(sign, signal.SIG_IGN)
    os.write(1, b"\nStopping what was started.\n")
    raise KeyboardInterrupt


def main() -> int:
    arguments = read_arguments()
    directory = arguments.directory.resolve()
    # Shells start background processes with SIGINT ignored; Midpath must still stop by it.
    runs = arguments.command == "run"
    for sign in STOPPING:
        signal.signal(sign, signal.default_int_handler if runs else stop_once)
    try:
        if arguments.command == "prepare":
            watch_make()
            return prepare(PROJECT)
        if arguments.command == "demo":
            watch_make()
            return run_demo(PROJECT, directory, prepared=arguments.prepared)
        return run_command(arguments.words, None if arguments.temporary else directory)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
    except OSError as error:
        print(f"{error.strerror}: {error.filename}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main())
