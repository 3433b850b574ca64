"""Load what the processes of a web server share; gunicorn does so before it forks them.

Nothing here may start a thread or open a connection."""

import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

# After Django is set up, because these need settings and models.
import config.celery  # noqa: E402, F401
from annotation.lazy import LazyResolver  # noqa: E402
from config.urls import urlpatterns  # noqa: E402

for included in urlpatterns:
    if isinstance(included, LazyResolver):
        import_module(str(included.urlconf_name))
