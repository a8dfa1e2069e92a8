"""Measure random games of Catan (catanatron) and of chess (python-chess): actions per second."""

import random

import chess
from catanatron import Color, Game, RandomPlayer
from pace import tell

random.seed(1)


def play_catan(number: int) -> int:
    """Play one game of four players; count its actions."""
    game = Game([RandomPlayer(colour) for colour in Color], seed=number)
    game.play()
    return len(game.state.actions)


def play_chess(number: int) -> int:
    """Play one game, legal moves included; count its moves."""
    board = chess.Board()
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[int(random.random() * len(moves))])
    return board.ply()


if __name__ == "__main__":
    tell("catanatron, Catan with 4 players, actions", play_catan)
    tell("python-chess, moves", play_chess)
