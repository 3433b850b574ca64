"""Take the screenshots in docs/img again from the demo's study: python -m pictures [FOLDER].

Needs DATABASE_URL and REDIS_URL; `make pictures` starts its own servers. Seeds are fixed; only
times differ from one run to the next."""

import os
import sys
from importlib import import_module
from pathlib import Path

import django

FOLDER = Path(__file__).parents[1] / "docs" / "img"


def main(folder: Path) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("MIDPATH_DEBUG", "1")
    # Playwright's loop makes Django believe that a query is asynchronous.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    django.setup()
    folder.mkdir(parents=True, exist_ok=True)
    return int(import_module("pictures.drawing").draw(folder))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
