"""The annotation app. On startup it updates the languages of workers' pages."""

from django.apps import AppConfig
from django.core.checks.registry import registry
from django.core.checks.urls import check_url_namespaces_unique

from annotation.text.languages.catalogues import compile_catalogues

# This check would import all views to list their namespaces; tests/test_startup.py runs it.
registry.registered_checks.discard(check_url_namespaces_unique)


class AnnotationConfig(AppConfig):
    name = "annotation"

    def ready(self) -> None:
        compile_catalogues()
