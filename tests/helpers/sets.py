"""Annotation sets, from the words of a file."""

from typing import Any

from annotation.models import (
    Annotation,
    AnnotationSet,
    Campaign,
    Dataset,
    Enrolment,
    Judgment,
    SetImport,
    User,
)
from annotation.services.sets.sets import AnnotationFile, Provenance, upload_set
from tasks.run_job import run_job


def make_set(
    dataset: Dataset,
    scheme: str,
    body: str | bytes,
    *,
    name: str = "Others",
    filename: str = "others.csv",
    user: User | None = None,
    like: Campaign | None = None,
    take: str = "",
    leave_out: int = 0,
    **provenance: Any,
) -> AnnotationSet:
    return upload_set(
        dataset=dataset,
        user=user,
        name=name,
        file=AnnotationFile(
            scheme=scheme,
            filename=filename,
            body=body.encode() if isinstance(body, str) else body,
            like=like,
            take=take,
        ),
        provenance=Provenance(**provenance),
        leave_out=leave_out,
    )


def finish_import(job: SetImport | None = None) -> SetImport:
    """Carry out an import, by default the latest, and return how it ended."""
    job = job or SetImport.objects.latest("pk")
    run_job("set_import", job.pk)
    job.refresh_from_db()
    return job


def of_set(own: AnnotationSet) -> dict[tuple[str, int], list[int]]:
    """Return the vector of each item and annotator."""
    rows = own.annotations.values_list("item__text", "annotator", "vector")
    return {(text, annotator): vector for text, annotator, vector in rows}


def annotations_file(dataset: Dataset) -> bytes:
    """Return a table in which one annotator leaves each text whole."""
    rows = (f'"{text}",1,"{text}"\n' for text in dataset.items.values_list("text", flat=True))
    return f"item,worker,annotation\n{''.join(rows)}".encode()


def set_of_worker(enrolment: Enrolment, name: str = "A machine", **columns: Any) -> AnnotationSet:
    """Make a set of a model with this worker's answers."""
    campaign = enrolment.campaign
    rows = list(
        Judgment.objects.filter(assignment__enrolment=enrolment).values_list(
            "hit__item", "payload", "vector"
        )
    )
    own = AnnotationSet.objects.create(
        **{
            "dataset": campaign.dataset,
            "scheme": campaign.scheme,
            "settings": campaign.settings,
            "name": name,
            "made_by": "model",
            "named": True,
            "digest": "0" * 64,
            "annotation_count": len(rows),
            "annotator_count": 1,
            "item_count": len(rows),
        }
        | columns
    )
    Annotation.objects.bulk_create(
        Annotation(set=own, item_id=item, annotator=1, payload=payload, vector=vector)
        for item, payload, vector in rows
    )
    return own
