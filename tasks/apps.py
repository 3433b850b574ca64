"""The app of Celery jobs and of the commands of manage.py."""

from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks"
