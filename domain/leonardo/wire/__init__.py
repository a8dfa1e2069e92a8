"""Wire types of Maestro Leonardo: options, actions, facts, views, names and constants."""
