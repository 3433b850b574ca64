"""Template conditions make no queries: a failure would look like an empty page."""

import pytest
from django.template import Context, Template

from annotation.models import Project
from tests.helpers.conditions import QueryInCondition

CONDITIONS = (
    "projects or other",
    "not projects",
    "projects and other",
    "1 in projects",
    "projects|length > 2",
    "other or not projects",
    "other or other or projects.first.name == 'x'",
)


@pytest.mark.django_db
@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_query_in_a_condition_is_seen(condition: str) -> None:
    template = Template(f"{{% if {condition} %}}some{{% else %}}none{{% endif %}}")
    with pytest.raises(QueryInCondition, match="asks the database"):
        template.render(Context({"projects": Project.objects.all(), "other": []}))


@pytest.mark.django_db
@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_was_requested_before_is_no_query(condition: str) -> None:
    projects = Project.objects.all()
    assert not projects
    context = {"projects": list(projects) if "first" in condition else projects, "other": []}
    answer = Template(f"{{% if {condition} %}}some{{% endif %}}").render(Context(context))
    assert answer == ("some" if "not" in condition else "")
