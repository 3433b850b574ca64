"""The project's settings, addresses and processes."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
