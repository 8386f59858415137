"""Sphinx configuration of the documentation site."""

from docutils import nodes
from sphinx.application import Sphinx

project = "simlab"
html_title = "simlab"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_copy_source = False
smartquotes = False
autodoc_preserve_defaults = True
html_show_sphinx = False
html_show_copyright = False
exclude_patterns = ["reports"]
myst_heading_anchors = 3
autodoc_typehints = "none"
"""The signature has no types: the arguments say in words what they may be."""
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
"""Documents may begin at any heading, and blocks may show parts of a file."""


def setup(app: Sphinx) -> None:
    """Let Sphinx write dashes; its own option would also write them into names of options."""
    app.connect("doctree-read", write_dashes)


def write_dashes(app: Sphinx, doctree: nodes.document) -> None:
    """Write a dash between the name of a parameter and what it means."""
    for text_node in list(doctree.findall(nodes.Text)):
        if text_node == " -- ":
            text_node.parent.replace(text_node, nodes.Text(" – "))
