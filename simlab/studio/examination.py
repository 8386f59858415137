"""Examination of a game in the page: what is wrong with it, as far as it is known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from simlab.api.doctor import MINUTES, DoctorResult, ExaminationOrder, brief, order_examination
from simlab.errors import InputError
from simlab.execution.executor import Executor, prepare
from simlab.execution.run_observer import RunObserver
from simlab.report.wording import begin_sentence, n_of
from simlab.studies.doctor.examination import most_games, play
from simlab.studies.doctor.page import MARKS, PAGE, TOP, aspect_sentence, name_of, sentence
from simlab.studio.answer_content import COMPILING, PLAYING
from simlab.studio.live import DONE, STOPPED, Content, Live
from simlab.studio.question import Question

FOLDER = re.compile(r"doctor-\w+-\d+p")
"""Names of the folders of examinations."""


class LiveExamination(Live):
    """An examination that goes on while a page shows what it has found."""

    def __init__(self, order: ExaminationOrder) -> None:
        super().__init__({"state": PLAYING})
        self.order = order

    @property
    def key(self) -> str:
        """The name of the folder with its page."""
        return self.order.folder.name

    def play(self, executor: Executor) -> None:
        """Play to the end, or until it is stopped, and write the page; an error ends it, too."""
        self.follow(self._contents(executor))

    def _contents(self, executor: Executor) -> Iterator[Content]:
        request = self.order.request
        if executor.to_compile(request.scenarios):
            yield {"state": COMPILING}
        prepare(executor, request.scenarios, RunObserver(), most_games(request))
        for examination in play(request, executor):
            result = self.order.result(examination)
            progress = brief(examination)
            yield {**content_of(result), "state": PLAYING, "progress": progress}
            if self.stop.is_set():
                break
        result.page()
        state = STOPPED if self.stop.is_set() else DONE
        yield {**content_of(result), "state": state, "page": self.key}


def content_of(result: DoctorResult) -> Content:
    """Return score card and worst faults in words."""
    study = result.study
    faults = [
        {
            "title": name_of(finding.key, study.players),
            "sentence": sentence(finding, study),
            "commands": list(study.commands[finding.key]),
        }
        for finding in study.wrong[:TOP]
    ]
    return {
        "about": f"{n_of(study.players, 'player')}, all seats play as {study.policy}",
        "sentences": result.sentences,
        "score_card": [
            {
                "aspect": begin_sentence(aspect),
                "state": str(state),
                "mark": MARKS[state],
                "sentence": aspect_sentence(study, aspect),
            }
            for aspect, state in study.score_card.items()
        ],
        "faults": faults,
        "n_more": len(study.wrong) - len(faults),
        "command": result.command,
    }


def order_of(question: Question, raw: dict[str, Any], runs: Path) -> ExaminationOrder:
    """Return the examination of the rules and players of a question.

    The game's strongest policy that is fast enough has all seats unless the page names another one.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    minutes = raw.get("minutes", MINUTES)
    if isinstance(minutes, bool) or not isinstance(minutes, int | float):
        raise InputError("must be a number", "minutes")
    policies = set(question.policies)
    if len(policies) > 1:
        raise InputError("an examination has one policy in all seats", "policy")
    patch = [f"{key}={value}" for key, value in question.patch.items()]
    typed = {**question.options, "patch": patch}
    policy_texts = typed.pop("policy")
    policy = policy_texts[0] if raw.get("is_policy_chosen") else None
    typed = {key: value for key, value in typed.items() if value}
    return order_examination(question.game.reference, typed, policy, float(minutes), runs)


def pages_of(game: str, runs: Path) -> list[Content]:
    """Return the pages of a game's examinations, by number of players."""
    pattern = f"doctor-{game}-*p"
    names = [folder.name for folder in runs.glob(pattern)]
    files = {name: file for name in names if (file := page_file(name, runs))}
    pages = [
        {
            "name": name,
            "players": int(name.removesuffix("p").rpartition("-")[2]),
            "date": f"{datetime.fromtimestamp(file.stat().st_mtime):%Y-%m-%d %H:%M}",
        }
        for name, file in files.items()
    ]
    return sorted(pages, key=lambda page: page["players"])


def page_file(name: str, runs: Path) -> Path | None:
    """Return the page of an examination if there is one; a link out of its folder is none."""
    folder = (runs / name).resolve()
    file = (folder / PAGE.file).resolve()
    is_there = FOLDER.fullmatch(name) and file.is_file() and file.is_relative_to(runs.resolve())
    return file if is_there else None
