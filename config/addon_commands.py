"""Commands of add-ons that need no server. Nothing of Django is imported."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "addons"


def commands_of_addons() -> dict[str, str]:
    """Return them with what each answers, from the add-ons' modules `without_server`."""
    found: dict[str, str] = {}
    for file in sorted(FOLDER.glob("*/without_server.py")):
        own: Mapping[str, str] = import_module(f"addons.{file.parent.name}.without_server").COMMANDS
        found |= own
    return found
