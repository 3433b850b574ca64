"""Celery: the jobs that keep figures exact, and the commands of `manage.py`."""
