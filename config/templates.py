"""The engine of templates, and the tags and filters that each has without loading them."""

from pathlib import Path

OWN = ("counts", "dry_runs", "help", "icons", "quick_parts", "research", "shell", "wording")


def engine_for(folder: Path) -> dict[str, object]:
    return {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [folder],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "django.contrib.humanize.templatetags.humanize",
                "django.templatetags.i18n",
                "django.templatetags.static",
                *(f"annotation.templatetags.{name}" for name in OWN),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
