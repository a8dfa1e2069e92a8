"""Wire types of Azul: Summer Pavilion: options, actions, facts, views, names and constants."""
