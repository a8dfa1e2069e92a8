"""The `bottega` command. Nobody enters."""
