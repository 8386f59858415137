"""SVG within a page: without header, in the page's font, in colours that follow its theme."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from simlab.report.style import DARK, TIPS

LEFT_OUT = ("title", "metadata", "style")
"""Elements of a file that a page has itself: its alternative text and its style sheet."""
WRITTEN = ("text", "tspan")
COLOUR = re.compile(r"#([0-9a-f]{6})\b")
TIPS_OF_FILE = re.compile(rf""" id=(?:"{TIPS}[^"]*"|'{TIPS}[^']*')""")
REFERENCE = re.compile(r"url\(#(\w+)\)")


def inline_svg(svg: str, slug: str, alt: str, **attributes: str) -> str:
    """Return the SVG of a file as an element of a page.

    `slug` sets its ids apart from those of other figures, `alt` is its text for readers who do not
    see it, and `attributes` are further ones of the element. Colours become variables of the page,
    see `colour_variables`.
    """
    source = ElementTree.fromstring(re.sub("<!DOCTYPE.*?>", "", svg, flags=re.DOTALL))
    root = Element(
        "svg",
        {"viewBox": source.attrib["viewBox"], "role": "img", "aria-label": alt, **attributes},
    )
    root.extend(_flat(source, slug))
    page_text = ElementTree.tostring(root, encoding="unicode", short_empty_elements=True)
    return re.sub(r"\s*\n\s*", " ", page_text)


def without_tips(svg: str) -> str:
    """Return the SVG of a file as other programs expect it."""
    return TIPS_OF_FILE.sub("", svg)


def colour_variables() -> dict[str, tuple[str, str]]:
    """Return the light and the dark value of each colour variable."""
    return {colour_variable(light): (light, dark) for light, dark in DARK.items()}


def colour_variable(colour: str) -> str:
    """Return the name of the variable for a colour of figures."""
    return f"--c-{colour[1:]}"


def _flat(parent: Element, slug: str) -> Iterator[Element]:
    """Yield the children as a page needs them; groups that change nothing give way to theirs."""
    for child in parent:
        tag = child.tag.rpartition("}")[2]
        if tag in LEFT_OUT:
            continue
        attributes = dict(_attributes(child, tag, slug))
        if tag == "g" and not attributes and not child.get("id", "").startswith(TIPS):
            yield from _flat(child, slug)
            continue
        page_element = Element(tag, attributes)
        page_element.text = child.text if tag in WRITTEN else None
        page_element.extend(_flat(child, slug))
        _add_tips(page_element, child.get("id", ""))
        if tag != "defs" or len(page_element):
            yield page_element


def _add_tips(markers: Element, name: str) -> None:
    """Give each marker its tip, if there are any; points that are not drawn have none."""
    tips = json.loads(name.removeprefix(TIPS)) if name.startswith(TIPS) else []
    # fewer are drawn if some lie beyond the axes: then nobody knows which tip is whose
    drawn = list(markers.iter("use"))
    if len(drawn) == len(tips):
        for marker, tip in zip(drawn, tips, strict=True):
            SubElement(marker, "title").text = tip


def _attributes(element: Element, tag: str, slug: str) -> Iterator[tuple[str, str]]:
    for name, value in element.attrib.items():
        match name.rpartition("}")[2]:
            case "id" if tag == "g":
                pass
            case "id":
                yield "id", f"{slug}-{value}"
            case "href":
                yield "href", f"#{slug}-{value[1:]}"
            # matplotlib turns even level text, by -0 degrees
            case "transform" if value.startswith("rotate(-0 "):
                pass
            case "style":
                yield "style", _style(value)
            case other:
                yield other, REFERENCE.sub(rf"url(#{slug}-\1)", " ".join(value.split()))


def _style(css: str) -> str:
    """Return a style without its font, which is the page's, and with variables for colours."""
    declarations = [
        declaration for declaration in css.split("; ") if not declaration.startswith("font-family")
    ]
    return COLOUR.sub(lambda colour: f"var({colour_variable(colour[0])})", ";".join(declarations))
