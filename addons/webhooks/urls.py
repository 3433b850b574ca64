"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.webhooks import pages

WEBHOOK = "webhooks/<int:webhook_id>"

urlpatterns: list[URLPattern] = [
    path("projects/<int:project_id>/webhooks/", pages.show_webhooks, name="webhooks"),
    path(f"{WEBHOOK}/", pages.show, name="webhook"),
    *(
        path(f"{WEBHOOK}/{step}/", view, name=f"{step}_webhook")
        for step, view in (
            ("rotate", pages.rotate),
            ("switch", pages.switch),
            ("test", pages.test),
            ("remove", pages.remove),
        )
    ),
    path(f"{WEBHOOK}/messages/<int:delivery_id>/replay/", pages.send_again, name="replay_delivery"),
]
