"""Gallery: the reports of the repository, each with its question, its answer and a figure."""

from __future__ import annotations

from pathlib import Path

ANSWER = "answer.md"
PAGES = ("report.html", "tune.html")


def gallery(folder: Path) -> str:
    """Return a page with question, answer and link of each report in a folder."""
    reports = sorted(path.parent for path in folder.glob(f"*/{ANSWER}"))
    return "# Gallery\n\n" + "\n".join(map(_entry, reports))


def _entry(report: Path) -> str:
    page = next(name for name in PAGES if (report / name).is_file())
    lines = (report / ANSWER).read_text(encoding="utf-8").splitlines()
    question = next(line for line in lines if line.startswith("# ")).removeprefix("# ")
    answer = next(line for line in lines if line.startswith("**")).strip("*")
    report_folder = f"reports/{report.name}"
    figures = sorted(file.name for file in (report / "figures").glob("*.svg"))[:1]
    images = "".join(f"![{question}]({report_folder}/figures/{name})\n\n" for name in figures)
    return f"## {question}\n\n{answer}\n\n{images}[The whole report]({report_folder}/{page})\n"
