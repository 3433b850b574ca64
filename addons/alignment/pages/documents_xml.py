"""Documents as an XML file."""

from django.http import HttpResponse

from addons.alignment.services.alignments import require_documents
from annotation.capabilities import Capability
from annotation.research.common.access import ResearcherRequest, dataset_for, needs
from annotation.research.common.downloads import file_name, named_file
from annotation.services.errors import Conflict, Invalid
from midpath.exchange.corpora.document_xml import write_document_xml
from midpath.exchange.documents import CannotWrite


@needs(to_read=Capability.EXPORT)
def as_xml(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the project: all documents, in the form that an upload reads."""
    dataset = dataset_for(request, dataset_id)
    require_documents(dataset)
    if "parts" in dataset.details:
        raise Invalid(f"{dataset.name} contains parts of documents. Download the documents.")
    items = dataset.items.order_by("position").values_list("text", "content")
    try:
        lines = list(write_document_xml(items.iterator(chunk_size=200)))
    except CannotWrite as error:
        raise Conflict(str(error)) from error
    body = "".join(f"{line}\n" for line in lines)
    return named_file(body, file_name(dataset.name, "documents.xml"), "application/xml")
