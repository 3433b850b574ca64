"""Turn workers' questions into a campaign in which experts find the answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, F, OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce, NullIf

from annotation.models import Campaign, Dataset, Item, Judgment, User
from annotation.services.campaigns.campaigns import create_campaign
from annotation.services.datasets.question_datasets import NewQuestion, create_questions
from annotation.services.errors import Conflict, Invalid
from midpath.schemes.question.answer import same_as
from midpath.schemes.question.settings import preset_of
from midpath.schemes.question.vector import questions_of

ELICITATION, EVIDENCE = "question", "evidence"
FETCH_SIZE = 250
FIELDS = (
    *("hit__item__text", "hit__item__content", "vector", "payload"),
    "assignment__enrolment__worker__number",
)


@dataclass(frozen=True)
class Elicited:
    """A question that counts. `worker` is the worker's number in the project."""

    app: str
    content: Mapping[str, object]
    question: str
    worker: int
    hints: Sequence[str]


@dataclass(frozen=True)
class Matched:
    """The distinct questions on apps that have a policy among the documents, the number of these
    apps, and the apps with questions but no document."""

    questions: Sequence[NewQuestion]
    apps: int
    without: Sequence[str]


def elicited(campaign: Campaign) -> Iterator[Elicited]:
    """Yield the questions that count: by app in the dataset's order, then in the order of the
    judgments. Only a few are in memory at a time."""
    judgments = Judgment.objects.counting().filter(campaign=campaign)
    rows = judgments.order_by("hit__item__position", "pk").values_list(*FIELDS)
    for app, content, vector, payload, worker in rows.iterator(FETCH_SIZE):
        questions = questions_of(vector)
        hints = payload.get("hints") or [[]] * len(questions)
        for question, given in zip(questions, hints, strict=True):
            yield Elicited(app, content, question, worker, given)


def policy_of(app: str, content: Mapping[str, object]) -> str:
    """Return the name of the document that is the app's policy."""
    return str(content.get("policy") or app)


def match_questions(campaign: Campaign, documents: Dataset) -> Matched:
    """Match the questions on each app with the document that is its policy.

    Of equal questions, the first one is kept, with the number of its worker."""
    unlike_by_app: dict[str, dict[str, Elicited]] = {}
    for one in elicited(campaign):
        unlike_by_app.setdefault(one.app, {}).setdefault(same_as(one.question), one)
    policies = {
        app: policy_of(app, next(iter(unlike.values())).content)
        for app, unlike in unlike_by_app.items()
    }
    there = Item.objects.filter(dataset=documents, text__in=set(policies.values()))
    known = set(there.values_list("text", flat=True))
    questions = [
        NewQuestion(
            f"{app}/{number}",
            policies[app],
            {"question": one.question, "by": one.worker, "columns": {"app": app}},
        )
        for app, unlike in unlike_by_app.items()
        if policies[app] in known
        for number, one in enumerate(unlike.values(), 1)
    ]
    without = [app for app in unlike_by_app if policies[app] not in known]
    return Matched(questions, len(unlike_by_app) - len(without), without)


def documents_for(campaign: Campaign) -> QuerySet[Dataset]:
    """Return the project's datasets of documents, those with most of the apps' policies first."""
    policy = Coalesce(NullIf(KT("content__policy"), Value("")), F("text"), output_field=TextField())
    called = campaign.dataset.items.annotate(policy=policy).order_by().values("policy")
    policies = Item.objects.filter(dataset=OuterRef("pk"), text__in=called).order_by()
    counted = policies.values("dataset").annotate(policies=Count("pk")).values("policies")
    documents = Dataset.objects.filter(
        project=campaign.dataset.project_id, kind=Dataset.Kind.DOCUMENTS
    )
    return documents.annotate(policies=Coalesce(Subquery(counted), 0)).order_by("-policies", "-pk")


def evidence_preset(elicitation: Campaign) -> str:
    """Return the preset of evidence for the topic: PrivacyQA's for privacy."""
    return "privacyqa" if preset_of(elicitation.settings) == "privacyqa" else "plain"


def ask_for_evidence(
    *, campaign: Campaign, documents: Dataset, user: User, name: str
) -> tuple[Campaign, Matched]:
    """Create a dataset of the questions and draft a campaign on it, with PrivacyQA's preset if the
    topic is privacy. If one fails, neither is created."""
    if campaign.scheme != ELICITATION:
        raise Invalid(f"{campaign} does not ask for questions.")
    if documents.kind != Dataset.Kind.DOCUMENTS or (
        documents.project_id != campaign.dataset.project_id
    ):
        raise Invalid("Choose a dataset of documents in this project.", field="documents")
    with transaction.atomic():
        matched = match_questions(campaign, documents)
        if not matched.apps and not matched.without:
            raise Conflict("No questions that count yet.")
        if not matched.questions:
            raise Invalid(
                f"{documents.name} has no document named like the policy of an app with "
                f"questions, such as {matched.without[0]}. Choose other documents, or import the "
                "apps again with the names of their documents in the column policy.",
                field="documents",
            )
        questions = create_questions(
            documents=documents,
            user=user,
            name=name,
            questions=matched.questions,
            elicited_by=campaign.pk,
        )
        drafted = create_campaign(
            dataset=questions,
            scheme=EVIDENCE,
            user=user,
            name=f"Evidence: {campaign}"[:120],
            settings={"preset": evidence_preset(campaign)},
        )
    return drafted, matched
