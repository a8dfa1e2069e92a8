"""Webhooks and their deliveries."""

from service.problems.problem import ProblemError


class WebhookNotFound(ProblemError):
    """There is no such webhook."""

    status = 404
    code = "webhook_not_found"
    title = "There is no such webhook"


class DeliveryNotFound(ProblemError):
    """The webhook has no such delivery, or none any more."""

    status = 404
    code = "delivery_not_found"
    title = "There is no such delivery"


class TargetRejected(ProblemError):
    """Webhooks are not sent to this address."""

    status = 409
    code = "target_rejected"
    title = "Webhooks are not sent to this address"


class TooManyWebhooks(ProblemError):
    """The owner has as many webhooks as one may have."""

    status = 409
    code = "too_many_webhooks"
    title = "There are too many webhooks"


class WebhookDisabled(ProblemError):
    """The webhook has been switched off; nothing is sent before it is switched on again."""

    status = 409
    code = "webhook_disabled"
    title = "The webhook is switched off"
