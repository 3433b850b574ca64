"""The operation that returns how a worker leaves a campaign."""

from rest_framework.request import Request

from annotation.api.basic_fields import String
from annotation.api.fields import Form
from annotation.api.operations import WorkerOperation, operation
from annotation.api.people.work import enrolment_of
from annotation.services.people.platform_return import return_link


class WayOut(Form):
    """The way in which a worker leaves."""

    kind = String(
        "`completed`, `screened_out` or `no_consent`; null while the work continues.",
        allow_null=True,
    )
    code = String("The code for the platform; empty: none yet.")
    address = String("The platform's address; empty: none.")


class ReadWayOut(WorkerOperation):
    @operation(name="way_out", gives={200: WayOut}, refuses=(401,))
    def get(self, request: Request, code: str) -> object:
        """Read the code and the address for returning to a platform.
        There is no code until the submission is complete."""
        out = return_link(enrolment_of(request, code))
        if out is None:
            return {"kind": None, "code": "", "address": ""}
        return out
