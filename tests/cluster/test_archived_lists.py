"""Test archived games on a Redis Cluster, where each node stores the marks of some of them."""

from service.retention import archiving
from tests.cluster.servers import cluster
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.games.archiving import settle
from tests.service.helpers.games.lists import finish_and_score

GAMES = 8


def test_lists_of_a_cluster_have_archived_games_and_others_but_none_that_is_lost(tmp_path, redis_url):
    archive_url = f"sqlite://{tmp_path}/archive.sqlite"
    with (
        cluster(tmp_path / "store") as several,
        running(settings(several.url, rq_url=redis_url, archive_url=archive_url)) as service,
    ):
        names = [service.new_game().game_id for _ in range(GAMES)]
        assert len({several.holder(name).port for name in names}) > 1
        for name in names:
            finish_and_score(service, name)
        settle(service)
        lost, *moved = names[: GAMES // 2]
        for name in (lost, *moved):
            assert archiving.archive(service.installation, name)
        mark = several.holder(lost).client.get(f"bottega:{{{lost}}}:archived")
        service.installation.store.archived.copies.remove(lost, [mark])
        listed = service.client.get("/v1/games?status=over").json["games"]
        exported = service.client.get("/v1/records").json
    assert [each["game_id"] for each in listed] == names[:0:-1]
    assert [each["game_id"] for each in exported["records"]] == names[1:]
    assert exported["skipped"] == [lost]
