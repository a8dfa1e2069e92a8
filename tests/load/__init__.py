"""What an installation bears: loads, an hour's soak, and a million games. Developers run it, by itself."""
