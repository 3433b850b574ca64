"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_wsgi_application()

# Import this after Django is set up, because it needs settings and models.
from annotation.patient import patient  # noqa: E402

application = patient(django_application)
