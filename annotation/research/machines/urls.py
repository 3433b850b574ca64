from django.urls import URLPattern

from annotation.research.common.routes import of_campaign
from annotation.research.machines import models, suggestions

machine_urls: list[URLPattern] = [
    of_campaign("models/", models.index, "models"),
    of_campaign("models/suggestions/", suggestions.show, "suggestions"),
    of_campaign("models/suggestions/choose/", suggestions.choose, "choose_suggestions"),
    of_campaign("models/suggestions/drop/", suggestions.drop, "drop_suggestions"),
    of_campaign("models/<int:set_id>/", models.show, "model"),
    of_campaign("models/<int:set_id>/hold/", models.hold, "hold_set"),
    of_campaign("models/<int:set_id>/let-go/", models.release, "let_go_set"),
    of_campaign("models/<int:set_id>/workers.csv", models.as_csv, "model_csv"),
]
