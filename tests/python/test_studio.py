"""voxgrad.studio(): the editor from Python."""

from __future__ import annotations

import json
import os
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import voxgrad
from checkout import BUILD, ROOT

PAGE = ROOT / "studio/gallery/second_order.pbtxt"


@pytest.fixture(autouse=True)
def _own_executable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOXGRAD_BUILD", str(BUILD))


def ask(url: str, path: str, body: Any) -> Any:
    address = urllib.parse.urlsplit(url)
    said = urllib.parse.parse_qs(address.fragment)
    request = urllib.request.Request(
        f"http://{address.netloc}{path}",
        json.dumps(body).encode(),
        {"X-Voxgrad-Token": said["token"][0], "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def opened(url: str) -> str:
    return urllib.parse.parse_qs(urllib.parse.urlsplit(url).fragment)["open"][0]


def test_it_opens_a_folder_and_ends_with_its_block(tmp_path: Path) -> None:
    with voxgrad.studio(tmp_path, browser=False) as editor:
        listed = ask(editor.url, "/api/pages/list", {})
        assert listed["folder"] == os.path.realpath(tmp_path) and listed["pages"] == []
        assert editor.url in editor._repr_html_() and editor.url in repr(editor)
    with pytest.raises(OSError):
        ask(editor.url, "/api/pages/list", {})
    editor.close()  # a second time does no harm


def test_it_opens_a_page(tmp_path: Path) -> None:
    page = tmp_path / "mine.pbtxt"
    page.write_bytes(PAGE.read_bytes())
    with voxgrad.studio(page, browser=False) as editor:
        assert opened(editor.url) == "mine.pbtxt"
        assert "ddy" in ask(editor.url, "/api/pages/load", {"path": "mine.pbtxt"})["page"]["blocks"]


def test_a_page_that_was_loaded_is_opened_as_a_copy(tmp_path: Path) -> None:
    file = tmp_path / "mine.pbtxt"
    file.write_bytes(PAGE.read_bytes())
    with voxgrad.studio(voxgrad.load(file), browser=False) as editor:
        path = opened(editor.url)
        loaded = ask(editor.url, "/api/pages/load", {"path": path})
        assert "ddy" in loaded["page"]["blocks"]
        empty: dict[str, Any] = {
            "blocks": {},
            "wires": [],
            "groups": {},
            "comments": {},
            "views": [],
        }
        saved = {"path": path, "page": empty, "version": loaded["version"]}
        ask(editor.url, "/api/pages/save", saved)
    assert file.read_bytes() == PAGE.read_bytes()


def test_what_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        FileNotFoundError, match=r"studio: there is no page or folder .*none\.pbtxt"
    ):
        voxgrad.studio(tmp_path / "none.pbtxt", browser=False)
