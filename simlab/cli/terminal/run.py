"""Prints the result of a run: a summary, a sweep or a house rule, as text or JSON."""

from __future__ import annotations

from simlab import shell
from simlab.analysis.tables import Tables
from simlab.api.result import Content
from simlab.api.run import Run
from simlab.cli.terminal.assumptions import say_assumptions
from simlab.cli.terminal.output import from_here, say, say_json, say_line, say_next_step
from simlab.cli.terminal.summary import print_summary
from simlab.cli.terminal.sweep import print_sweep
from simlab.experiment.houserule import KIND
from simlab.report.answers.dead_ways import dead_way_sentence
from simlab.report.answers.luck import luck_sentences
from simlab.report.answers.strongest import sentence_on_strongest
from simlab.report.answers.until import METHOD, until_sentences
from simlab.report.rulebook import patches
from simlab.report.wording import begin_sentence


def print_result(run: Run, seconds: float, as_json: bool, *, explain: bool = False) -> None:
    """Print the result of a run and its path, as text or JSON.

    The page of a sweep or a house rule is written too.
    """
    tables = Tables(run.folder)
    if tables.study.get("kind") == KIND:
        from simlab.cli.terminal.houserule import print_houserule  # imports all figures

        print_houserule(run, as_json, explain=explain)
    elif as_json:
        say_json(content_of(run, seconds, tables.is_sweep))
    elif tables.is_sweep:
        print_sweep(tables, explain=explain)
        say_assumptions(tables, run.folder)
        say_next_step(run.next_steps)
        say_line(f"Run: {run.folder}")
        say_line(f"Open {run.page(assumptions=0)} in a browser.")
    else:
        for change in patches(tables):
            say(f"Changed rules: {change}.")
        print_summary(run.to_dict()["scenarios"], luck_sentences(tables), explain=explain)
        for sentence in (precise := until_sentences(tables)):
            say(begin_sentence(sentence))
        if precise and explain:
            say(METHOD)
        if sentence := dead_way_sentence(tables):
            say(begin_sentence(sentence))
        if sentence := sentence_on_strongest(tables):
            say(sentence)
        say_assumptions(tables, run.folder)
        say_next_step(run.next_steps)
        say_line(f"Run: {run.folder}")
        report = ["simlab", "report", str(from_here(run.folder))]
        say_line(f"For a page: {shell.join(report)}")


def content_of(run: Run, seconds: float, is_sweep: bool) -> Content:
    """Return the result as JSON, with its page if it is a sweep."""
    content = run.to_dict()
    head = {name: content.pop(name) for name in ("run", "key", "games")}
    page = {"report": str(run.page(assumptions=0))} if is_sweep else {}
    return {**head, "seconds": round(seconds, 3), **page, **content}
