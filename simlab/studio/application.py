"""Web application of the studio: what each address of the page answers."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from simlab.errors import InputError, SimlabError
from simlab.execution.executor import Executor
from simlab.execution.run_list import runs_in
from simlab.experiment.lineup import in_short
from simlab.report.viewer.page import FOLDER as VIEWER
from simlab.report.wording import n_of
from simlab.studies.ab.watched_comparison import WatchedComparison
from simlab.studio.access import REPORT_POLICY, Access, Keys
from simlab.studio.examination import LiveExamination, order_of, page_file, pages_of
from simlab.studio.export import command_line, experiment_file, games_of, patch_file, table_file
from simlab.studio.game_to_watch import views_of
from simlab.studio.listed_game import ListedGame, form_of, rows_of_chosen_files
from simlab.studio.live import events
from simlab.studio.live_answer import AnswerPlayer, LiveAnswer
from simlab.studio.page_session import PageSession, PageSessions
from simlab.studio.question import (
    ComparedRules,
    game_of,
    patch_of,
    patch_with,
    problem_content,
    question_of,
    rules_in_question,
    undo_keys,
)
from simlab.studio.search_at_decision import values_at
from simlab.studio.tried import Tried, TriedRow

Content = dict[str, Any]
Answering = Callable[[Request], Awaitable[Response]]

STATIC = Path(__file__).parent / "static"
VIEWER_FILES = ("viewer.js", "viewer.css")
"""Files of the viewer of games that the page loads."""
PAGE_ID = re.compile(r"[a-z0-9]{8,40}")
BLOCKS_TO_PICK_FROM = 200
SEARCH_BLOCKS_TO_PICK_FROM = 2
"""Deals among which a game to watch is picked if none have been played; few of a search."""


class Studio:
    """What all pages share: games, the player of answers, and what was tried."""

    def __init__(
        self,
        games: Mapping[str, ListedGame],
        executor: Executor,
        tried: Tried,
        runs: Path,
        selected: str | None = None,
    ) -> None:
        self.games = games
        self.player = AnswerPlayer(executor)
        self.tried = tried
        self.runs = runs
        self.forms: dict[str, Content] = {}
        """Forms of the games that were opened."""
        self.selected = selected or next(iter(games))
        self.examination: LiveExamination | None = None
        """The one that is played, or was played last."""
        self.sessions = PageSessions(lambda answer: self.player.play(answer, self.keep))

    def form(self, name: str) -> Content:
        """Return the form of a game.

        Raises:
            InputError: there is no such game, or its data is invalid.
        """
        if name not in self.forms:
            self.forms[name] = form_of(game_of(name, self.games))
        return self.forms[name]

    def parse_rules(self, raw: Any) -> ComparedRules:
        """Return the rules that a question compares.

        Raises:
            InputError: all that is unknown, impossible or out of range.
        """
        return rules_in_question(question_of(raw, self.games))

    def keep(self, answer: LiveAnswer) -> None:
        """Keep an answer that has reached its first look among those that were tried.

        Raises:
            RunError: it cannot be written.
        """
        if "headline" in answer.content:
            self.tried.keep(self.row_of(answer), is_last=answer.is_ended)

    def row_of(self, answer: LiveAnswer) -> TriedRow:
        """Return the row of an answer in the list of what was tried."""
        question = answer.rules.question
        policies = ", ".join(in_short(question.policies))
        row = TriedRow(
            answer.key,
            question.to_dict(),
            [change.sentence for change in answer.rules.changes],
            f"{n_of(question.players, 'player')}, {policies}",
            answer.content,
            asked=answer.asked,
        )
        command = command_line(question, games_of(row))
        return TriedRow(**{**vars(row), "command": command})

    def examine(self, raw: Content) -> LiveExamination:
        """Begin an examination in place of the one that is played.

        Raises:
            InputError: all that is unknown, impossible or out of range.
        """
        order = order_of(question_of(raw, self.games), raw, self.runs)
        if self.examination is not None:
            self.examination.stop.set()
        self.examination = LiveExamination(order)
        play, executor = self.examination.play, self.player.executor
        threading.Thread(target=play, args=(executor,), daemon=True).start()
        return self.examination

    def close(self) -> None:
        """Stop all games, and end the streams of all pages."""
        self.sessions.close()
        if self.examination is not None:
            self.examination.close()

    def games_to_watch(self, rules: ComparedRules) -> WatchedComparison:
        """Return games of a question: those that a page plays now, else a few."""
        for answer in self.sessions.answers():
            if answer.key == rules.question.key and answer.watched and answer.watched.n_blocks:
                return answer.watched
        watched = WatchedComparison(rules.comparison, rules.question.metric)
        is_search = any(policy.base for policy in rules.comparison.base.lineup)
        count = SEARCH_BLOCKS_TO_PICK_FROM if is_search else BLOCKS_TO_PICK_FROM
        watched.add(*self.player.games(rules.comparison, 0, count))
        return watched


def application(studio: Studio, keys: Keys) -> Starlette:
    """Return the application of a studio, which only the holder of the keys can use."""
    pages = _Pages(studio, keys)

    routes = [
        Route("/", pages.index),
        Route("/api/games", pages.games),
        Route("/api/games/{name}", pages.game),
        Route("/api/patch", pages.patch, methods=["POST"]),
        Route("/api/questions", pages.ask, methods=["POST"]),
        Route("/api/stop", pages.stop, methods=["POST"]),
        Route("/api/answers/{page}/{key}", pages.answer),
        Route("/api/tried", pages.tried),
        Route("/api/tried/{key}", pages.mark, methods=["POST"]),
        Route("/api/tried/{key}", pages.drop, methods=["DELETE"]),
        Route("/api/tried/{key}/{kind}", pages.export),
        Route("/api/watch", pages.watch, methods=["POST"]),
        Route("/api/values", pages.values, methods=["POST"]),
        Route("/api/examinations", pages.examinations),
        Route("/api/examinations", pages.examine, methods=["POST"]),
        Route("/api/examinations/stop", pages.stop_examination, methods=["POST"]),
        Route("/api/examinations/{name}", pages.examination),
        Route("/examinations/{name}", pages.examination_page),
        Route("/api/runs", pages.runs),
        Route("/runs/{name}", pages.report),
        Mount("/static", StaticFiles(directory=STATIC)),
        *(Route(f"/viewer/{name}", pages.viewer) for name in VIEWER_FILES),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Access, keys=keys)],
        exception_handlers={SimlabError: _problems},
    )


def _problems(_: Request, error: Exception) -> Response:
    """Return the problems of what a page asked for, each with the key of its control."""
    if isinstance(error, InputError):
        problems = [problem_content(problem) for problem in error.problems]
        return JSONResponse({"problems": problems}, 422)
    problems = [{"key": "", "is_rule": False, "sentence": str(error)}]
    return JSONResponse({"problems": problems}, 500)


class _Pages:
    """The answers to the requests of pages; what takes time runs on threads."""

    def __init__(self, studio: Studio, keys: Keys) -> None:
        self.studio = studio
        self.keys = keys

    async def index(self, request: Request) -> Response:
        response = FileResponse(STATIC / "index.html")
        if request.scope["is_first"]:
            name, value = self.keys.cookie_name, self.keys.cookie
            response.set_cookie(name, value, httponly=True, samesite="strict", path="/")
        return response

    async def games(self, _: Request) -> Response:
        games = [
            {"name": listed.name, "title": listed.game.title}
            for listed in self.studio.games.values()
        ]
        return JSONResponse({"games": games, "selected": self.studio.selected})

    async def game(self, request: Request) -> Response:
        name = request.path_params["name"]
        return JSONResponse(await asyncio.to_thread(self.studio.form, name))

    async def patch(self, request: Request) -> Response:
        raw = await _body(request)
        listed = game_of(raw.get("game"), self.studio.games)
        name = str(raw.get("name"))
        changed = await asyncio.to_thread(patch_with, patch_of(raw.get("patch")), name, listed)
        return JSONResponse({"patch": changed})

    async def ask(self, request: Request) -> Response:
        raw = await _body(request)
        self._session(raw).stop()
        rules = await asyncio.to_thread(self.studio.parse_rules, raw)
        answer = LiveAnswer(rules)
        self._session(raw).ask(answer)  # the session of before may have been closed meanwhile
        question = rules.question
        return JSONResponse(
            {
                "key": answer.key,
                "changes": [
                    {
                        "sentence": change.sentence,
                        "keys": undo_keys(change, question.patch, question.game),
                    }
                    for change in rules.changes
                ],
                "remarks": rules.components.remarks,
                "tables": await asyncio.to_thread(
                    rows_of_chosen_files, question.game, question.patch
                ),
            }
        )

    async def stop(self, request: Request) -> Response:
        self._session(await _body(request)).stop()
        return JSONResponse({})

    async def answer(self, request: Request) -> Response:
        session = self._session(request.path_params)
        answer = session.current
        if answer is None or answer.key != request.path_params["key"]:
            return Response(status_code=204)  # a newer question; the browser does not ask again
        return StreamingResponse(events(answer), media_type="text/event-stream")

    async def tried(self, request: Request) -> Response:
        rows = await asyncio.to_thread(self.studio.tried.list)
        game = request.query_params.get("game")
        listed_rows = [
            asdict(row) for row in rows if game is None or row.question.get("game") == game
        ]
        return JSONResponse({"rows": listed_rows})

    async def mark(self, request: Request) -> Response:
        raw, key = await _body(request), request.path_params["key"]
        starred, name = raw.get("starred"), raw.get("name")
        row = await asyncio.to_thread(
            self.studio.tried.mark,
            key,
            starred=None if starred is None else bool(starred),
            name=None if name is None else str(name),
        )
        return JSONResponse(asdict(row))

    async def drop(self, request: Request) -> Response:
        await asyncio.to_thread(self.studio.tried.drop, request.path_params["key"])
        return JSONResponse({})

    async def export(self, request: Request) -> Response:
        row = self.studio.tried.row(request.path_params["key"])
        question = question_of(row.question, self.studio.games)
        kinds: dict[str, tuple[str, Callable[[], str]]] = {
            "patch.toml": ("text/plain", lambda: patch_file(question, row)),
            "experiment.toml": ("text/plain", lambda: experiment_file(question, row)),
            "answer.csv": ("text/csv", lambda: table_file(row)),
        }
        kind = request.path_params["kind"]
        if kind not in kinds:
            raise InputError("is nothing that can be exported", "export")
        media_type, written = kinds[kind]
        disposition = {"Content-Disposition": f'attachment; filename="{kind}"'}
        content = await asyncio.to_thread(written)
        return Response(content, media_type=f"{media_type}; charset=utf-8", headers=disposition)

    async def watch(self, request: Request) -> Response:
        raw = await _body(request)
        return JSONResponse(await asyncio.to_thread(self._watch, raw))

    def _watch(self, raw: Content) -> Content:
        rules = self.studio.parse_rules(raw)
        return views_of(rules, raw, self.studio.games_to_watch)

    async def values(self, request: Request) -> Response:
        raw = await _body(request)
        return JSONResponse(await asyncio.to_thread(self._values, raw))

    def _values(self, raw: Content) -> Content:
        return values_at(self.studio.parse_rules(raw), raw, self.studio.player.executor)

    async def viewer(self, request: Request) -> Response:
        return FileResponse(VIEWER / request.url.path.rpartition("/")[2])

    async def examinations(self, request: Request) -> Response:
        listed = game_of(request.query_params.get("game"), self.studio.games)
        pages = await asyncio.to_thread(pages_of, listed.game.name, self.studio.runs)
        return JSONResponse({"pages": pages})

    async def examine(self, request: Request) -> Response:
        raw = await _body(request)
        examination = await asyncio.to_thread(self.studio.examine, raw)
        return JSONResponse({"key": examination.key})

    async def stop_examination(self, request: Request) -> Response:
        await _body(request)
        if self.studio.examination is not None:
            self.studio.examination.stop.set()
        return JSONResponse({})

    async def examination(self, request: Request) -> Response:
        examination = self.studio.examination
        if examination is None or examination.key != request.path_params["name"]:
            return Response(status_code=204)
        return StreamingResponse(events(examination), media_type="text/event-stream")

    async def examination_page(self, request: Request) -> Response:
        """Return the page of an examination, in a sandbox as that of a run."""
        file = page_file(request.path_params["name"], self.studio.runs)
        if file is None:
            raise InputError("is no examination with a page", "examination")
        return FileResponse(file, headers={"Content-Security-Policy": REPORT_POLICY})

    async def runs(self, _: Request) -> Response:
        return JSONResponse({"runs": await asyncio.to_thread(self._runs)})

    def _runs(self) -> list[Content]:
        if not self.studio.runs.is_dir():
            return []
        return [
            {
                **{key: getattr(run, key) for key in ("name", "game", "what", "games", "size")},
                "date": run.date.strftime("%Y-%m-%d %H:%M"),
                "state": run.state,
                "has_report": self._report_of(run.name) is not None,
            }
            for run in runs_in(self.studio.runs)
        ]

    def _report_of(self, run: str) -> Path | None:
        """Return the report of a run if it has one; a link out of the run folder is none."""
        folder = (self.studio.runs / run).resolve()
        file = (folder / "report.html").resolve()
        return file if file.is_file() and file.is_relative_to(folder) else None

    async def report(self, request: Request) -> Response:
        """Return the report of a run of the list, in a sandbox: its files may be another's."""
        name, runs = request.path_params["name"], await asyncio.to_thread(self._runs)
        file = self._report_of(name) if name in [run["name"] for run in runs] else None
        if file is None:
            raise InputError("is no run with a report", "run")
        return FileResponse(file, headers={"Content-Security-Policy": REPORT_POLICY})

    def _session(self, raw: Mapping[str, Any]) -> PageSession:
        page = raw.get("page")
        if not isinstance(page, str) or not PAGE_ID.fullmatch(page):
            raise InputError("is no page", "page")
        return self.studio.sessions.of(page)


async def _body(request: Request) -> Content:
    """Return the JSON object that a request sends.

    Raises:
        InputError: it is none.
    """
    try:
        raw = await request.json()
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"is no JSON: {error}") from error
    except ValueError:  # of Python's limit for numbers
        raise InputError("is no JSON: a number has too many digits") from None
    if not isinstance(raw, dict):
        raise InputError("is no JSON object")
    return raw
