"""The page that makes questions texts of their own."""

from django.urls import reverse

from tests.helpers.evidence import QUESTION, document, import_lines, question
from tests.helpers.factories import make_campaign
from tests.helpers.pages import signed_in
from tests.research.study import Study


def test_researchers_make_them_on_the_page(study: Study) -> None:
    client = signed_in(study.owner)
    questions = import_lines(document(), question(), project=study.project, name="NQ")
    judged = make_campaign(questions, scheme="evidence", settings={"preset": "plain"})
    address = reverse("research:make_question_texts", args=(questions.pk,))
    assert address in client.get(reverse("research:dataset", args=(questions.pk,))).content.decode()
    form = client.get(address).context["form"]
    assert form.initial["name"] == "NQ: texts"
    sent = {"name": "NQ: texts", "evidence": f"campaign-{judged.pk}"}
    assert client.post(address, sent | {"evidence": "set-1"}).status_code == 400
    refused = client.post(address, sent | {"name": "NQ"})
    assert "already has a dataset named NQ" in refused.content.decode()
    response = client.post(address, sent, follow=True)
    page = " ".join(response.content.decode().split())
    assert "1 question is ready." in page
    assert "1 question of" in page
    assert QUESTION in page
