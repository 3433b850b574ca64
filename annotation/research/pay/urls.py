from django.urls import URLPattern, path

from annotation.research.common.routes import of_campaign
from annotation.research.pay import compensation, costs, pay, payments

PAYMENTS = "pay/lists/<int:batch_id>"

pay_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/campaigns/cost/", costs.of_terms, name="new_cost"),
    of_campaign("limits/", costs.limits, "limits"),
    of_campaign("cost/", costs.of_changes, "campaign_cost"),
    of_campaign("pay/", pay.show, "pay"),
    of_campaign("pay.csv", pay.as_csv, "pay_csv"),
    of_campaign("pay/terms/", pay.terms, "pay_terms"),
    of_campaign("pay/compensation/", compensation.compensate, "compensate"),
    of_campaign("pay/compensation/take-back/", compensation.take_back, "take_back_compensations"),
    of_campaign("pay/workers/<int:enrolment_id>/", pay.worker, "pay_worker"),
    of_campaign("pay/lists/new/<slug:source>/", payments.make, "make_payments"),
    of_campaign(f"{PAYMENTS}/", payments.show, "payments"),
    of_campaign(f"{PAYMENTS}/receipts/", payments.receipts, "receipts"),
    of_campaign(f"{PAYMENTS}/answer/", payments.answer, "payments_answer"),
    of_campaign(f"{PAYMENTS}/<slug:outcome>/", payments.settle, "settle_payments"),
    of_campaign(f"{PAYMENTS}/<slug:kind>.csv", payments.take, "payments_file"),
]
