"""Change games: actions, undo, resignations, missed deadlines and aborts. `perform` applies actions."""
