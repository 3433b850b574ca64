"""The lists of prepositions that members edit for their project."""

import pytest
from django.test import Client

from annotation.models import AuditEvent, WordList
from tests.helpers.pages import text_of
from tests.research.study import Study


def words(study: Study, language: str = "en") -> str:
    return f"/research/projects/{study.project.pk}/words/{language}/"


@pytest.mark.long
def test_members_change_the_words_for_their_project(reported: Study, teammate: Client) -> None:
    assert "beneath" in teammate.get(words(reported)).context["form"].initial["words"].split("\n")
    answer = teammate.post(words(reported), {"language": "en", "words": " On\r\n\r\nup \r\nup"})
    assert answer.status_code == 302
    assert WordList.objects.get().words == ["On", "up"]
    assert AuditEvent.objects.filter(verb="words.changed", user=reported.teammate).exists()
    page = teammate.get(f"/research/projects/{reported.project.pk}/audit/").content.decode()
    assert "changed the list of prepositions for en" in page


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ("", "Enter at least one word"),
        ("  \n", "Enter at least one word"),
        ("in front of", "more than one word"),
        ("x" * 61, "longer than 60 letters"),
        ("\n".join(map(str, range(1001))), "at most 1,000 words"),
    ],
)
def test_wrong_lists_are_refused(study: Study, owner: Client, given: str, complaint: str) -> None:
    assert complaint in text_of(owner.post(words(study), {"language": "en", "words": given}), 400)
    assert not WordList.objects.exists()


@pytest.mark.long
def test_a_language_is_named_by_its_code(study: Study, owner: Client) -> None:
    for code, status in (("English", 400), ("", 400), ("e n", 400), ("pt-br", 302)):
        answer = owner.post(words(study), {"language": code, "words": "de"})
        assert answer.status_code == status, code
    assert WordList.objects.get().language == "pt-br"
    assert owner.get(words(study, "pt-br")).context["form"].initial["words"] == "de"
