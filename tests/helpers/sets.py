"""Sets of annotations, from the words of a file."""

from typing import Any

from annotation.models import AnnotationSet, Campaign, Dataset, User
from annotation.services.sets.sets import AnnotationFile, Provenance, upload_set


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


def of_set(own: AnnotationSet) -> dict[tuple[str, int], list[int]]:
    """Return the vector of each item and annotator."""
    rows = own.annotations.values_list("item__text", "annotator", "vector")
    return {(text, annotator): vector for text, annotator, vector in rows}


def annotations_file(dataset: Dataset) -> bytes:
    """Return a table in which one annotator leaves each text whole."""
    rows = (f'"{text}",1,"{text}"\n' for text in dataset.items.values_list("text", flat=True))
    return f"item,worker,annotation\n{''.join(rows)}".encode()
