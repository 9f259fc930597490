"""`vox studio` as a process: started, asked, attacked, stopped and killed."""

from __future__ import annotations

import http.client
import json
import random
import re
import signal
import subprocess
import threading
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT, VOX

PATIENCE = 120  # seconds until a test gives up; none takes that long by itself


class Studio:
    """A server and its address."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [VOX, "studio", "--no-browser", "--port", "0", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        lines = [self.process.stdout.readline() for _ in range(3)]
        assert lines[2] == "Ctrl-C ends it.\n", lines
        self.address = urllib.parse.urlsplit(lines[1].strip())
        self.said = urllib.parse.parse_qs(self.address.fragment)
        self.headers = {
            "X-Voxgrad-Token": self.said["token"][0],
            "Content-Type": "application/json",
        }

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.address.netloc, timeout=PATIENCE)

    def ask(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        connection = self.connect()
        connection.request("POST", path, json.dumps(body), self.headers | headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text)

    def good(self, path: str, body: Any) -> Any:
        status, answer = self.ask(path, body)
        assert status == 200, (path, answer)
        return answer

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    (tmp_path / "pages").mkdir()
    running = Studio(str(tmp_path / "pages"))
    yield running
    assert running.stop() == 0


def page_of(value: int) -> dict[str, Any]:
    """A page of one constant and its negative."""
    constant = {"dtype": "int32", "shape": "", "text": str(value)}
    common = {"x": 0, "y": 0, "attrs": {}, "literals": {}}
    return {
        "blocks": {
            "value": {"name": "value", "op": "Const", "value": constant, **common},
            "minus": {"name": "minus", "op": "Neg", **common},
        },
        "wires": [{"from": "value", "output": 0, "to": "minus", "input": "x"}],
        "groups": {},
        "comments": {},
        "views": [],
    }


def value_of(page: dict[str, Any]) -> int:
    return int(page["blocks"]["value"]["value"]["text"])


# Starting and stopping


def test_it_serves_until_a_signal(tmp_path: Path) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        studio = Studio(str(tmp_path))
        assert studio.address.hostname == "127.0.0.1"
        assert len(studio.good("/api/ops", {})["ops"]) > 100
        assert studio.stop(number) == 0


def test_a_page_is_named_in_the_address(tmp_path: Path) -> None:
    studio = Studio(str(tmp_path / "my new page.pbtxt"))
    assert studio.said["open"] == ["my new page.pbtxt"]
    assert studio.good("/api/pages/list", {})["folder"] == str(tmp_path)
    studio.stop()


def test_bad_words_are_sentences(studio: Studio, tmp_path: Path) -> None:
    port = str(studio.address.port)

    def refused(*words: str) -> tuple[int, str]:
        command = [str(VOX), "studio", "--no-browser", *words]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return done.returncode, done.stderr.splitlines()[0]

    taken = f"vox: Port {port} is taken by another program; name another one, or 0 for any."
    assert refused("--port", port) == (1, taken)
    assert refused("--port", "x")[0] == 2
    assert refused("--port", "65536")[0] == 2
    assert refused(str(tmp_path), "x")[0] == 2
    none = f"vox: {tmp_path}/x is neither a folder nor a page, which ends in .pbtxt or .pb."
    assert refused(f"{tmp_path}/x") == (2, none)
    assert refused(f"{tmp_path}/none/x.pbtxt")[0] == 1


def test_stopping_ends_a_run(tmp_path: Path) -> None:
    studio = Studio(str(tmp_path))
    connection = studio.connect()
    run = {"page": page_of(1), "session": "s", "steps": 1_000_000_000}
    connection.request("POST", "/api/run", json.dumps(run), studio.headers)
    assert connection.getresponse().readline()
    assert studio.stop() == 0


# Requests


def test_the_page_is_there(studio: Studio) -> None:
    connection = studio.connect()
    connection.request("GET", "/")
    answer = connection.getresponse()
    text = answer.read().decode()
    policy = answer.getheader("Content-Security-Policy") or ""
    assert "default-src 'self'" in policy and "unsafe" not in policy
    if answer.status == 503:  # a build without Node
        assert "no page" in text
        return
    assert answer.status == 200 and answer.getheader("Cache-Control") == "no-store"
    for script in re.findall(r'src="\./(assets/[^"]*)"', text):
        connection.request("GET", f"/{script}")
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read()
        assert "immutable" in (answer.getheader("Cache-Control") or "")


def test_strangers_are_turned_away(studio: Studio) -> None:
    assert studio.ask("/api/pages/list", {})[0] == 200
    assert studio.ask("/api/pages/list", {}, **{"X-Voxgrad-Token": "0" * 32})[0] == 401
    assert studio.ask("/api/pages/list", {}, Host="evil.example")[0] == 403
    assert studio.ask("/api/pages/list", {}, Origin="http://evil.example")[0] == 403
    assert studio.ask("/api/pages/list", {}, **{"Content-Type": "text/plain"})[0] == 415
    assert studio.ask("/api/nothing", {})[0] == 404


@pytest.mark.parametrize(
    "path", ["../x.pbtxt", "/etc/passwd", "a/../../x.pbtxt", "link/x.pbtxt", ".voxgrad/x.pbtxt"]
)
def test_no_path_leads_out_of_the_folder(studio: Studio, tmp_path: Path, path: str) -> None:
    (tmp_path / "x.pbtxt").write_text("# outside\n")
    (tmp_path / "pages" / "link").symlink_to(tmp_path)
    body = {"path": path, "page": page_of(1), "session": "s", "format": "pbtxt", "block": "minus"}
    for request in ("pages/load", "pages/save", "pages/delete", "export", "gradcheck"):
        status, answer = studio.ask(f"/api/{request}", body)
        assert status == 400 and answer["argument"] == "path", (request, answer)
    lines = run_lines(studio, body)
    assert lines[-1]["event"] == "error" and "folder" in lines[-1]["message"]
    assert (tmp_path / "x.pbtxt").read_text() == "# outside\n"


def run_lines(studio: Studio, body: dict[str, Any]) -> list[dict[str, Any]]:
    connection = studio.connect()
    connection.request("POST", "/api/run", json.dumps(body), studio.headers)
    answer = connection.getresponse()
    assert answer.status == 200
    lines = [json.loads(line) for line in answer.read().splitlines()]
    connection.close()
    return lines


def test_a_run_streams_its_results(studio: Studio) -> None:
    lines = run_lines(studio, {"page": page_of(7), "session": "s"})
    assert lines[0]["event"] == "start" and lines[-1]["event"] == "done"
    results = {line["block"]: line["result"] for line in lines if line["event"] == "result"}
    assert results["minus"]["outputs"][0]["text"] == "-7"


def test_closing_the_request_cancels_the_run(studio: Studio) -> None:
    for _ in range(3):
        connection = studio.connect()
        run = {"page": page_of(1), "session": "s", "steps": 1_000_000_000}
        connection.request("POST", "/api/run", json.dumps(run), studio.headers)
        answer = connection.getresponse()
        assert answer.readline()
        answer.close()
        connection.close()
    # Runs of a session follow each other: this one begins when the others have ended.
    assert run_lines(studio, {"page": page_of(2), "session": "s"})[-1]["event"] == "done"


def test_twenty_tabs_at_once(studio: Studio) -> None:
    failures: list[object] = []

    def tab(number: int) -> None:
        path, version = f"tab {number}.pbtxt", ""
        try:
            for k in range(5):
                page = page_of(100 * number + k)
                infer = studio.good("/api/infer", {"page": page})
                assert infer["blocks"]["minus"]["outputs"][0]["dtype"] == "int32"
                lines = run_lines(studio, {"page": page, "session": path})
                assert lines[-1]["event"] == "done"
                saved = studio.good(
                    "/api/pages/save", {"path": path, "page": page, "version": version}
                )
                version = saved["version"]
        except Exception as error:
            failures.append((number, error))

    tabs = [threading.Thread(target=tab, args=(number,)) for number in range(20)]
    for thread in tabs:
        thread.start()
    for thread in tabs:
        thread.join()
    assert not failures
    assert len(studio.good("/api/pages/list", {})["pages"]) == 20


def test_two_tabs_notice_each_other(studio: Studio) -> None:
    body = {"path": "x.pbtxt", "page": page_of(1)}
    version = studio.good("/api/pages/save", body)["version"]
    studio.good("/api/pages/save", {**body, "page": page_of(2), "version": version})
    status, answer = studio.ask("/api/pages/save", {**body, "page": page_of(3), "version": version})
    assert status == 409 and answer["error"].startswith("x.pbtxt was changed")
    assert value_of(studio.good("/api/pages/load", {"path": "x.pbtxt"})["page"]) == 2


# Crashes


def save_until_killed(studio: Studio, first: int, version: str, delay: float) -> tuple[int, int]:
    """Saves pages first, first + 1, … and kills the server in the middle. The last that was
    answered, and the last that was sent."""
    killer = threading.Timer(delay, studio.process.kill)
    answered = sent = first - 1
    try:
        while True:
            sent += 1
            body = {"path": "x.pbtxt", "page": page_of(sent), "version": version}
            studio.good("/api/pages/autosave", body)
            version = studio.good("/api/pages/save", body)["version"]
            answered = sent
            if answered == first:
                killer.start()
    except (OSError, http.client.HTTPException):
        pass
    killer.join()
    studio.process.communicate(timeout=PATIENCE)
    return answered, sent


def test_a_killed_server_leaves_every_page_whole(tmp_path: Path) -> None:
    dice = random.Random(6)
    value, version, saves = 0, "", 0
    while saves < 200:
        studio = Studio(str(tmp_path))
        answered, sent = save_until_killed(studio, value + 1, version, dice.uniform(0, 0.4))
        saves += answered - value
        studio = Studio(str(tmp_path))
        loaded = studio.good("/api/pages/load", {"path": "x.pbtxt"})
        value, version = value_of(loaded["page"]), loaded["version"]
        assert answered <= value <= sent, "what was answered as saved is saved"
        assert len(loaded["versions"]) <= 5
        for earlier in loaded["versions"]:
            body = {"path": "x.pbtxt", "number": earlier["number"]}
            assert value_of(studio.good("/api/pages/version", body)["page"]) <= value
        if "autosave" in loaded:
            assert value_of(loaded["autosave"]["page"]) == sent
        checked = subprocess.run([VOX, "check", tmp_path / "x.pbtxt"], capture_output=True)
        assert checked.returncode == 0
        assert studio.stop() == 0
    # Besides the page there is what is kept of it, and no litter.
    assert {path.name for path in tmp_path.iterdir()} <= {"x.pbtxt", ".x.pbtxt.new", ".voxgrad"}


# Documents


def test_the_documents_name_every_request(studio: Studio) -> None:
    written = (ROOT / "docs" / "http-api.md").read_text(encoding="utf-8")
    table = written[written.index("## Requests") : written.index("### Runs")]
    named = set(re.findall(r"^\| `(/api/[\w/]+)`", table, re.MULTILINE))
    described = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    assert described["openapi"].startswith("3.")
    assert set(described["paths"]) == named
    for path in named - {"/api/run", "/api/value"}:
        status, answer = studio.ask(path, {})
        assert status in (200, 400, 404), (path, answer)
        assert "no request" not in answer.get("error", ""), path
    assert "no request" in studio.ask("/api/nothing", {})[1]["error"]


def test_references_of_the_openapi_file_exist() -> None:
    described = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))

    def walk(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            yield from (value for key, value in part.items() if key == "$ref")
        for inner in part.values() if isinstance(part, dict) else part:
            if isinstance(inner, dict | list):
                yield from walk(inner)

    references = set(walk(described))
    assert references
    for reference in references:
        at: Any = described
        for step in reference.removeprefix("#/").split("/"):
            assert step in at, reference
            at = at[step]
