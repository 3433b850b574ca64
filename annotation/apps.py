"""The annotation app. When it starts, the languages of workers' pages are brought up to date."""

from django.apps import AppConfig

from annotation.languages.catalogues import compile_catalogues


class AnnotationConfig(AppConfig):
    name = "annotation"

    def ready(self) -> None:
        compile_catalogues()
