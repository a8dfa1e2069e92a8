"""Games of players, and pages of their feeds."""

OPEN = ({"kind": "open"}, {"kind": "open"})


def joined(*seated, seats=OPEN):
    """Create a game whose first seats are claimed by players, in order, the others by guests."""
    table = seated[0].service.table(seats)
    for seat in range(len(seats)):
        if seat < len(seated):
            assert seated[seat].claim(table.game_id, seat).status_code == 201
            table.tokens[seat] = seated[seat].key
        else:
            table.tokens[seat] = table.post(f"/seats/{seat}/claim").json["token"]
    return table


def page(who, query=""):
    """Read a page of a player's feed."""
    outcome = who.get(f"/me/events{query}")
    assert outcome.status_code == 200, outcome.text
    return outcome.json
