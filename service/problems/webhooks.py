"""Problems of webhooks and their deliveries."""

from service.problems.base import Conflict, LimitReached, Missing


class WebhookNotFound(Missing, title="The webhook does not exist"):
    """No webhook has this id."""


class DeliveryNotFound(Missing, title="The delivery does not exist"):
    """The webhook has no delivery with this id, or it was deleted."""


class TargetRejected(Conflict, title="Messages cannot be sent to this target"):
    """Messages must not be sent to this URL, e-mail address or service."""


class TooManyWebhooks(Conflict, title="There are too many webhooks"):
    """The owner has the maximum number of webhooks."""


class WebhookDisabled(Conflict, title="The webhook is disabled"):
    """The webhook is disabled; nothing is sent until it is resumed."""


class NotificationTargetNotFound(Missing, title="The notification target does not exist"):
    """The player has no notification target with this id, or the link is no longer valid."""


class TooManyNotificationTargets(Conflict, title="There are too many notification targets"):
    """The player has the maximum number of notification targets."""


class TooManyConfirmations(LimitReached, retry_after=60, title="Too many confirmation mails"):
    """The limit of confirmation mails to a mailbox or domain, from a network, or of the installation is exhausted."""

    def __init__(self, detail: str, after: int) -> None:
        super().__init__(detail)
        self.headers = {"Retry-After": str(after)}  # type: ignore[misc]  # known only per request
