"""Measure speed and memory: python -m bench [PART ...]. No result is asserted.

The parts: score, segmentation, scale, nominal, library, intervals, loop, folds, shards, exclusion,
exports, imports, live, refusals, health, page, speed, systems, and those of add-ons: alignment,
typology; all if none is named. Only if named: partitions, which stores ten million rows twice.

Needs DATABASE_URL and REDIS_URL of servers on this machine; `make bench` starts its own.
"""

import os
import sys
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command

PARTS = (
    "score",
    "segmentation",
    "scale",
    "nominal",
    "library",
    "intervals",
    "loop",
    "folds",
    "shards",
    "exclusion",
    "exports",
    "imports",
    "live",
    "refusals",
    "health",
    "page",
    "speed",
    "systems",
)
ONLY_NAMED = ("partitions",)

ADDONS = Path(__file__).resolve().parent.parent / "addons"


def modules() -> dict[str, str]:
    """Return the module of each part, with those of add-ons."""
    of_addons = [file.parent.name for file in sorted(ADDONS.glob("*/bench.py"))]
    return {part: f"bench.{part}" for part in (*PARTS, *ONLY_NAMED)} | {
        part: f"addons.{part}.bench" for part in of_addons
    }


def main(parts: list[str]) -> None:
    known = modules()
    unknown = set(parts) - set(known)
    if unknown:
        raise SystemExit(f"There is no part {min(unknown)!r}; choose from {', '.join(known)}.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("MIDPATH_DEBUG", "1")
    django.setup()
    call_command("migrate", verbosity=0)
    for part in parts or [part for part in known if part not in ONLY_NAMED]:
        print(f"\n== {part} ==")
        import_module(known[part]).main()


if __name__ == "__main__":
    main(sys.argv[1:])
