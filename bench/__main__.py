"""Measure speed and memory: python -m bench [PART ...]. No result is asserted.

The parts: score, segmentation, scale, nominal, intervals, loop, folds, exclusion, exports, imports,
live, refusals, health, page, typology, alignment; all if none is named.

Needs DATABASE_URL and REDIS_URL of servers on this machine; `make bench` starts its own.
"""

import os
import sys
from importlib import import_module

import django
from django.core.management import call_command

PARTS = (
    "score",
    "segmentation",
    "scale",
    "nominal",
    "intervals",
    "loop",
    "folds",
    "exclusion",
    "exports",
    "imports",
    "live",
    "refusals",
    "health",
    "page",
    "typology",
    "alignment",
)


def main(parts: list[str]) -> None:
    unknown = set(parts) - set(PARTS)
    if unknown:
        raise SystemExit(f"There is no part {min(unknown)!r}; choose from {', '.join(PARTS)}.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("MIDPATH_DEBUG", "1")
    django.setup()
    call_command("migrate", verbosity=0)
    for part in parts or PARTS:
        print(f"\n== {part} ==")
        import_module(f"bench.{part}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
