"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_wsgi_application()

# Import these after Django is set up, because they need settings and models.
from annotation.patient import patient  # noqa: E402
from annotation.services.people.tempo_sharing import share_tempo  # noqa: E402

share_tempo()
application = patient(django_application)
