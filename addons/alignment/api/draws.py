"""Operations on samples of pairs from documents, which can be saved as a dataset."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from addons.alignment.job_kinds import DRAW
from addons.alignment.models import Alignment, PairDraw
from addons.alignment.services.draws import ask_for_draw, keep_draw
from annotation.api.basic_fields import Integer, Object
from annotation.api.datasets import Dataset
from annotation.api.fields import Text, Whole
from annotation.api.jobs.jobs import Job, JobOperations, job_for, job_response, jobs_of
from annotation.api.jobs.options import OptionsInput, chosen_in
from annotation.api.operations import ResearcherOperation, edits_datasets
from annotation.api.scope import caller, dataset_for
from annotation.capabilities import Capability
from annotation.services.datasets.dataset_writer import MAX_NAME_LENGTH
from annotation.services.errors import Invalid
from midpath.alignment.options.draw import USUAL_EDGE, DrawOptions


class Draw(Job):
    """A sample of pairs from documents."""

    alignment = Integer(
        "The alignment that pairs are compared with; null: none.",
        source="alignment_id",
        allow_null=True,
    )
    made = Integer("The dataset it was saved as; null: none.", source="made_id", allow_null=True)


class DrawWithResults(Draw):
    """A sample of pairs from documents, with its results."""

    results = Object("The numbers of candidates and sampled pairs by stratum; empty until ready.")


class DrawInput(OptionsInput):
    options = DrawOptions

    name = Text("The name of the dataset of pairs.", max_length=MAX_NAME_LENGTH)
    alignment = Whole(
        "An alignment of these documents: only pairs on which it and the cosine "
        "similarity "
        "disagree are sampled, at its level; the default of `edge` is then "
        f"{USUAL_EDGE}, in millionths. Default: none.",
        required=False,
    )


class AskForDraw(ResearcherOperation):
    @edits_datasets(name="ask_for_draw", takes=DrawInput, creates=True, gives={202: Draw})
    def post(self, request: Request, dataset_id: int) -> Response:
        """Sample pairs from documents in the background; nothing is saved until you keep them."""
        given = chosen_in(DrawInput, self.body)
        alignment = _alignment_in(request, self.body)
        if alignment is not None:
            given = {"level": alignment.options.level, "edge": USUAL_EDGE, **given}
        draw = ask_for_draw(
            dataset=dataset_for(request, dataset_id),
            user=caller(request),
            name=self.body["name"],
            options=DrawOptions.from_flat(given),
            alignment=alignment,
        )
        return job_response(Draw, draw, 202)


OPERATIONS = JobOperations(
    kind=DRAW,
    folder="draws",
    listed=Draw,
    list_doc="List the samples of pairs from a dataset's documents, the oldest first.",
    found=DrawWithResults,
    read_doc="Read the progress or the results of a sample.",
    sees=Capability.SEE_TEXTS,
    ask=AskForDraw,
)


class KeepDraw(ResearcherOperation):
    @edits_datasets(name="keep_draw", creates=True, gives={201: Dataset})
    def post(self, request: Request, draw_id: int) -> object:
        """Save the sampled pairs as a dataset."""
        made = keep_draw(draw=job_for(request, PairDraw, draw_id), user=caller(request))
        made.refresh_from_db()
        return made


def _alignment_in(request: Request, body: dict[str, Any]) -> Alignment | None:
    if "alignment" not in body:
        return None
    found = jobs_of(request, Alignment).filter(pk=body["alignment"]).first()
    if found is None:
        raise Invalid("There is no such alignment, or it is not one of yours.", field="alignment")
    return found
