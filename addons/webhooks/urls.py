"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.webhooks import pages

urlpatterns: list[URLPattern] = [
    path("projects/<int:project_id>/webhooks/", pages.show_webhooks, name="webhooks"),
    path("webhooks/<int:webhook_id>/", pages.show, name="webhook"),
    *(
        path(f"webhooks/<int:webhook_id>/{step}/", view, name=f"{step}_webhook")
        for step, view in (
            ("rotate", pages.rotate),
            ("switch", pages.switch),
            ("test", pages.test),
            ("remove", pages.remove),
        )
    ),
    path(
        "webhooks/<int:webhook_id>/messages/<int:delivery_id>/replay/",
        pages.send_again,
        name="replay_delivery",
    ),
]
