"""A house with more objects for operations to find: other campaigns, people and what add-ons
add. Its requests extend those of the table of permissions."""

import json
from decimal import Decimal
from typing import Any

from schemathesis.transport.serialization import Binary

from annotation.services.datasets.datasets import import_dataset
from annotation.services.pay.ledger import give_bonus
from tasks.reports import make_reports
from tests.api.studies import make_study
from tests.helpers.addons import contracts
from tests.helpers.apps import (
    QUESTIONS,
    answer_with_questions,
    make_apps,
    picture_bytes,
    question_campaign,
)
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.figures import make_figures
from tests.helpers.sets import annotations_file
from tests.helpers.sites import collect, collection, make_sites, version
from tests.permissions.house import House
from tests.permissions.routes import ROUTES
from tests.test_permissions import TABLE


class Furnished:
    """Returns the path parameters of each address, and valid bodies of operations."""

    def __init__(self) -> None:
        self.house = House(make_study(), make_study())
        self.places: dict[str, dict[str, Any]] = {}
        self.bodies: dict[str, dict[str, Any]] = {}
        for name in (name for name in ROUTES if name.startswith("api:")):
            self.places[name] = self.house.places(name, ROUTES[name])
            body = TABLE[name].body.items()
            self.bodies[name] = {field: self.house.filled(value) for field, value in body}
        self._add_people()
        self._add_documents()
        self._add_collection()
        self._add_questions()
        self._add_files()
        for contract in contracts():
            self.bodies |= contract.furnish(self.house.study)

    def _place(self, names: str, **places: Any) -> None:
        for name in names.split():
            self.places[f"api:{name}"] |= places

    def _add_people(self) -> None:
        study = self.house.study
        self.bodies["api:members"]["username"] = make_user().username
        make_reports(study.campaign.pk)
        self.bodies["api:people"] = {"link_trust": "signed"}
        amount = Decimal("0.10")
        give_bonus(enrolment=study.enrolment, user=study.owner, amount=amount, reason="well read")

    def _add_documents(self) -> None:
        for one in contracts():
            self._place(one.of_documents, dataset_id=self.house.documents.pk)

    def _add_collection(self) -> None:
        campaign = collection(make_sites(self.house.study.project))
        collect(campaign, version(), version())
        make_figures(campaign)
        self._place("sites alike_sites make_documents", campaign_id=campaign.pk)

    def _add_questions(self) -> None:
        project = self.house.study.project
        elicitation = question_campaign(make_apps(project), name="Asked")
        answer_with_questions(elicitation, QUESTIONS)
        policy = {"document": "Keep", "sections": [{"title": "Notes", "text": "We keep notes."}]}
        documents = import_dataset(
            project=project,
            user=None,
            name="Policies of apps",
            filename="policies.jsonl",
            body=json.dumps(policy).encode(),
        )
        self._place("ask_for_evidence", campaign_id=elicitation.pk)
        self.bodies["api:ask_for_evidence"]["documents"] = documents.pk

    def _add_files(self) -> None:
        """Add uploads, and a draft whose instructions show pictures."""
        dataset = self.house.study.campaign.dataset
        draft = make_campaign(dataset, name="Drafted", launch=False)
        self._place("shown_pictures hide_picture suggestions", campaign_id=draft.pk)
        self.bodies["api:hide_picture"] = {"name": "file.png"}
        self.bodies["api:pictures"] = {"file": Binary(picture_bytes(colour="red"))}
        self.bodies["api:shown_pictures"] = {"file": Binary(picture_bytes())}
        self.bodies["api:sets"] = {
            "dataset": dataset.pk,
            "scheme": "flat",
            "name": "Uploaded",
            "file": Binary(annotations_file(dataset)),
        }
