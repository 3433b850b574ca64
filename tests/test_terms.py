"""Terms of campaigns: declared once, and found in the table, on pages, in the API and in copies."""

import sys
from contextlib import nullcontext
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import get_type_hints

import pytest
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models

from annotation.api.term_fields import TermsInput, TermsOutput
from annotation.models import Campaign
from annotation.models.people_terms import PEOPLE_TERMS
from annotation.models.terms.base import term, terms_of
from annotation.models.terms.campaign_terms import TERM, TERMS, CampaignTerms
from annotation.models.terms.columns import column_of
from annotation.models.terms.quality_terms import Majority, Repeats
from annotation.research.common.forms import ServiceForm
from annotation.research.terms.forms import CampaignForm
from annotation.research.terms.part import DeclaredTerms
from annotation.services.campaigns.campaigns import EDITABLE
from midpath.options.base import Whole
from tests.helpers.trees import copy_project, run_program, run_python, run_tests

NOWHERE = "postgresql://localhost:1/none"
DECLARATION = """\
    repeat_at_most: int | None = term(
        None,
        Whole(1, 9, optional=True),
        label="Maximum repeats",
        help="Leave empty for no limit.",
        api="The maximum number of repeats per worker; null: no limit.",
    )
"""
IN_USE = """
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign
from annotation.services.campaigns.copies import duplicate_campaign
from tests.research.study import Study


def test_the_new_term_is_in_use(study: Study, owner: Client) -> None:
    address = reverse("research:edit_campaign", args=(study.draft.pk,))
    page = owner.get(address)
    assert 'name="repeat_at_most" min="1" max="9"' in page.content.decode()
    form = page.context["form"]
    sent = {name: form[name].value() for name in form.fields} | {"repeat_at_most": "7"}
    sent = {name: value for name, value in sent.items() if value not in (None, False)}
    assert owner.post(address, sent).status_code == 302
    draft = Campaign.objects.get(pk=study.draft.pk)
    assert draft.repeat_at_most == 7
    user = study.owner
    copy = duplicate_campaign(campaign=draft, dataset=study.dataset, name="Copy", user=user)
    read = owner.get(f"/api/v1/campaigns/{copy.pk}").json()
    assert read["repeat_at_most"] == 7
"""
# The tests of all terms, of the schema, and of the client that is written from it.
GENERIC = (
    *("tests/research/test_trial.py", "tests/services/test_copies.py"),
    "tests/client/test_generated.py",
    *("tests/api/test_defaults.py", "tests/api/test_described.py", "tests/api/test_docs.py"),
)
CLIENT = "{0} manage.py spectacular --format openapi-json | {0} -m midpath_generator"


@dataclass
class MoreRepeats(Repeats):
    """The terms of repeats and one more, as a new version would declare it."""

    repeat_at_most: int | None = term(
        None,
        Whole(1, 9, optional=True),
        label="Maximum repeats",
        help="Leave empty for no limit.",
        api="The maximum number of repeats per worker; null: no limit.",
        column="The maximum number of repeats per worker.",
    )


class TrialForm(DeclaredTerms, ServiceForm):
    groups = (MoreRepeats,)


class TrialInput(TermsInput):
    groups = (MoreRepeats,)


class MajorityForm(DeclaredTerms, ServiceForm):
    groups = (Majority,)


class MajorityInput(TermsInput):
    groups = (Majority,)


class TrialOutput(TermsOutput):
    groups = (MoreRepeats,)


def test_a_new_term_has_a_column_by_its_declaration() -> None:
    column = column_of(terms_of(MoreRepeats)[-1])
    assert isinstance(column, models.PositiveSmallIntegerField)
    assert (column.null, column.help_text) == (True, "The maximum number of repeats per worker.")
    assert MaxValueValidator(9) in column.validators


def test_a_new_term_is_in_the_form_by_its_declaration() -> None:
    form = TrialForm({"repeat_every": "4", "repeat_at_most": "7"})
    bound = form["repeat_at_most"]
    assert (bound.label, bound.help_text) == ("Maximum repeats", "Leave empty for no limit.")
    rows = [[one.name for one in row.fields] for row in form.rows["MoreRepeats"]]
    assert rows == [["repeat_every", "repeat_after"], ["repeat_at_most"]]
    assert form.is_valid()
    assert form.terms() == {"repeat_every": 4, "repeat_after": 10, "repeat_at_most": 7}
    wrong = TrialForm({"repeat_at_most": "10"}).errors["repeat_at_most"]
    assert "less than or equal to 9" in wrong[0]


def test_a_new_term_is_in_the_api_by_its_declaration() -> None:
    field = TrialInput().fields["repeat_at_most"]
    assert field.help_text == "The maximum number of repeats per worker; null: no limit."
    for value, is_valid in ((9, True), (None, True), (10, False), (0, False), ("9", False)):
        assert TrialInput(data={"repeat_at_most": value}).is_valid() == is_valid
    read = TrialOutput(MoreRepeats(repeat_at_most=3)).data
    assert read == {"repeat_every": None, "repeat_after": 10, "repeat_at_most": 3}


def test_the_bounds_of_a_share_are_the_same_for_clients_on_the_page_and_in_the_table() -> None:
    column = column_of(TERM["min_posterior"])
    for value, is_valid in (
        *(("0.51", True), ("0.9", True), ("0.90", True), ("0.999", True)),
        *(("0.509", False), ("0.5", False), ("1", False), ("0.9999", False)),
    ):
        assert MajorityInput(data={"min_posterior": value}).is_valid() == is_valid
        percent = str((Decimal(value) * 100).normalize())
        assert ("min_posterior" not in MajorityForm({"min_posterior": percent}).errors) == is_valid
        with nullcontext() if is_valid else pytest.raises(ValidationError):
            column.clean(Decimal(value), None)


def test_every_term_is_in_the_table_on_the_page_and_in_copies() -> None:
    names = {one.name for one in TERMS}
    assert names <= {one.name for one in Campaign._meta.fields}
    assert names <= set(EDITABLE)
    assert set(PEOPLE_TERMS) < names
    assert {one.name for one in terms_of(*CampaignForm.groups)} == names


def test_a_term_may_be_none_in_its_type_its_declaration_and_its_column() -> None:
    types = get_type_hints(CampaignTerms)
    for one in TERMS:
        column = Campaign._meta.get_field(one.name)
        assert isinstance(column, models.Field)
        of_type = type(None) in getattr(types[one.name], "__args__", ())
        assert of_type == one.kind.optional == column.null, one.name


def test_every_default_is_valid() -> None:
    for one in TERMS:
        assert column_of(one).clean(one.usual, None) == one.usual, one.name


@pytest.mark.slow
@pytest.mark.long
def test_a_new_term_takes_its_declaration_and_the_code_that_obeys_it(tmp_path: Path) -> None:
    """Add only a declaration to a copy of the project, and let commands write the rest."""
    copy = copy_project(tmp_path / "copy")
    declared = copy / "annotation/models/terms/quality_terms.py"
    before, anchor, after = declared.read_text().partition("    repeat_after: int = term(")
    declared.write_text(before + DECLARATION + anchor + after)
    command = ("manage.py", "makemigrations", "annotation", "--name", "trial")
    run_python(copy, *command, DATABASE_URL=NOWHERE)
    run_program(copy, "bash", "-c", CLIENT.format(sys.executable), DATABASE_URL=NOWHERE)
    assert "repeat_at_most: int | None" in (copy / "midpath/models/common.py").read_text()
    (copy / "tests/research/test_trial.py").write_text(IN_USE)
    run_tests(copy, GENERIC)
