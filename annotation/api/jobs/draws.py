"""Operations on pairs drawn from documents: asked for, read and kept as a dataset."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.datasets import Dataset
from annotation.api.fields import Text, Whole
from annotation.api.jobs.jobs import Job, job_for, jobs_of, listed, told
from annotation.api.jobs.options import OptionsInput, chosen_in
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import caller, dataset_for
from annotation.capabilities import Capability
from annotation.models import Alignment, PairDraw
from annotation.options.draw import USUAL_EDGE, DrawOptions
from annotation.services.datasets.dataset_writer import LONGEST_NAME
from annotation.services.errors import Invalid
from annotation.services.jobs.draws import ask_for_draw, keep_draw


class Draw(Job):
    """A draw of pairs from documents."""

    alignment = serializers.IntegerField(
        source="alignment_id",
        allow_null=True,
        help_text="The alignment beside which pairs are drawn; null: none.",
    )
    made = serializers.IntegerField(
        source="made_id", allow_null=True, help_text="The dataset that it was kept as; null: none."
    )


class DrawWithResults(Draw):
    """A draw of pairs from documents, with what was found."""

    results = serializers.DictField(
        help_text="How many candidates there were and how many pairs were drawn, by stratum; empty "
        "before it is ready."
    )


class DrawInput(OptionsInput):
    options = DrawOptions

    name = Text(max_length=LONGEST_NAME, help_text="The name of the dataset of pairs.")
    alignment = Whole(
        required=False,
        help_text="An alignment of these documents: pairs are drawn where it and the cosine "
        "disagree, at its level; `edge` left out is then "
        f"{USUAL_EDGE}, in millionths. Left out: none.",
    )


class Draws(ResearcherOperation):
    class Output(Page):
        results = Draw(many=True, help_text="The draws of this page.")

    @operation(
        name="list_draws",
        needs=Capability.SEE_FIGURES,
        asks=Paging,
        gives={200: Output},
        refuses=(401, 404),
    )
    def get(self, request: Request, dataset_id: int) -> Response:
        """List the draws from a dataset's documents, the oldest first."""
        rows = listed(PairDraw.objects.filter(dataset=dataset_for(request, dataset_id)))
        shown, following = page_of(rows, request, self.query)
        return Response(self.Output({"results": shown, "next": following}).data)

    @operation(
        name="ask_for_draw",
        needs=Capability.EDIT_DATASETS,
        takes=DrawInput,
        creates=True,
        gives={202: Draw},
        refuses=(401, 404, 409),
    )
    def post(self, request: Request, dataset_id: int) -> Response:
        """Ask for pairs drawn from documents; nothing is made of them before they are kept."""
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
        return told(Draw, draw, 202)


class ReadDraw(ResearcherOperation):
    @operation(
        name="read_draw",
        needs=Capability.SEE_TEXTS,
        gives={200: DrawWithResults},
        refuses=(401, 404),
    )
    def get(self, request: Request, draw_id: int) -> Response:
        """Read how far a draw is, or what was drawn."""
        return told(DrawWithResults, job_for(request, PairDraw, draw_id))


class KeepDraw(ResearcherOperation):
    @operation(
        name="keep_draw",
        needs=Capability.EDIT_DATASETS,
        creates=True,
        gives={201: Dataset},
        refuses=(401, 404, 409),
    )
    def post(self, request: Request, draw_id: int) -> Response:
        """Make what was drawn into a dataset of pairs."""
        made = keep_draw(draw=job_for(request, PairDraw, draw_id), user=caller(request))
        made.refresh_from_db()
        return Response(Dataset(made).data, 201)


def _alignment_in(request: Request, body: dict[str, Any]) -> Alignment | None:
    if "alignment" not in body:
        return None
    found = jobs_of(request, Alignment).filter(pk=body["alignment"]).first()
    if found is None:
        raise Invalid("There is no such alignment, or it is not one of yours.", field="alignment")
    return found
