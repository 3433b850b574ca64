"""The annotation app. As it starts, it brings the languages of workers' pages up to date."""

from django.apps import AppConfig

from annotation.languages.catalogues import compile_catalogues


class AnnotationConfig(AppConfig):
    name = "annotation"

    def ready(self) -> None:
        compile_catalogues()
