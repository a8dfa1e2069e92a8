"""Wire types of The Riddle of Leonardo: options, actions, facts, views, names and constants."""
