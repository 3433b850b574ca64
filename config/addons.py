"""The add-ons that are installed, and their modules for Celery (annotation.addons)."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.env import text

FOLDER = Path(__file__).resolve().parent.parent / "addons"
NONE = "none"


def checked_addons(named: Sequence[str]) -> list[str]:
    """Return the names of the add-ons to install: those named, all if none is, or none at all."""
    found = sorted(file.parent.name for file in FOLDER.glob("*/apps.py"))
    unknown = set(named) - {*found, NONE}
    if unknown:
        raise ImproperlyConfigured(
            f"MIDPATH_ADDONS names {min(unknown)}, which does not exist. Add-ons: "
            f"{', '.join(found)}. Leave it empty for all, or set it to {NONE}."
        )
    return [name for name in found if name in named] if named else found


def task_modules(addons: Sequence[str]) -> list[str]:
    return [f"addons.{name}.tasks" for name in addons if (FOLDER / name / "tasks.py").exists()]


def static_folders(addons: Sequence[str]) -> list[Path]:
    return [FOLDER / name / "static" for name in addons if (FOLDER / name / "static").exists()]


def schedule_of(addons: Sequence[str]) -> dict[str, Mapping[str, object]]:
    """Return the entries of Celery's schedule in the modules `schedule`, which import no models."""
    entries: dict[str, Mapping[str, object]] = {}
    for name in addons:
        if (FOLDER / name / "schedule.py").exists():
            own: Mapping[str, Mapping[str, object]] = import_module(
                f"addons.{name}.schedule"
            ).SCHEDULE
            entries |= own
    return entries


def settings_of(addons: Sequence[str]) -> dict[str, str]:
    """Return the settings in the modules `settings`, which import no models: the variables of the
    environment with their defaults."""
    found: dict[str, str] = {}
    for name in addons:
        if (FOLDER / name / "settings.py").exists():
            own: Mapping[str, str] = import_module(f"addons.{name}.settings").SETTINGS
            found |= {key: text(key, usual) for key, usual in own.items()}
    return found
