"""Create, list, change, test and remove notification targets."""

from flask import Response

from service import problems
from service.api import limits
from service.api.authentication import current_request, installation
from service.api.authorization import require
from service.api.caching import UNCACHED, expected
from service.api.descriptions import ENTITY_TAG
from service.api.languages import requested_language
from service.api.operations import Resource, json_response, no_content, tagged_response
from service.players import callers
from service.players.callers import Caller
from service.resources.headers import IfMatch
from service.resources.notifications import (
    NotificationDelivery,
    NotificationSettings,
    NotificationTarget,
    NotificationTargetList,
    NotificationTargetRequest,
    TargetChange,
)
from service.runtime.client_addresses import network_of
from service.webhooks import targets

blueprint = Resource(
    "notifications", __name__, description="Notify players of their turns: in browsers, by e-mail, and in chats."
)

PATH = "/v1/me/notification-targets"
ONE = f"{PATH}/<target_id>"


@blueprint.operation(
    "GET", "/v1/notification-settings", "getNotificationSettings", responses={200: NotificationSettings}
)
def get_notification_settings() -> Response:
    """Get the settings of notifications.

    Returns the public key that browsers need for a push subscription (`applicationServerKey`), the allowed schemes of
    chat and push services, and whether e-mail is sent.
    """
    return json_response(targets.settings(installation()), 200, UNCACHED)


@blueprint.operation(
    "POST",
    PATH,
    "createNotificationTarget",
    access=require("player"),
    body=NotificationTargetRequest,
    responses={200: NotificationTarget, 201: NotificationTarget},
    problems=(
        problems.GameBusy,
        problems.TargetRejected,
        problems.TooManyConfirmations,
        problems.TooManyNotificationTargets,
    ),
)
def create_notification_target(body: NotificationTargetRequest, caller: Caller) -> Response:
    """Create a notification target.

    The player is then notified of the chosen events by short messages: in a browser (`web_push`), by e-mail, or in a
    chat or push service (`url`). A message names the ruleset, the game and the other players, and links to the game. It
    contains nothing hidden.

    - Nothing is sent in the `quiet_hours`. With `digest_minutes`, one message reports the events of several games.
    - A message is retried for about a day. After three days of failures, or if the push subscription has ended, the
      target is disabled.
    - An e-mail address first gets a link, with which its recipient confirms it. Such mails are limited by mailbox,
      domain, network and day (429). Addresses with `+tag`, and dots at Gmail, are the same mailbox.
    - Anonymous players get no e-mail, unless the operator allows it. A player is anonymous without an invitation, a
      platform or a signed identity.
    - The destination is a secret that no response contains, except for an e-mail address.
    - A destination that the player already has keeps its target, which gets the values of the request. The status is
      then 200. A push subscription has one target of all players. It moves to the player of the latest request.
    """
    callers.require_scope(caller, "play")
    limits.spend(limits.TARGETS, caller.player)
    network = "" if callers.is_platform_user(caller) else network_of(limits.ip_bucket(current_request()))
    is_anonymous = bool(body.email) and callers.is_anonymous(installation(), caller)
    target, is_new = targets.add(
        installation(), caller.player, body, requested_language(), network, is_anonymous=is_anonymous
    )
    return json_response(target, 201 if is_new else 200, UNCACHED)


@blueprint.operation(
    "GET", PATH, "listNotificationTargets", access=require("player"), responses={200: NotificationTargetList}
)
def list_notification_targets(caller: Caller) -> Response:
    """List your notification targets.

    Returns the targets without their secrets, each with its latest message.
    """
    return json_response(targets.listed(installation(), caller.player), 200, UNCACHED)


@blueprint.operation(
    "GET",
    ONE,
    "getNotificationTarget",
    access=require("player"),
    responses={200: NotificationTarget},
    sends=ENTITY_TAG,
    problems=(problems.NotificationTargetNotFound,),
)
def get_notification_target(target_id: str, caller: Caller) -> Response:
    """Get a notification target.

    Returns the target without its secrets, and whether its latest message was delivered.
    """
    return tagged_response(*targets.show(installation(), caller.player, target_id))


@blueprint.operation(
    "PATCH",
    ONE,
    "updateNotificationTarget",
    access=require("player"),
    body=TargetChange,
    conditional=IfMatch,
    responses={200: NotificationTarget},
    sends=ENTITY_TAG,
    problems=(problems.NotificationTargetNotFound, problems.GameBusy, problems.PreconditionFailed),
)
def update_notification_target(body: TargetChange, target_id: str, caller: Caller) -> Response:
    """Update a notification target.

    Changes events, quiet hours, digest or language, and enables a disabled target again. Notifications that already
    wait are sent as planned.
    """
    callers.require_scope(caller, "play")
    return tagged_response(*targets.change(installation(), caller.player, target_id, body, expected()))


@blueprint.operation(
    "DELETE",
    ONE,
    "deleteNotificationTarget",
    access=require("player"),
    conditional=IfMatch,
    responses={204: None},
    problems=(problems.NotificationTargetNotFound, problems.PreconditionFailed),
)
def delete_notification_target(target_id: str, caller: Caller) -> Response:
    """Delete a notification target.

    Nothing more is sent to it.
    """
    callers.require_scope(caller, "play")
    targets.remove(installation(), caller.player, target_id, expected())
    return no_content()


@blueprint.operation(
    "POST",
    f"{ONE}/test",
    "sendTestNotification",
    access=require("player"),
    responses={200: NotificationDelivery},
    problems=(problems.NotificationTargetNotFound, problems.TargetRejected, problems.GameBusy),
)
def send_test_notification(target_id: str, caller: Caller) -> Response:
    """Send a test notification.

    Sends a message at once, also in quiet hours, and enables a disabled target again. `getNotificationTarget` shows
    whether it was delivered, as `last_delivery`.
    """
    callers.require_scope(caller, "play")
    limits.spend(limits.TARGETS, caller.player)
    return json_response(targets.send_test(installation(), caller.player, target_id), 200, UNCACHED)
