"""The URLs of webhooks."""

from django.urls import URLPattern, path

from annotation.research.webhooks import webhooks

webhook_urls: list[URLPattern] = [
    path("projects/<int:project_id>/webhooks/", webhooks.show_webhooks, name="webhooks"),
    path("webhooks/<int:webhook_id>/", webhooks.show, name="webhook"),
    *(
        path(f"webhooks/<int:webhook_id>/{step}/", view, name=f"{step}_webhook")
        for step, view in (
            ("rotate", webhooks.rotate),
            ("switch", webhooks.switch),
            ("test", webhooks.test),
            ("remove", webhooks.remove),
        )
    ),
    path(
        "webhooks/<int:webhook_id>/messages/<int:delivery_id>/replay/",
        webhooks.send_again,
        name="replay_delivery",
    ),
]
