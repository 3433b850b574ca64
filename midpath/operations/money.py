"""Money. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def compensate_workers(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.CompensateWorkersInput],
    ) -> models.Compensations:
        """Promise each of these workers the same compensation for their time, all of them or
        none."""
        return self._post(
            models.Compensations,
            f"campaigns/{campaign_id}/pay/compensations",
            body,
            idempotency_key,
        )

    def enter_pay(
        self,
        campaign_id: int,
        worker: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.EnterPayInput],
    ) -> models.WorkerPay:
        """Promise a worker a bonus or a compensation, or adjust what they are owed."""
        return self._post(
            models.WorkerPay, f"campaigns/{campaign_id}/workers/{worker}/pay", body, idempotency_key
        )

    def limit_campaign(
        self, campaign_id: int, **body: Unpack[models.LimitCampaignInput]
    ) -> models.Campaign:
        """Change the limits of a launched campaign: workers, tasks per worker, pace and times."""
        return self._post(models.Campaign, f"campaigns/{campaign_id}/limits", body)

    def list_ledger(
        self, campaign_id: int, **asked: Unpack[models.ListLedgerQuery]
    ) -> Rows[models.Entry]:
        """List all decisions about pay in the order in which they were entered."""
        return self._rows(models.Entry, f"campaigns/{campaign_id}/pay/ledger", asked)

    def list_pay(
        self, campaign_id: int, **asked: Unpack[models.ListPayQuery]
    ) -> Rows[models.WorkerPay]:
        """List what each worker earned and is owed, in the order in which they joined."""
        return self._rows(models.WorkerPay, f"campaigns/{campaign_id}/pay/workers", asked)

    def list_payment_lines(
        self, campaign_id: int, batch_id: int, **asked: Unpack[models.ListPaymentLinesQuery]
    ) -> Rows[models.Payment]:
        """List the payments of a list with the ids that a platform or bank needs."""
        return self._rows(
            models.Payment, f"campaigns/{campaign_id}/pay/batches/{batch_id}/lines", asked
        )

    def list_payments(
        self, campaign_id: int, **asked: Unpack[models.ListPaymentsQuery]
    ) -> Rows[models.Payments]:
        """List the payment lists of a campaign, oldest first."""
        return self._rows(models.Payments, f"campaigns/{campaign_id}/pay/batches", asked)

    def list_workers(
        self, campaign_id: int, **asked: Unpack[models.ListWorkersQuery]
    ) -> Rows[models.Worker]:
        """List the workers of a campaign, in the order in which they joined."""
        return self._rows(models.Worker, f"campaigns/{campaign_id}/workers", asked)

    def make_payments(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.MakePaymentsInput],
    ) -> models.Payments:
        """Create a payment list of everything approved and not sent yet."""
        return self._post(
            models.Payments, f"campaigns/{campaign_id}/pay/batches", body, idempotency_key
        )

    def read_costs(self, campaign_id: int) -> models.Costs:
        """Read the maximum cost of a campaign and its cost so far."""
        return self._get(models.Costs, f"campaigns/{campaign_id}/costs")

    def read_pay(self, campaign_id: int) -> models.Pay:
        """Read what a campaign's workers have earned and are owed, and the budget left."""
        return self._get(models.Pay, f"campaigns/{campaign_id}/pay")

    def read_project_money(self, project_id: int) -> models.ProjectMoney:
        """Read what a project's campaigns have spent, owe and will cost, and its budget left."""
        return self._get(models.ProjectMoney, f"projects/{project_id}/money")

    def set_pay(self, campaign_id: int, **body: Unpack[models.SetPayInput]) -> models.Pay:
        """Change the budget of a campaign and when its work is approved automatically."""
        return self._post(models.Pay, f"campaigns/{campaign_id}/pay/terms", body)

    def set_project_money(
        self, project_id: int, **body: Unpack[models.SetProjectMoneyInput]
    ) -> models.ProjectMoney:
        """Change the budget of a project and the minimum hourly pay."""
        return self._post(models.ProjectMoney, f"projects/{project_id}/money", body)

    def settle_payments(
        self, campaign_id: int, batch_id: int, **body: Unpack[models.SettlePaymentsInput]
    ) -> models.Settled:
        """Mark payments as paid or failed."""
        return self._post(
            models.Settled, f"campaigns/{campaign_id}/pay/batches/{batch_id}/settle", body
        )

    def take_back_compensations(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.TakeBackCompensationsInput],
    ) -> models.Compensations:
        """Take back the compensations of these workers, all of them or none."""
        return self._post(
            models.Compensations,
            f"campaigns/{campaign_id}/pay/compensations/take-back",
            body,
            idempotency_key,
        )
