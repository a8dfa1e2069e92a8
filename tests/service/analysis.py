"""Compute analyses as workers do."""

from workers.jobs.analysis import continue_analysis


def analysed(table):
    """Compute the analysis of a game as workers do, and return it."""
    while (response := table.get("/analysis")).status_code == 202:
        continue_analysis(table.game_id, response.json["done"])
    return response
