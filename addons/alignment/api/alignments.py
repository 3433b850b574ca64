"""Operations on alignments of documents and their groups."""

from operator import itemgetter

import orjson
from rest_framework.request import Request
from rest_framework.response import Response

from addons.alignment.job_kinds import ALIGNMENT
from addons.alignment.models import Alignment as AlignmentModel
from addons.alignment.services.alignments import ask_for_alignment
from annotation.api.basic_fields import Array, Choice, Integer, Object, String
from annotation.api.fields import Form, Text
from annotation.api.jobs.jobs import Job, JobOperations, job_for, job_response
from annotation.api.jobs.options import OptionsInput, chosen_in
from annotation.api.operations import ResearcherOperation, edits_datasets, exports
from annotation.api.pagination import PageOf, Paging, address_after
from annotation.api.scope import caller, dataset_for
from annotation.capabilities import Capability
from annotation.services.datasets.dataset_writer import MAX_NAME_LENGTH
from annotation.services.errors import Conflict
from midpath.alignment.group_lines import group_lines
from midpath.alignment.options.alignment import AlignmentOptions
from midpath.alignment.options.words import PRESET_NAMES, PRESETS
from midpath.options.base import flat_values


class Alignment(Job):
    """An alignment of documents: groups of their sections or paragraphs."""


class AlignmentWithResults(Alignment):
    """An alignment of documents, with its results."""

    results = Object(
        "The groups with their words, how sure the runs are, and the comparison with judged pairs; "
        "empty before it is ready."
    )


class AlignmentInput(OptionsInput):
    options = AlignmentOptions

    name = Text("Its name.", max_length=MAX_NAME_LENGTH)
    preset = Choice(
        "Which words count; options given with it override it.",
        tuple(PRESET_NAMES.items()),
        required=False,
        default="acl",
    )


class AskForAlignment(ResearcherOperation):
    @edits_datasets(
        name="ask_for_alignment", takes=AlignmentInput, creates=True, gives={202: Alignment}
    )
    def post(self, request: Request, dataset_id: int) -> Response:
        """Align documents in the background."""
        words = flat_values(PRESETS[self.body["preset"]])
        given = chosen_in(AlignmentInput, self.body)
        alignment = ask_for_alignment(
            dataset=dataset_for(request, dataset_id),
            user=caller(request),
            name=self.body["name"],
            options=AlignmentOptions.from_flat(words | given),
        )
        return job_response(Alignment, alignment, 202)


OPERATIONS = JobOperations(
    kind=ALIGNMENT,
    folder="alignments",
    listed=Alignment,
    list_doc="List the alignments of a dataset's documents, the oldest first.",
    found=AlignmentWithResults,
    read_doc="Read the progress or the results of an alignment.",
    sees=Capability.SEE_FIGURES,
    ask=AskForAlignment,
)


class GroupedSegment(Form):
    """A section or a paragraph in a group."""

    document = String("The name of its document.")
    section = Integer("Its section's place in the document, from 1.")
    paragraph = Integer("Its place in the section, from 1; only for paragraphs.", required=False)
    title = String("The title of its section; may be empty.")
    text = String("Its text.")


class SegmentGroup(Form):
    """A group of an alignment."""

    group = Integer("Its number, from 1, as on the pages.")
    by_probability = Array("Its words with their probabilities, the most frequent here first.")
    by_lift = Array("Its words with their lifts, the more frequent here than elsewhere first.")
    segments = GroupedSegment(many=True, help_text="Its segments, document by document.")


class ListGroups(ResearcherOperation):
    @exports(name="list_groups", asks=Paging, gives=PageOf(SegmentGroup, "groups"), refuses=(409,))
    def get(self, request: Request, alignment_id: int) -> object:
        """List the groups of an alignment with their words and segments; `after` is a group."""
        found = job_for(request, AlignmentModel, alignment_id)
        if found.status != AlignmentModel.Status.READY:
            raise Conflict(f"{found.name} is {found.status}: it has no groups to read.")
        items = found.dataset.items.values_list("position", "text", "content")
        lines = group_lines(found.results, found.grouping, items.iterator(chunk_size=200))
        groups = sorted(map(orjson.loads, lines), key=itemgetter("group"))
        wanted = [one for one in groups if one["group"] > self.query.get("after", 0)]
        shown = wanted[: self.query["limit"]]
        following = len(shown) < len(wanted)
        after = address_after(request, str(shown[-1]["group"])) if following else None
        return {"results": shown, "next": after}
