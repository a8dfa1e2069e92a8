"""What happens in games, told at once to all who follow them in this process. Only `service.play` enters."""
