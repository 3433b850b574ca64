"""The URLs of pay, payments and costs."""

from django.urls import URLPattern, path

from annotation.research.pay import compensation, costs, pay, payments

pay_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/campaigns/cost/", costs.of_terms, name="new_cost"),
    path("campaigns/<int:campaign_id>/limits/", costs.limits, name="limits"),
    path("campaigns/<int:campaign_id>/cost/", costs.of_changes, name="campaign_cost"),
    path("campaigns/<int:campaign_id>/pay/", pay.show, name="pay"),
    path("campaigns/<int:campaign_id>/pay.csv", pay.as_csv, name="pay_csv"),
    path("campaigns/<int:campaign_id>/pay/terms/", pay.terms, name="pay_terms"),
    path(
        "campaigns/<int:campaign_id>/pay/compensation/",
        compensation.compensate,
        name="compensate",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/compensation/take-back/",
        compensation.take_back,
        name="take_back_compensations",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/workers/<int:enrolment_id>/",
        pay.worker,
        name="pay_worker",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/lists/new/<slug:source>/",
        payments.make,
        name="make_payments",
    ),
    path("campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/", payments.show, name="payments"),
    path(
        "campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/receipts/",
        payments.receipts,
        name="receipts",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/answer/",
        payments.answer,
        name="payments_answer",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/<slug:outcome>/",
        payments.settle,
        name="settle_payments",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/<slug:kind>.csv",
        payments.take,
        name="payments_file",
    ),
]
