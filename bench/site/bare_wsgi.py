"""The application of the baseline; its middleware is removed after the apps that require it have
started."""

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

django.setup(set_prefix=False)
settings.MIDDLEWARE.clear()
application = WSGIHandler()
