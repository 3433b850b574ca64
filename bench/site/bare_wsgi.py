"""The application of the baseline, without middleware: it is taken away once the apps that ask for
theirs have started."""

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

django.setup(set_prefix=False)
settings.MIDDLEWARE.clear()
application = WSGIHandler()
