from django.urls import URLPattern

from annotation.api.operations import url
from annotation.api.pay import batches, compensations, costs, pay, project_pay

CAMPAIGN = "campaigns/<int:campaign_id>"

pay_urls: list[URLPattern] = [
    url(
        "projects/<int:project_id>/money",
        "project_money",
        project_pay.ReadProjectMoney,
        project_pay.SetProjectMoney,
    ),
    url(f"{CAMPAIGN}/pay", "pay", pay.ReadPay),
    url(f"{CAMPAIGN}/pay/terms", "pay_terms", pay.SetPay),
    url(f"{CAMPAIGN}/pay/workers", "pay_of_workers", pay.ListPay),
    url(f"{CAMPAIGN}/pay/ledger", "ledger", pay.ListLedger),
    url(f"{CAMPAIGN}/workers/<int:worker>/pay", "enter_pay", pay.EnterPay),
    url(f"{CAMPAIGN}/pay/compensations", "compensations", compensations.CompensateWorkers),
    url(
        f"{CAMPAIGN}/pay/compensations/take-back",
        "take_back_compensations",
        compensations.TakeBackCompensations,
    ),
    url(f"{CAMPAIGN}/costs", "costs", costs.ReadCosts),
    url(f"{CAMPAIGN}/limits", "limits", costs.LimitCampaign),
    url(f"{CAMPAIGN}/workers", "workers", costs.ListWorkers),
    url(f"{CAMPAIGN}/pay/batches", "payment_lists", batches.ListPayments, batches.MakePayments),
    url(f"{CAMPAIGN}/pay/batches/<int:batch_id>/lines", "payment_lines", batches.ListPaymentLines),
    url(f"{CAMPAIGN}/pay/batches/<int:batch_id>/settle", "settle_payments", batches.SettlePayments),
]
