"""Webhooks and notification targets: their due deliveries, and what happens to those of a player."""

from collections.abc import Iterable, Mapping

from msgspec import UNSET

from service import problems
from service.installation import failed_jobs, jobs
from service.installation.installation import DueWork, Installation, Subject
from service.installation.jobs import Job
from service.webhooks import deliveries, destinations, outdated, targets, webhooks
from service.webhooks.destinations import MOST_TARGETS
from service.webhooks.webhooks import MOST_WEBHOOKS


def _check(installation: Installation, name: str, now: float) -> float | Job | None:
    """Return when the next delivery of a webhook is due, or the job that sends what is overdue."""
    owner, _, webhook_id = name.partition("/")
    when = deliveries.next_check(installation, owner, webhook_id, now)
    if when is None:
        _forget_failures(installation, name)
    if when is None or when > now:
        return when
    webhook = installation.store.webhooks.get(owner, webhook_id)
    if webhook is None:  # removed at this moment
        return None
    if webhook_id.startswith(webhooks.TARGET_PREFIX):
        outdated.drop_outdated(installation, owner, webhook_id)
    for job in jobs.webhook_slots(owner, webhook_id, webhook.share):
        if jobs.state_of(installation.queues, job) == "lost":
            jobs.drop(installation.queues, job)
    return deliveries.lost_job(owner, webhook)


def _forget_failures(installation: Installation, name: str) -> None:
    """Forget the failures of a webhook without deliveries, except those of deliveries that have failed for good."""
    failures = installation.store.failed_jobs.of(name).values()
    outdated = [each.job for each in failures if not (each.has_died and failed_jobs.has_stopped(installation, each))]
    if outdated:
        installation.store.failed_jobs.forget(name, *outdated)


def _check_merge(installation: Installation, other: str, player: str) -> None:
    """Raise PlayersNotMergeable if two players have too many webhooks or notification targets for one player."""
    hooks = [each for owner in (other, player) for each in installation.store.webhooks.of(owner)]
    if sum(each.target is UNSET for each in hooks) > MOST_WEBHOOKS:
        raise problems.PlayersNotMergeable(
            "Delete webhooks first. One player can have {most}.", {"most": MOST_WEBHOOKS}
        )
    if destinations.count(hooks) > MOST_TARGETS:
        most = {"most": MOST_TARGETS}
        raise problems.PlayersNotMergeable("Delete notification targets first. One player can have {most}.", most)


def _move(installation: Installation, other: str, player: str) -> None:
    for each in installation.store.webhooks.of(other):
        if each.target is UNSET:
            installation.store.webhooks.add(player, each, MOST_WEBHOOKS)
        else:
            destinations.move(installation, player, each, each.target)
    webhooks.remove_all(installation, other)


def _exported(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    return {
        "webhooks": webhooks.listed(installation, player).webhooks,
        "notification_targets": targets.listed(installation, player).targets,
    }


WEBHOOKS = Subject(
    due=DueWork("webhook", "webhooks", lambda store: store.webhooks.due, _check, deliveries.FURTHEST_SECONDS),
    player_has_left=webhooks.remove_all,
    check_merge=_check_merge,
    player_merges=_move,
    exported=_exported,
)
"""Webhooks and notification targets of a player.

Deletion: they are removed.
Merge: they move with their secrets. Pending deliveries and the log of deliveries are removed. Links in older messages
still unsubscribe. Of two targets with one destination one remains.
"""
