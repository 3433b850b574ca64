"""Renaming alignments and samples of pairs."""

import pytest
from django.test import Client

from addons.alignment.models import Alignment, PairDraw
from addons.alignment.options.draw import DrawOptions
from addons.alignment.services.draws import ask_for_draw
from addons.alignment.tests.requested import request_alignment
from annotation.models import Dataset
from annotation.services.errors import Conflict, NotFound
from annotation.services.jobs.jobs import discard_job
from annotation.services.names import rename
from tests.helpers.documents import make_documents
from tests.research.study import Study
from tests.research.test_renaming import assert_renamed


def draw_of(study: Study, documents: Dataset) -> PairDraw:
    return ask_for_draw(
        dataset=documents,
        user=study.owner,
        name="Pairs",
        options=DrawOptions(per_stratum=4, document_pairs=None),
    )


@pytest.mark.long
def test_an_alignment_gets_another_name(study: Study, owner: Client) -> None:
    alignment = request_alignment(make_documents(study.project), study.owner)
    assert_renamed(alignment, "alignments", study, owner)


@pytest.mark.long
def test_a_draw_gets_another_name(study: Study, owner: Client) -> None:
    assert_renamed(draw_of(study, make_documents(study.project)), "draws", study, owner)


def test_a_draw_bears_a_name_that_its_dataset_can_have(study: Study, owner: Client) -> None:
    draw = draw_of(study, make_documents(study.project))
    where = f"/research/draws/{draw.pk}/rename/"
    taken = owner.post(where, {"name": study.dataset.name})
    assert f"already has a dataset named {study.dataset.name}" in taken.content.decode()
    discard_job(job=draw, user=study.owner)
    with pytest.raises(Conflict, match="Rename the dataset"):
        rename(thing=draw, user=study.owner, name="Late")


def test_what_is_discarded_is_not_renamed(study: Study) -> None:
    alignment = request_alignment(make_documents(study.project), study.owner)
    discard_job(job=alignment, user=study.owner)
    with pytest.raises(NotFound):
        rename(thing=alignment, user=study.owner, name="Late")
    assert Alignment.objects.get().name == "Groups"
