"""The baseline: a Django view without middleware that does one SELECT and one INSERT."""

from django.http import HttpRequest, JsonResponse
from django.urls import path

from annotation.models import AuditEvent, Item


def select_and_insert(request: HttpRequest, item_id: int) -> JsonResponse:
    item = Item.objects.get(pk=item_id)
    event = AuditEvent.objects.create(verb="bare", object_id=item.pk)
    return JsonResponse({"text": item.text, "event": event.pk})


urlpatterns = [path("bare/<int:item_id>/", select_and_insert)]
