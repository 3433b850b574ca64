from django.urls import URLPattern, path

from annotation.research.pay import compensation, costs, pay, payments

CAMPAIGN = "campaigns/<int:campaign_id>"
PAYMENTS = f"{CAMPAIGN}/pay/lists/<int:batch_id>"

pay_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/campaigns/cost/", costs.of_terms, name="new_cost"),
    path(f"{CAMPAIGN}/limits/", costs.limits, name="limits"),
    path(f"{CAMPAIGN}/cost/", costs.of_changes, name="campaign_cost"),
    path(f"{CAMPAIGN}/pay/", pay.show, name="pay"),
    path(f"{CAMPAIGN}/pay.csv", pay.as_csv, name="pay_csv"),
    path(f"{CAMPAIGN}/pay/terms/", pay.terms, name="pay_terms"),
    path(f"{CAMPAIGN}/pay/compensation/", compensation.compensate, name="compensate"),
    path(
        f"{CAMPAIGN}/pay/compensation/take-back/",
        compensation.take_back,
        name="take_back_compensations",
    ),
    path(f"{CAMPAIGN}/pay/workers/<int:enrolment_id>/", pay.worker, name="pay_worker"),
    path(f"{CAMPAIGN}/pay/lists/new/<slug:source>/", payments.make, name="make_payments"),
    path(f"{PAYMENTS}/", payments.show, name="payments"),
    path(f"{PAYMENTS}/receipts/", payments.receipts, name="receipts"),
    path(f"{PAYMENTS}/answer/", payments.answer, name="payments_answer"),
    path(f"{PAYMENTS}/<slug:outcome>/", payments.settle, name="settle_payments"),
    path(f"{PAYMENTS}/<slug:kind>.csv", payments.take, name="payments_file"),
]
