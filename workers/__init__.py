"""Run the processes behind the API: AI turns, scoring, the sweeper, and the `bottega` command."""
