"""Writes the documentation site: `python -m simlab.docs FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from simlab.docs.site import write_site

if __name__ == "__main__":
    print(f"Open {write_site(Path(sys.argv[1]))} in a browser.")
