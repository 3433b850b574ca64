"""Published snapshots: a public page and its files, without sign-in."""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, cast

from django.conf import settings
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseGone,
    HttpResponseNotModified,
)
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from annotation.models import Publication, Snapshot
from annotation.research.results.found import figure_at
from annotation.research.snapshots.charts import charts_of
from annotation.schemes import SCHEMES
from annotation.services.methods.methods_text import latex_of
from annotation.services.methods.papers import Paper
from annotation.services.snapshots.files import as_download, files_of, name_of_zip
from annotation.web.ranges import resumable
from midpath.snapshots.manifest import MANIFEST, Manifest
from midpath.text.formatting import UNDEFINED

P = ParamSpec("P")


def unindexed(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Ask search engines not to index a view's responses: texts and answers are for readers of a
    paper, and a copy in an index would outlive the publication."""

    @wraps(view)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        answer = view(*args, **kwargs)
        answer.headers["X-Robots-Tag"] = "noindex"
        return answer

    return wrapped


@require_safe
@unindexed
def show(request: HttpRequest, public_code: str) -> HttpResponse:
    """Anyone with the URL: the figures of a snapshot, its files, how to cite and verify it."""
    made = _published(public_code)
    if made is None:
        return _gone(request)
    snapshot = made.snapshot
    files = files_of(snapshot)
    etag = _etag(made, [file.digest for file in files])
    if request.headers.get("If-None-Match") == etag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        digest = next(file.digest for file in files if file.name == MANIFEST)
        manifest = cast(Manifest, snapshot.results)
        answer = render(
            request,
            "published/snapshot.html",
            _page_context(manifest)
            | {
                "made": made,
                "snapshot": snapshot,
                "files": files,
                "digest": digest,
                "whole": name_of_zip(snapshot),
                "bibtex": _cited(made, manifest, digest, request.build_absolute_uri(request.path)),
            },
        )
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "public, no-cache"
    return answer


@require_safe
@unindexed
def download(request: HttpRequest, public_code: str, name: str) -> HttpResponse:
    """Anyone with the URL: a file of a published snapshot, whole or by range."""
    made = _published(public_code)
    if made is None:
        return _gone(request)
    file = as_download(made.snapshot, name)
    if file is None:
        raise Http404
    return cast(HttpResponse, resumable(request, file))


def _published(code: str) -> Publication | None:
    """Return the publication with this code; None if it was withdrawn, 404 if it never existed."""
    found = get_object_or_404(Publication.objects.select_related("snapshot__campaign"), code=code)
    snapshot = found.snapshot
    if found.withdrawn_at or snapshot.status != Snapshot.Status.READY:
        return None
    return None if snapshot.campaign.deleted_at else found


def _gone(request: HttpRequest) -> HttpResponse:
    return HttpResponseGone(render(request, "published/gone.html").content)


def _etag(made: Publication, digests: list[str]) -> str:
    parts = (settings.MIDPATH_VERSION, made.authors, made.licence, *digests)
    return f'"{hashlib.sha256(chr(10).join(parts).encode()).hexdigest()}"'


def _page_context(manifest: Manifest) -> dict[str, object]:
    """Return the page's context, from the manifest alone."""
    campaign = manifest["campaign"]
    return {
        "campaign": campaign,
        "scheme": SCHEMES[campaign["scheme"]],
        "counts": manifest["counts"],
        "filter": manifest.get("filter"),
        "excluded": len(manifest["excluded"]),
        "version": manifest["version"],
        "made_at": manifest["made_at"],
        "figures": list(_figures(campaign["scheme"], manifest["figures"])),
        "charts": charts_of(manifest),
    }


def _figures(scheme: str, figures: object) -> list[dict[str, str]]:
    rows = []
    for figure in SCHEMES[scheme].figures:
        found = figure_at(figures, figure.path)
        value = found.get("value")
        rows.append(
            {
                "label": figure.label,
                "value": UNDEFINED if value is None else figure.shown(value),
                "exact": found.get("exact") or "",
                "reason": found.get("reason") or "",
                "definition": figure.definition,
            }
        )
    return rows


def _cited(made: Publication, manifest: Manifest, digest: str, address: str) -> str:
    campaign, at = manifest["campaign"], made.published_at
    fields = {
        "author": latex_of(made.authors),
        "title": f"{{{latex_of(campaign['name'])}}}: judgments and figures",
        "year": f"{at:%Y}",
        "howpublished": f"\\url{{{address}}}",
        "note": f"Midpath snapshot, SHA-256 {digest}",
    }
    return Paper(f"midpath-{made.code}", "", "misc", tuple(fields.items())).entry
