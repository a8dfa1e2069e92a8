"""Change games: actions, undo, resignations, missed deadlines, aborts and lifetimes. `games.act` applies actions."""
