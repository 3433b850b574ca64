"""The newest comparisons on a project's page."""

from addons.comparisons.lists import comparisons_of
from annotation.models import Project
from annotation.research.project.sections import Section, latest


def newest_comparisons(project: Project) -> Section:
    template = "research/comparisons/section.html"
    return Section(template, latest(comparisons_of(project)))


SECTIONS = (newest_comparisons,)
