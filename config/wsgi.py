"""What gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_wsgi_application()

# Once Django is there, whose settings and models it needs.
from annotation.patient import patient  # noqa: E402

application = patient(django_application)
