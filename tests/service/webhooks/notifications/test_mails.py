"""Test notifications by mail: confirmation, delivery, and the links to unsubscribe."""

import re

from tests.service.helpers.players.notifications import (
    PATH,
    PLAY,
    created,
    game_of,
    known,
    sent,
)
from tests.service.helpers.players.player import player


def test_an_address_that_is_registered_again_stays_confirmed(mail):
    service, mailbox = mail
    ada = player(service, "Ada")
    target = created(ada, email="ada@example.org")
    sent(ada, target)
    link = re.search(rf"{PLAY}(/notifications/\S+)", mailbox.got[0][1].get_content())[1]
    service.client.post(f"{link}/confirm")
    again = known(ada, email="ada@example.org", language="it")
    assert (again["language"], "unconfirmed" in again) == ("it", False)
    assert (sent(ada, target), len(mailbox.got)) == ([], 1)


def test_an_address_gets_no_message_before_its_recipient_confirms_it(mail):
    service, mailbox = mail
    ada, ben = player(service, "Ada"), player(service, "Ben")
    target = created(ada, email="ada@example.org", events=["your_turn"])
    assert (target["destination"], target["unconfirmed"]) == ("ada@example.org", True)
    game_of(ada, ben)
    assert ada.post(f"{PATH}/{target['target_id']}/test").json["code"] == "target_rejected"
    assert sent(ada, target) == [""]
    ((recipients, message),) = mailbox.got
    assert (recipients, message["Subject"], message["From"]) == (
        ["ada@example.org"],
        "Confirm notifications",
        "bottega@example.org",
    )
    link = re.search(rf"{PLAY}(/notifications/\S+)", message.get_content())[1]
    assert "Send notifications about games to ada@example.org?" in service.client.get(link).text
    assert service.client.post(f"{link}/confirm").status_code == 200
    assert "unconfirmed" not in ada.get(f"{PATH}/{target['target_id']}").json
    game = game_of(ada, ben)
    assert sent(ada, target) == [""]
    assert mailbox.got[1][1]["Subject"] == "Your turn: Stakes"
    assert f"{PLAY}/#/game/{game.game_id}" in mailbox.got[1][1].get_content()


def test_a_message_goes_to_the_whole_address_also_if_it_has_a_quotation_mark(mail):
    service, mailbox = mail
    ada = player(service, "Ada")
    target = created(ada, email="o'brien@example.org")
    assert (target["destination"], sent(ada, target)) == ("o'brien@example.org", [""])
    ((recipients, message),) = mailbox.got
    assert (recipients, message["To"]) == (["o'brien@example.org"], "o'brien@example.org")


def test_mail_programs_unsubscribe_with_one_request(mail):
    service, mailbox = mail
    ada = player(service, "Ada")
    target = created(ada, email="ada@example.org")
    sent(ada, target)
    message = mailbox.got[0][1]
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = message["List-Unsubscribe"].strip("<>").removeprefix(PLAY)
    response = service.client.post(link, data={"List-Unsubscribe": "One-Click"})
    assert (response.status_code, "No more notifications are sent" in response.text) == (200, True)
    assert ada.get(PATH).json == {"targets": []}
    assert service.client.get(link).status_code == service.client.post(link).status_code == 404


def test_a_wrong_link_changes_nothing(mail):
    service, _ = mail
    ada = player(service, "Ada")
    target = created(ada, email="ada@example.org")
    right = f"/notifications/{ada.id}.{target['target_id']}."
    for link in (
        f"{right}",
        f"{right}AAAAAAAAAAAAAAAAAAAAAAAA",
        f"{right}é",
        "/notifications/x",
        "/notifications/*.a.b",
    ):
        for method, path in (("GET", link), ("POST", link), ("POST", f"{link}/confirm")):
            assert service.client.open(path, method=method).status_code == 404
    assert ada.get(PATH).json["targets"][0]["unconfirmed"] is True
