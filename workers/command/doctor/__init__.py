"""`bottega doctor`: check an installation and advise what to do."""
