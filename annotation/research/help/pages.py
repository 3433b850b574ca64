"""Help pages with their contents, and dismissing hints."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation.research.common.access import ResearcherRequest, researcher
from annotation.research.common.return_links import way_back
from annotation.research.help.library import contents, page_named, sources
from annotation.research.help.topics import START
from annotation.services.accounts.hints import dismiss_hint, restore_hints


@require_safe
@never_cache
def show_start(request: HttpRequest) -> HttpResponse:
    return _page(request, START)


@require_safe
@never_cache
def show(request: HttpRequest, page: str) -> HttpResponse:
    """Anyone: the docs contain no project data."""
    if page not in sources():
        raise Http404
    return _page(request, page)


def _page(request: HttpRequest, name: str) -> HttpResponse:
    titled = {
        heading: [(each, page_named(each).title) for each in pages]
        for heading, pages in contents().items()
    }
    context: dict[str, object] = {"name": name, "page": page_named(name), "contents": titled}
    return render(request, "research/help/page.html", context)


@require_POST
@researcher
def dismiss(request: ResearcherRequest, hint: str) -> HttpResponse:
    dismiss_hint(user=request.user, hint=hint)
    return _back(request)


@require_POST
@researcher
def restore(request: ResearcherRequest) -> HttpResponse:
    restore_hints(user=request.user)
    return _back(request)


def _back(request: ResearcherRequest) -> HttpResponse:
    """Redirect to the page on this site where the button was clicked."""
    return redirect(way_back(request, "research:projects"))
