"""Read games for callers: views, legal actions, hints, lists, records and scenarios."""
