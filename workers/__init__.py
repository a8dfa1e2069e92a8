"""What happens behind the API: AI turns, scoring, the sweeper, and the `bottega` command that starts everything."""
