"""Sources of the documentation site: documents at their places, and pages made of the code."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from simlab.docs.gallery import gallery
from simlab.docs.notebook import notebook_page
from simlab.docs.reference import command_pages, function_pages

ROOT = Path(__file__).parents[2]
CONTENTS = Path(__file__).with_name("contents.md")
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "simlab/ARCHITECTURE.md",
    "simlab/analysis/README.md",
    "simlab/analysis/METHODS.md",
    "simlab/cli/README.md",
    "simlab/execution/cluster/README.md",
    "simlab/games/README.md",
    "simlab/compiler/README.md",
    "simlab/plain/README.md",
    "simlab/plain/TUTORIAL.md",
    "simlab/report/README.md",
    "simlab/studies/README.md",
    "simlab/studio/README.md",
)
PAGES = "simlab/docs/pages"
NOTEBOOKS = "simlab/docs/notebooks"
PICTURES = "simlab/docs/pictures"
OF_GAMES = ("README.md", "RULES.md", "STRENGTH.md")
BESIDE = ("LICENSE", "data", "reports", NOTEBOOKS, PICTURES)
"""Files and folders to which documents link."""


def write_sources(folder: Path) -> None:
    """Write all sources into a folder, in which documents lie as in the repository."""
    shutil.copy(CONTENTS, folder / "index.md")
    for name in BESIDE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("full"))
        else:
            shutil.copy(source, folder / name)
    for document in documents():
        target = folder / document
        target.parent.mkdir(parents=True, exist_ok=True)
        markdown = (ROOT / document).read_text(encoding="utf-8")
        markdown = without_folder_links(markdown, (ROOT / document).parent).replace(
            ".ipynb)", ".md)"
        )
        target.write_text(markdown, encoding="utf-8", newline="\n")
    pages = {
        **command_pages(),
        **function_pages(),
        **notebook_pages(),
        "gallery.md": gallery(ROOT / "reports"),
    }
    for name, markdown in pages.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(markdown, encoding="utf-8", newline="\n")


def notebook_pages() -> dict[str, str]:
    """Return the page of each notebook by its path."""
    notebooks = sorted((ROOT / NOTEBOOKS).glob("*.ipynb"))
    return {f"{NOTEBOOKS}/{file.stem}.md": notebook_page(file) for file in notebooks}


def without_folder_links(markdown: str, folder: Path) -> str:
    """Return a document of a place with the words of links to folders, which a site cannot show."""

    def link_text(link: re.Match[str]) -> str:
        return link[1] if (folder / link[2]).is_dir() else link[0]

    return re.sub(r"\[([^\]]+)\]\(([^)#:]+)\)", link_text, markdown)


def documents() -> Iterator[Path]:
    """Yield the documents of the repository, relative to its root."""
    yield from map(Path, DOCUMENTS)
    for page in sorted((ROOT / PAGES).glob("*.md")):
        yield page.relative_to(ROOT)
    for game in sorted((ROOT / "simlab" / "games").iterdir()):
        for name in OF_GAMES:
            if (game / name).is_file():
                yield (game / name).relative_to(ROOT)
