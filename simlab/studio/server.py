"""Server of the studio on the loopback address."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import uvicorn

from simlab.api.observer import SILENT, Observer
from simlab.api.translating import BackgroundTranslator
from simlab.errors import InputError, SimlabError
from simlab.execution.processes import all_cores
from simlab.files.paths import runs_folder
from simlab.studio.access import Keys
from simlab.studio.application import Studio, application
from simlab.studio.listed_game import list_games
from simlab.studio.tried import read_tried

HOST = "127.0.0.1"
PORT = 8914
"""Port that is tried first unless one is given; a free one is taken if it is in use."""
FOLDER = "studio"
"""Folder, below that of the runs, of what was tried."""
# pages hold a stream open, for which the server would wait for ever
SHUTDOWN_SECONDS = 1


def studio_of(
    game: str | None, data: Path | None, jobs: int | None = None, observer: Observer = SILENT
) -> Studio:
    """Return a studio of all games, the named one first.

    Plain games are translated while their first questions are answered; the observer hears of it.

    Raises:
        InputError: there is no such game, or its data is invalid.
        RunError: the folder of what was tried cannot be written.
    """
    executor = replace(all_cores(jobs), translator=BackgroundTranslator(observer))
    tried = read_tried(runs_folder() / FOLDER)
    studio = Studio(list_games(game, data), executor, tried, runs_folder())
    studio.form(studio.selected)
    return studio


def open_socket(port: int | None) -> socket.socket:
    """Return a socket that listens on the loopback address, by default at PORT or a free port.

    Raises:
        InputError: the port is in use or not allowed.
    """
    ports = [PORT, 0] if port is None else [port]
    for port_number in ports:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        # else Linux keeps a port for a minute after the studio that had it has ended
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port_number))
            listening.listen()
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
            if port_number == ports[-1]:
                raise InputError(f"{port_number} cannot be used: {reason}", "port") from error
            continue
        return listening
    raise AssertionError("the last port is used or refused")


def serve(
    studio: Studio, port: int | None, opened: Callable[[str], None], *, opens_browser: bool
) -> None:
    """Serve until Ctrl-C; `opened` is called with the address, which works once.

    Raises:
        InputError: the port is in use or not allowed.
    """
    listening = open_socket(port)
    keys = Keys(listening.getsockname()[1])
    address = f"http://{HOST}:{keys.port}/?token={keys.token}"
    server = StudioServer(studio, keys)
    opened(address)
    if opens_browser:
        # on a thread, as a browser in the terminal returns only when it is closed
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    # before the reader has asked anything: the first question need not wait for it
    threading.Thread(target=warm_up, args=(studio,), daemon=True).start()
    with suppress(KeyboardInterrupt), listening:
        server.run(sockets=[listening])


class StudioServer(uvicorn.Server):
    """Server of a studio; it ends the questions before it closes, so that no stream is cut off."""

    def __init__(self, studio: Studio, keys: Keys) -> None:
        self.studio = studio
        super().__init__(
            uvicorn.Config(
                application(studio, keys),
                log_level="error",
                access_log=False,
                server_header=False,
                lifespan="off",
                timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the questions, then the connections."""
        self.studio.close()
        await super().shutdown(sockets)


def warm_up(studio: Studio) -> None:
    """Load what the first question needs: the game's code and the critical values of the looks."""
    form = studio.form(studio.selected)
    players = form["players"][0]
    seats = [form["first"][players]] * players
    raw = {"game": studio.selected, "players": players, "seats": seats, "patch": {}}
    with suppress(SimlabError):
        rules = studio.parse_rules(raw)
        if not studio.player.executor.to_compile([rules.comparison.base]):
            watched = studio.games_to_watch(rules)
            watched.shares()
            list(watched.further_metrics())
