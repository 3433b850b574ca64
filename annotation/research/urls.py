from django.urls import URLPattern

from annotation.research.campaigns.urls import campaign_urls
from annotation.research.datasets.urls import dataset_urls
from annotation.research.decisions.urls import decision_urls
from annotation.research.help.urls import help_urls
from annotation.research.items.urls import item_urls
from annotation.research.lab.urls import lab_urls
from annotation.research.lifecycle.urls import away_urls
from annotation.research.machines.urls import machine_urls
from annotation.research.pay.urls import pay_urls
from annotation.research.people.urls import people_urls
from annotation.research.project.urls import project_urls
from annotation.research.results.urls import result_urls
from annotation.research.schemes.registry import VIEWS
from annotation.research.sets.urls import set_urls
from annotation.research.snapshots.urls import snapshot_urls
from annotation.research.terms.urls import terms_urls

urlpatterns: list[URLPattern] = [
    *dataset_urls,
    *decision_urls,
    *help_urls,
    *item_urls,
    *away_urls,
    *lab_urls,
    *machine_urls,
    *pay_urls,
    *people_urls,
    *project_urls,
    *result_urls,
    *set_urls,
    *snapshot_urls,
    *terms_urls,
    # The pages of single schemes.
    *(url for view in VIEWS.values() for url in view.urls),
    # Its last pattern matches any step of a campaign that no earlier one matches.
    *campaign_urls,
]
