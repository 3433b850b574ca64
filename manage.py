#!/usr/bin/env python
"""Midpath's commands: `manage.py help` lists them."""

import os
import signal
import sys
from importlib import import_module

STOPPED = 130


def stop(*_: object) -> None:
    """Exit with a one-line message; an exception during imports would print a traceback."""
    os.write(2, b"Stopped.\n")
    os._exit(STOPPED)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    signal.signal(signal.SIGINT, stop)
    management = import_module("django.core.management")
    exceptions = import_module("django.core.exceptions")
    os.environ.update(import_module("config.safety").without_server(sys.argv))
    try:
        management.execute_from_command_line(sys.argv)
    except exceptions.ImproperlyConfigured as error:
        sys.exit(f"manage.py: {error}")


if __name__ == "__main__":
    main()
