"""Pure rules of seasons: tables from standings, and who rises and falls."""
