"""Read games for callers: views, legal actions, lists, records and scenarios."""
