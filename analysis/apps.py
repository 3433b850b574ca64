"""The analysis app."""

from django.apps import AppConfig

from analysis import checks


class AnalysisConfig(AppConfig):
    """The app where data meets mathematics. Its checks are registered when they are imported."""

    name = "analysis"
    checks = checks
