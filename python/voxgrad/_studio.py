"""Studio, the block editor, from Python."""

from __future__ import annotations

import atexit
import os
import re
from pathlib import Path
from types import TracebackType

from voxgrad._page import Page

_PACKAGE = Path(__file__).resolve().parent


def executable() -> Path:
    """The `vox` that came with the package, or that of the checkout's build."""
    build = os.environ.get("VOXGRAD_BUILD", str(_PACKAGE.parent.parent / "build"))
    for path in (_PACKAGE / "bin" / "vox", Path(build) / "vox"):
        if path.exists():
            return path
    raise FileNotFoundError(f"vox is neither in {_PACKAGE / 'bin'} nor in {build}; run ./vox first")


class Studio:
    """A running Studio. It ends with `close()`, with a `with` block, or with this process."""

    def __init__(self, place: Path, browser: bool, port: int) -> None:
        command = [str(executable()), "studio", str(place), "--port", str(port)]
        if not browser:
            command.append("--no-browser")
        import subprocess  # not every program that imports voxgrad should pay for it

        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        atexit.register(self.close)
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if found := re.search(r"http://\S+", line):
                self.url = found[0]
                return
        raise RuntimeError(f"Studio did not start: {said.strip() or 'it said nothing'}")

    def close(self) -> None:
        """Ends the server; what was saved is saved."""
        self._process.terminate()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        atexit.unregister(self.close)

    def __enter__(self) -> Studio:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Studio at {self.url}>"

    def _repr_html_(self) -> str:
        return f'<a href="{self.url}" target="_blank" rel="noopener">Open Studio</a>'


def studio(
    page: Page | str | os.PathLike[str] = ".", *, browser: bool = True, port: int = 0
) -> Studio:
    """Opens a page, or a folder of pages, in the block editor.

    A page that was loaded (`voxgrad.load`) is written to a folder of its own first: what is saved
    in Studio does not change the file that it came from. In a notebook the result shows a link.

        with voxgrad.studio("page.pbtxt") as editor:
            input(f"{editor.url}: press Enter when done")
    """
    if isinstance(page, Page):
        import tempfile

        place = Path(tempfile.mkdtemp(prefix="voxgrad-")) / "page.pbtxt"
        page.save(place)
    else:
        place = Path(page)
        if not place.exists():
            raise FileNotFoundError(f"studio: there is no page or folder {place}")
    return Studio(place, browser, port)
