"""The Celery application: `celery -A config worker`."""

import os
import sys
import tempfile

from celery import Celery

from config import env

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"
# The processes of a worker count in files of one folder (tasks.metrics_server). Set before anything
# imports prometheus_client, which decides then how it counts.
if env.text("MIDPATH_WORKER_METRICS") and "worker" in sys.argv and COUNTED_IN not in os.environ:
    os.environ[COUNTED_IN] = tempfile.mkdtemp(prefix="midpath-metrics-")

app = Celery("midpath", task_cls="tasks.measured:MeasuredTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add("tasks.metrics_server:MetricsServer")
app.steps["worker"].add("tasks.shared_memory:SharedMemory")
