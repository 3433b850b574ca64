"""The questions of a campaign's workers, and researchers' answers to them."""

from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.db.models import Count, Max, Min, Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from annotation.capabilities import Capability
from annotation.models import Campaign, Enrolment, Message
from annotation.models.people.message import MAX_MESSAGE_LENGTH
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, launched_for, needs
from annotation.research.common.forms import ServiceForm
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import is_number, page_of
from annotation.services.errors import ServiceError
from annotation.services.people.questions import answer_question, settle_questions, thread_of
from midpath.text.formatting import counted

PAGE_SIZE = 50


class AnswerForm(ServiceForm):
    text = forms.CharField(
        max_length=MAX_MESSAGE_LENGTH,
        label="Your reply",
        widget=forms.Textarea(attrs={"rows": 5, "dir": "auto"}),
        help_text="The worker sees it on their page, without your name.",
        error_messages={"required": "Write your reply."},
    )
    key = forms.UUIDField(widget=forms.HiddenInput)


@needs(to_read=Capability.SEE_WORKERS)
def list_questions(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. Threads waiting for an answer come first, the longest waiting at the
    top; then the others, the latest first."""
    campaign = launched_for(request, campaign_id)
    waits = Q(messages__sender=Message.Sender.WORKER, messages__settled_at=None)
    threads = (
        campaign.enrolments.filter(messages__isnull=False)
        .select_related("worker")
        .annotate(
            waiting=Count("messages", waits),
            since=Min("messages__at", filter=waits),
            last=Max("messages"),
            written=Count("messages"),
        )
        .order_by("since", "-last")
    )
    begin = _page_number(request)
    page = page_of(list(threads[begin * PAGE_SIZE :][: PAGE_SIZE + 1]), PAGE_SIZE)
    latest = Message.objects.in_bulk([one.last for one in page.rows])
    context = campaign_context(campaign) | {
        "lines": [(pseudonym(one.worker.number), one, latest[one.last]) for one in page.rows],
        "page": begin,
        "previous": begin - 1 if begin else None,
        "next": begin + 1 if page.more else None,
    }
    return render(request, "research/questions/list.html", context)


@needs(to_read=Capability.SEE_WORKERS, to_post=Capability.RUN_CAMPAIGNS)
def show_thread(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    campaign = launched_for(request, campaign_id)
    enrolment = _enrolment(campaign, enrolment_id)
    form = AnswerForm(request.POST or None, initial={"key": uuid4()})
    if request.method == "POST" and form.is_valid():
        key: UUID = form.cleaned_data["key"]
        with form.showing(ServiceError):
            answer_question(
                enrolment=enrolment, user=request.user, text=form.cleaned_data["text"], key=key
            )
            messages.success(request, "Reply sent.")
            return redirect("research:questions", campaign.pk)
    thread = thread_of(enrolment)
    context = campaign_context(campaign) | {
        "name": pseudonym(enrolment.worker.number),
        "enrolment": enrolment,
        "thread": thread,
        "last": thread[-1].pk if thread else 0,
        "waits": any(
            one.sender == Message.Sender.WORKER and one.settled_at is None for one in thread
        ),
        "form": form,
    }
    return render(request, "research/questions/thread.html", context, status=form.status)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def settle(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    """Members of the project: mark the questions shown on the page as not needing an answer."""
    campaign = launched_for(request, campaign_id)
    enrolment = _enrolment(campaign, enrolment_id)
    given = request.POST.get("until", "")
    until = int(given) if is_number(given) else 0
    number = settle_questions(enrolment=enrolment, user=request.user, until=until)
    messages.success(request, f"{counted(number, 'question')} closed without a reply.")
    return redirect("research:questions", campaign.pk)


def _enrolment(campaign: Campaign, enrolment_id: int) -> Enrolment:
    rows = campaign.enrolments.select_related("worker", "campaign")
    return get_object_or_404(rows, pk=enrolment_id)


def _page_number(request: ResearcherRequest) -> int:
    given = request.GET.get("page", "0")
    if not is_number(given, 5):
        raise Http404
    return int(given)
