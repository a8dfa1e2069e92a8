"""Change a running game: actions, undo, resignations, missed deadlines and aborts. `games.act` applies actions."""
