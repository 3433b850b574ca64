"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_wsgi_application()

# Imported after Django is set up, because these need settings and models. Workers submit to the
# URLs of both interfaces, and each submission sends a message, so none has to wait for an import.
import annotation.worker.urls  # noqa: E402, F401
import config.api_urls  # noqa: E402
import config.celery  # noqa: E402, F401
from annotation.services.people.rate_limit_sharing import share_rate_limit  # noqa: E402
from annotation.services.telemetry import start_sentry  # noqa: E402
from annotation.web.probes import host_free  # noqa: E402
from annotation.web.request_ids import identified  # noqa: E402
from annotation.web.submit_limit import patient  # noqa: E402

share_rate_limit()
start_sentry()
application = identified(host_free(patient(django_application)))
