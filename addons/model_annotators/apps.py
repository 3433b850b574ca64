"""The declarations of the add-on for model annotators."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.module_loading import module_has_submodule

from annotation.addons import AddOnConfig, Link
from annotation.capabilities import Capability

if TYPE_CHECKING:
    from annotation.models import Campaign

OF_RESEARCHERS = "researchers' own, or of a model"


class ModelAnnotatorsConfig(AddOnConfig):
    name = "addons.model_annotators"
    default = True

    campaign_pages = dict.fromkeys(("ask_model", "add_endpoint", "model_run"), "models")
    help_page = "models-asked"
    help_group = "Consensus and models"
    help_of = ("ask_model", "model_run")
    api_group = "Models"
    path_parameters = {
        "endpoint_id": "The endpoint's number.",
        "run_id": "The model round's number.",
    }
    response_links = {"run_id": {"list_rounds": "/results/0/id", "begin_round": "/id"}}
    audit_sentences = {
        "endpoint.added": "added the model endpoint {name}",
        "endpoint.removed": "removed the model endpoint {name}",
        "model.asked": "started the model round {name} ({model}) in",
        "model.stopped": "stopped the model round {name} in",
        "model.resumed": "resumed the model round {name} in",
        "model.kept": "saved the answers of the model round {name} as a set in",
    }
    columns_at_erasure = {
        "annotation_modelendpoint": dict.fromkeys(
            ("name", "address", "sealed", "last_four"), OF_RESEARCHERS
        ),
        "annotation_modelrun": dict.fromkeys(
            ("name", "model", "prompt", "limit_name", "currency", "status", "problem"),
            OF_RESEARCHERS,
        ),
        "annotation_modelanswer": dict.fromkeys(
            ("state", "digest", "words", "problem", "payload", "vector"), OF_RESEARCHERS
        ),
    }

    task_queues = {"tasks.ask": "elsewhere"}

    def compared_set_links(
        self, campaign: "Campaign", capabilities: Collection[Capability]
    ) -> Sequence[Link]:
        prompt = f"scheme_prompts.{campaign.scheme}"
        if (
            campaign.archived_at
            or Capability.PAY not in capabilities
            or not module_has_submodule(self.module, prompt)
        ):
            return ()
        return [Link("Ask a model", reverse("research:ask_model", args=[campaign.pk]))]
