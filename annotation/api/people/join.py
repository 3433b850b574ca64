"""Join a campaign or return to it: identify the worker, and return what they need to start."""

from datetime import timedelta

from django.utils import timezone
from rest_framework.request import Request

from annotation.api.authentication import WORKER_TOKEN_SECONDS, issue_worker_token
from annotation.api.basic_fields import Choice, DateTime, Integer, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import PublicOperation, operation
from annotation.api.scope import first_of, require_scopes
from annotation.api.terms import HELP
from annotation.models import APIToken, Campaign, Enrolment, User, Worker
from annotation.models.people.platform import MAX_ID_LENGTH
from annotation.models.people.worker import SENT
from annotation.models.terms.base import MAX_CODE_LENGTH
from annotation.scopes import Scope
from annotation.services.accounts.tokens import holds_in
from annotation.services.campaigns.budget import most_hits_after_training
from annotation.services.campaigns.titles import title_for_workers
from annotation.services.errors import Forbidden, Invalid
from annotation.services.people.entry import next_step
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from annotation.services.wordings.assignment import instructions_for
from annotation.web.client_address import client_address
from midpath.text.display_names import MAX_NAME

SOURCES = [(source.value, source.label) for source in (*SENT, Worker.Source.MODEL)]


class JoinCampaign(PublicOperation):
    class Input(Strict):
        name = Text("A name chosen by the worker.", required=False, max_length=MAX_NAME)
        external_id = Text(
            "Alternatively their id on a platform. With a researcher's token of the project, no "
            "return code is required.",
            required=False,
            max_length=MAX_NAME,
        )
        sent_by = Choice(
            "The source of the id; the same id from two sources is two workers. `model` needs a "
            "token of the project.",
            SOURCES,
            required=False,
            default=Worker.Source.API,
        )
        study = Text("The platform's id of its study.", required=False, max_length=MAX_ID_LENGTH)
        session = Text("The platform's id of this visit.", required=False, max_length=MAX_ID_LENGTH)
        return_code = Text(
            "Proves that a name or an id is theirs when they return without a token.",
            required=False,
            max_length=16,
        )
        access_code = Text(
            "The access code for new workers, if the campaign has one.",
            required=False,
            max_length=MAX_CODE_LENGTH,
        )

    class Output(Form):
        token = String("Send it as Authorization: Bearer TOKEN.")
        expires_at = DateTime("When the token expires.")
        return_code = String("Show this to the worker: they can return with it on any device.")
        campaign = String("The title of the work: the campaign's `title`, or what workers do.")
        researcher = String("The researcher; empty: not given.")
        institution = String("Their institution; empty: not given.")
        contact = String("Their contact; empty: not given.")
        scheme = String("What workers do with each item.")
        instructions = String("The instructions, in the wording of this worker.")
        reward = String(HELP["reward"])
        currency = String(HELP["currency"])
        seconds_allotted = Integer(HELP["seconds_allotted"])
        hits = Integer("The number of items in the campaign.", source="hit_count")
        most_hits = Integer(
            "The maximum number of HITs for a worker after training, including gold HITs."
        )
        training_hits = Integer(HELP["training_hits"])
        pass_share = String(HELP["pass_share"], allow_null=True)
        pass_after = Integer(HELP["pass_after"])
        submitted = Integer("The number of HITs the worker has submitted.")
        step = String(
            "What the worker must do on the campaign's pages before the first HIT; null: nothing.",
            allow_null=True,
        )

    @operation(name="join", takes=Input, gives={200: Output}, refuses=(401, 403, 409, 429))
    def post(self, request: Request, code: str) -> object:
        """Join a campaign or return to it.

        Send a chosen name or an external id. A name or id already in use requires its return code,
        the worker's own token in the Authorization header or, for an external id, a researcher's
        token of the project."""
        campaign = first_of(
            Campaign.objects.select_related("dataset").filter(code=code),
            "There is no work with this code. Check the link.",
        )
        who = self._identity()
        vouched_by = None if who.source == Worker.Source.NAME else voucher(request, campaign)
        if who.source == Worker.Source.MODEL and vouched_by is None:
            raise Forbidden("Only a researcher's token of the project can join a model.")
        enrolment = let_in(
            campaign=campaign,
            who=who,
            address=client_address(request),
            return_code=self.body.get("return_code", ""),
            access_code=self.body.get("access_code", ""),
            known=known_by(request),
            vouched_by=vouched_by,
        )
        return _welcome(enrolment, campaign)

    def _identity(self) -> Identity:
        given = {name for name in ("name", "external_id") if name in self.body}
        if len(given) != 1:
            raise Invalid("Send either name or external_id.", field="name")
        if "name" in given:
            return Identity.named(self.body["name"])
        ids = {name: self.body.get(name, "") for name in ("study", "session")}
        return Identity(self.body["sent_by"], self.body["external_id"], **ids)


def known_by(request: Request) -> list[int]:
    """Return the worker whose own token came with the request as a list; empty without one."""
    return [request.auth.worker_id] if isinstance(request.auth, Enrolment) else []


def voucher(request: Request, campaign: Campaign) -> User | None:
    """Return the researcher whose token for this campaign's project came with the request; else
    None. A token without the scope is refused rather than silently ignored."""
    token = request.auth
    if isinstance(token, APIToken) and holds_in(token, campaign.dataset.project_id):
        require_scopes(request, [Scope.WORK])
        return token.user
    return None


def _welcome(enrolment: Enrolment, campaign: Campaign) -> dict[str, object]:
    step = next_step(enrolment)
    return {
        **vars(campaign),
        "token": issue_worker_token(enrolment),
        "expires_at": timezone.now() + timedelta(seconds=WORKER_TOKEN_SECONDS),
        "return_code": enrolment.worker.return_code,
        "campaign": title_for_workers(campaign),
        "instructions": instructions_for(enrolment),
        "most_hits": most_hits_after_training(campaign, campaign.training_hits),
        "submitted": enrolment.submitted,
        "step": step.name if step else None,
    }
