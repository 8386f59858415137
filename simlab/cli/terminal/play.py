"""Prints a game in progress, and reads the choices of the people who play it."""

from __future__ import annotations

import sys

from rich.text import Text

from simlab.api.play import GameInProgress
from simlab.cli.terminal.output import console, say, say_heading, say_line
from simlab.cli.terminal.replay import print_line
from simlab.errors import InputError

BOARD, UNDO, QUIT = "b", "u", "q"


def play_in_terminal(game: GameInProgress) -> None:
    """Play a game to its end, or until a person stops or the input ends."""
    print_seats(game)
    while game.choices:
        print_news(game)
        print_decision(game)
        if not is_answered(game):
            say("\nStopped. To play on:")
            say_line(game.command)
            return
    print_news(game)
    say_heading(game.scenario.rules.words("End"))
    for sentence in game.ending:
        say(sentence)
    say("To play this game again:")
    say_line(game.command)


def print_seats(game: GameInProgress) -> None:
    """Print the game and who sits at each seat."""
    scenario = game.scenario
    deal_label = f"game {game.live.deal}, seed {scenario.seed}"
    say(Text(f"{scenario.game.title}: {deal_label}", style="bold"))
    for seat, (name, policy) in enumerate(zip(game.names, scenario.lineup, strict=True)):
        say(f"{name} is {'you' if seat in game.live.people else f'played by {policy}'}.")
    for key, value in scenario.patch.items():
        say(f"Patch: {key} = {value}")


def print_news(game: GameInProgress) -> None:
    """Print what has happened since the last time."""
    for sentence in game.news():
        print_line("", sentence)


def print_decision(game: GameInProgress) -> None:
    """Print what the seat that is asked sees, and its choices."""
    assert game.seat is not None
    say_heading(game.names[game.seat])
    for line in game.visible:
        print_line("", line, style="italic")
    for number, choice in enumerate(game.choices, 1):
        print_line(str(number), choice)


def print_board(game: GameInProgress) -> None:
    """Print what lies in each place of the board."""
    for line in game.board:
        print_line("", line)


def is_answered(game: GameInProgress) -> bool:
    """Read a choice until there is a valid one; return whether to play on."""
    while True:
        board = f", {BOARD} for the board" if game.board else ""
        console().print(
            f"Your choice (1 to {len(game.choices)}{board}, {UNDO} to undo, {QUIT} to quit): ",
            end="",
        )
        word = sys.stdin.readline()
        if not sys.stdin.isatty():
            say(word.strip())
        if not word or word.strip().lower() == QUIT:
            return False
        if word.strip().lower() == BOARD and board:
            print_board(game)
            continue
        try:
            answer(game, word.strip().lower())
        except InputError as error:
            say(f"{error}.")
        else:
            return True


def answer(game: GameInProgress, word: str) -> None:
    """Carry out what a person types.

    Raises:
        InputError: it is no choice, or there is nothing to take back.
    """
    if word == UNDO:
        game.undo()
        say("The last choice is taken back.")
        game.news()
    elif word.isdecimal():
        game.choose(int(word))
    else:
        raise InputError(f'"{word}" is no number')
