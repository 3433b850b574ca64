"""The URLs of pay, payments and costs."""

from django.urls import URLPattern, path

from annotation.api.operations import address
from annotation.api.pay import batches, compensations, costs, pay, project_pay

pay_urls: list[URLPattern] = [
    path(
        "projects/<int:project_id>/money",
        address("ProjectMoney", project_pay.ReadProjectMoney, project_pay.SetProjectMoney),
        name="project_money",
    ),
    path("campaigns/<int:campaign_id>/pay", address("Pay", pay.ReadPay), name="pay"),
    path(
        "campaigns/<int:campaign_id>/pay/terms", address("PayTerms", pay.SetPay), name="pay_terms"
    ),
    path(
        "campaigns/<int:campaign_id>/pay/workers",
        address("PayOfWorkers", pay.ListPay),
        name="pay_of_workers",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/ledger",
        address("Ledger", pay.ListLedger),
        name="ledger",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/pay",
        address("EnterPay", pay.EnterPay),
        name="enter_pay",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/compensations",
        address("Compensations", compensations.CompensateWorkers),
        name="compensations",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/compensations/take-back",
        address("TakeBackCompensations", compensations.TakeBackCompensations),
        name="take_back_compensations",
    ),
    path("campaigns/<int:campaign_id>/costs", address("Costs", costs.ReadCosts), name="costs"),
    path(
        "campaigns/<int:campaign_id>/limits", address("Limits", costs.LimitCampaign), name="limits"
    ),
    path(
        "campaigns/<int:campaign_id>/workers",
        address("CampaignWorkers", costs.ListWorkers),
        name="workers",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/batches",
        address("PaymentLists", batches.ListPayments, batches.MakePayments),
        name="payment_lists",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/batches/<int:batch_id>/lines",
        address("PaymentLines", batches.ListPaymentLines),
        name="payment_lines",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/batches/<int:batch_id>/settle",
        address("SettlePayments", batches.SettlePayments),
        name="settle_payments",
    ),
]
