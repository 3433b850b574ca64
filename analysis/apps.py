"""The analysis app."""

from django.apps import AppConfig

from analysis import checks


class AnalysisConfig(AppConfig):
    """The app that computes figures from judgments. Importing its checks registers them."""

    name = "analysis"
    checks = checks
