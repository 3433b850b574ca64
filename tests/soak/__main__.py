"""The load run: `make soak`, or `make soak ARGS="--users 20 --seconds 60"`.

Users of locust join and work through nginx and gunicorn, both started as in the containers, while
Celery folds and two researchers watch. At the end, the checker of tests/faults compares their
history with the database. It fails on an error, on a slow p95 of submissions, or on a violation.

Needs DATABASE_URL and REDIS_URL of servers on this machine; `make soak` starts its own."""

import argparse
import os
import secrets
import sys

import django

# Read by the settings, and by the servers that the run starts.
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "MIDPATH_DEBUG": "0",
    "MIDPATH_SECRET_KEY": secrets.token_hex(32),
    "MIDPATH_HOSTS": "127.0.0.1",
    "MIDPATH_PROXIES": "1",
}
django.setup()

from tests.soak.run import Load, soak  # noqa: E402


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak ARGS=…", description=__doc__)
    parser.add_argument("--users", type=int, default=200, help="workers at once (200)")
    parser.add_argument("--seconds", type=int, default=600, help="how long they work (600)")
    parser.add_argument("--think", type=float, default=5, help="seconds between two tasks (5)")
    parser.add_argument(
        "--slowest", type=float, default=300, help="milliseconds allowed for p95 of submits (300)"
    )
    return parser.parse_args()


if __name__ == "__main__":
    chosen = read_arguments()
    sys.exit(soak(Load(chosen.users, chosen.seconds, chosen.think, chosen.slowest)))
