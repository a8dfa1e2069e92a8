"""Problems of webhooks and their deliveries."""

from service.problems.problem import ProblemError


class WebhookNotFound(ProblemError):
    """No webhook has this id."""

    status = 404
    code = "webhook_not_found"
    title = "The webhook does not exist"


class DeliveryNotFound(ProblemError):
    """The webhook has no delivery with this id, or it was deleted."""

    status = 404
    code = "delivery_not_found"
    title = "The delivery does not exist"


class TargetRejected(ProblemError):
    """Webhooks must not be sent to this URL."""

    status = 409
    code = "target_rejected"
    title = "Webhooks cannot be sent to this URL"


class TooManyWebhooks(ProblemError):
    """The owner has the maximum number of webhooks."""

    status = 409
    code = "too_many_webhooks"
    title = "There are too many webhooks"


class WebhookDisabled(ProblemError):
    """The webhook is disabled; nothing is sent until it is resumed."""

    status = 409
    code = "webhook_disabled"
    title = "The webhook is disabled"
