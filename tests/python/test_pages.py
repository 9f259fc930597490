"""Pages: what TensorFlow wrote gives its numbers here, and what we write gives ours there."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import voxgrad
from checkout import BUILD, ROOT, VOX
from children import environment, run_child, start_interruptible

PAGES = ROOT / "tests" / "pages"
# A Python that has TensorFlow (and torch), for the tests that are made on request.
PEERS = os.environ.get("VOXGRAD_PEERS_PYTHON", "")
on_request = pytest.mark.skipif(
    not PEERS,
    reason="on request: VOXGRAD_PEERS_PYTHON names a Python with TensorFlow 2.21 and torch",
)


def recorded(page: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((PAGES / f"{page}.json").read_text())
    return record


def array(described: dict[str, Any]) -> Any:
    return np.array(described["data"], described["dtype"]).reshape(described["shape"])


def feeds_of(record: dict[str, Any]) -> dict[str, Any]:
    return {name: array(value) for name, value in record["feeds"].items()}


def vox(*arguments: str | Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    command = [str(VOX), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=check, timeout=60)


def test_a_page_of_tensorflow_gives_its_numbers() -> None:
    record = recorded("conv_pool")
    fetches = list(record["fetches"])
    values = voxgrad.load(PAGES / "conv_pool.pbtxt").run(feeds_of(record), fetch=fetches)
    for name, value in zip(fetches, values, strict=True):
        expected = array(record["fetches"][name])
        assert value.dtype == expected.dtype
        np.testing.assert_allclose(value, expected, rtol=1e-4, atol=1e-4, err_msg=name)


def test_a_page_of_tensorflow_trains_as_there() -> None:
    record = recorded("training")
    page = voxgrad.load(PAGES / "training.pbtxt", init="init")
    feeds = feeds_of(record)
    for _ in range(2):  # the second time from the start
        losses = [float(page.run(feeds, "loss", ["train"])) for _ in record["losses"]]
        np.testing.assert_allclose(losses, record["losses"], rtol=1e-5)
        weight = page.run(fetch="w1/read")
        np.testing.assert_allclose(weight, array(record["w1/read:0"]), rtol=1e-4, atol=1e-5)
        page.reset()


def test_results_have_the_form_of_what_is_asked() -> None:
    page = voxgrad.load(PAGES / "session.pbtxt")
    assert page.nodes["pooled"] == "AvgPool3D"
    assert repr(page) == "<voxgrad.Page of 10 nodes>"
    assert page.problems == []
    everything = page.run()
    assert list(everything) == ["pooled:0", "total:0"]
    np.testing.assert_array_equal(everything["total:0"], [1.5, 2.5, 3.5])
    assert page.run(fetch="pooled").shape == (1, 1, 1, 1, 1)
    (pooled,) = page.run({"volume": np.full([1, 2, 2, 2, 1], 3, np.float32)}, fetch=["pooled"])
    assert pooled.item() == 3
    assert page.run(fetch=[]) == []
    # Lists take the type of the graph, and any output can be fed.
    np.testing.assert_array_equal(page.run({"pooled": [[[[[2]]]]]}, "unused"), [[[[[-2]]]]])


def test_results_are_the_callers_own() -> None:
    page = voxgrad.load(PAGES / "session.pbtxt")
    page.run()
    for fetch in ["counter", "volume"]:
        before = page.run(fetch=fetch)
        before += 100
        np.testing.assert_array_equal(page.run(fetch=fetch), before - 100)
    fed = np.ones(3, np.float32)
    page.run({"weights": fed}, "weights")[:] = 5
    np.testing.assert_array_equal(fed, 1)


def test_errors_name_the_node() -> None:
    page = voxgrad.load(PAGES / "broken.pbtxt")
    assert (
        "unknown_op",
        "Node 'unknown_op': No op is called AvgPol. Did you mean AvgPool?",
    ) in page.problems
    x = np.ones([1, 4, 4, 1], np.float32)
    np.testing.assert_array_equal(page.run({"x": x}, "fine"), np.ones([1, 2, 2, 1]))
    with pytest.raises(ValueError, match=r"No op is called AvgPol"):
        page.run({"x": x}, fetch="behind")
    with pytest.raises(NotImplementedError, match=r"Node 'calls' calls the page's function"):
        page.run({"x": x}, fetch="calls")
    with pytest.raises(ValueError, match=r"One of 13 problems"):
        page.run({"x": x})
    with pytest.raises(
        ValueError, match=r"feed for 'x:0' is double, but the graph has float there"
    ):
        page.run({"x": x.astype(np.float64)}, fetch="fine")
    with pytest.raises(ValueError, match=r"You must feed a value for placeholder tensor 'x'"):
        page.run(fetch="fine")
    with pytest.raises(ValueError, match=r"No node is called y"):
        page.run({"y": x}, fetch="fine")
    with pytest.raises(FileNotFoundError):
        voxgrad.load(PAGES / "none.pbtxt")
    with pytest.raises(ValueError, match=r"No node is called start_here"):
        voxgrad.load(PAGES / "session.pbtxt", init="start_here")


STRINGS = """
node { name: "c" op: "Const" attr { key: "dtype" value { type: DT_STRING } }
  attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { dim { size: 2 } }
    string_val: "a" string_val: "\\303\\274" } } } }
node { name: "p" op: "Placeholder" attr { key: "dtype" value { type: DT_STRING } } }
node { name: "y" op: "Identity" input: "p" attr { key: "T" value { type: DT_STRING } } }
node { name: "z" op: "Placeholder" attr { key: "dtype" value { type: DT_COMPLEX64 } } }
"""


@pytest.fixture
def strings(tmp_path: Path) -> Path:
    """A page of strings."""
    path = tmp_path / "strings.pbtxt"
    path.write_text(STRINGS)
    return path


def test_strings_go_in_and_out(strings: Path) -> None:
    page = voxgrad.load(strings)
    assert page.run(fetch="c").tolist() == [b"a", "ü".encode()]
    feeds: list[tuple[Any, object]] = [
        ("text", b"text"),
        (b"\xff\0", b"\xff\0"),
        (["a", b"b"], [b"a", b"b"]),
        ([["ü"]], [["ü".encode()]]),
        (np.array(["ab", "c"]), [b"ab", b"c"]),
        (np.array([[b"ab", b"c"]]), [[b"ab", b"c"]]),
        (np.array(["a", b"b"], object), [b"a", b"b"]),
        ([], []),
    ]
    for fed, wanted in feeds:
        result = page.run({"p": fed}, "y")
        assert result.dtype == object
        assert result.tolist() == wanted


@pytest.mark.parametrize("fed", [3, 1.5, [1, 2], np.zeros(2), ["a", None], ["a", ["b"]], "\ud800"])
def test_what_is_no_string_is_refused(strings: Path, fed: Any) -> None:
    with pytest.raises(
        TypeError, match=r"Placeholder \(p\): feed holds .* strings there"
    ) as caught:
        voxgrad.load(strings).run({"p": fed}, "y")
    assert caught.value.op == "Placeholder"  # type: ignore[attr-defined]


def test_types_that_no_array_has_are_refused(strings: Path) -> None:
    with pytest.raises(TypeError, match=r"Placeholder \(z\): feed is int64, but must be complex64"):
        voxgrad.load(strings).run({"z": 3}, "z")


def test_pages_are_saved(tmp_path: Path) -> None:
    page = voxgrad.load(PAGES / "session.pbtxt")
    for name, embed in [("a.pbtxt", False), ("b.pb", False), ("c.pbtxt", True)]:
        page.save(tmp_path / name, embed=embed)
        again = voxgrad.load(tmp_path / name)
        assert again.text == page.text or embed or "a.data" in again.text or "b.data" in again.text
        np.testing.assert_array_equal(again.run()["total:0"], [1.5, 2.5, 3.5])
    assert (tmp_path / "a.data" / "weights.npy").exists()
    shutil.rmtree(tmp_path / "a.data")
    with pytest.raises(ValueError, match=r"Placeholder \(weights\): .*weights.npy"):
        voxgrad.load(tmp_path / "a.pbtxt").run()
    assert voxgrad.load(tmp_path / "c.pbtxt").nodes["weights"] == "Const"


def test_runs_of_one_page_take_turns() -> None:
    page = voxgrad.load(PAGES / "session.pbtxt")
    threads = [threading.Thread(target=lambda: [page.run() for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_allclose(page.run(fetch="counter"), [101, 102, 103])


def test_ctrl_c_ends_a_run(tmp_path: Path) -> None:
    text = """
        node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
          attr { key: "shape" value { shape { dim { size: 1 } dim { size: 128 } dim { size: 128 }
            dim { size: 128 } dim { size: 16 } } } }
          attr { key: "_generator" value { s: "ramp" } } }
        node { name: "k" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
          attr { key: "shape" value { shape { dim { size: 5 } dim { size: 5 } dim { size: 5 }
            dim { size: 16 } dim { size: 16 } } } } attr { key: "_generator" value { s: "ramp" } } }
        """
    for i in range(200):
        source = "x" if i == 0 else f"y{i - 1}"
        text += f"""node {{ name: "y{i}" op: "Conv3D" input: "{source}" input: "k"
          attr {{ key: "padding" value {{ s: "SAME" }} }}
          attr {{ key: "strides" value {{ list {{ i: [1, 1, 1, 1, 1] }} }} }} }}"""
    (tmp_path / "long.pbtxt").write_text(text)
    script = "\n".join(
        [
            "import voxgrad",
            "try:",
            "    voxgrad.load('long.pbtxt').run(fetch='y199')",
            "except KeyboardInterrupt:",
            "    print('interrupted')",
        ]
    )
    for command in [[str(VOX), "run", "long.pbtxt"], [sys.executable, "-c", script]]:
        child = start_interruptible(
            command, cwd=tmp_path, env=os.environ | environment(), stderr=subprocess.STDOUT
        )
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(3)
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=10)
        assert "interrupted" in output, output


def test_ctrl_c_between_nodes_says_so_too(tmp_path: Path) -> None:
    text = """
        node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
          attr { key: "shape" value { shape { dim { size: 1 } } } }
          attr { key: "_generator" value { s: "ramp" } } }
        node { name: "y" op: "Neg" input: "x" }
        """
    (tmp_path / "short.pbtxt").write_text(text)
    child = start_interruptible(
        [str(VOX), "run", "short.pbtxt", "--steps", "2000000000"],
        cwd=tmp_path,
        env=os.environ | environment(),
        stderr=subprocess.STDOUT,
    )
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(1)
    child.send_signal(signal.SIGINT)
    output, _ = child.communicate(timeout=10)
    assert "interrupted" in output, output


def test_the_command_prints_json() -> None:
    expected = {
        "pooled:0": {"dtype": "float32", "shape": [1, 1, 1, 1, 1], "data": [4.5]},
        "total:0": {"dtype": "float32", "shape": [3], "data": [4.0, 2.0, 3.0]},
    }
    run = vox("run", PAGES / "session.pbtxt", "--json", "--steps", "3", "--feed", "offset=1,0,0")
    assert json.loads(run.stdout) == expected
    assert run.stderr == ""


def test_json_is_exact_and_says_nan(tmp_path: Path) -> None:
    values = np.array([0.1, np.nan, np.inf, -np.inf, 1e-45, 3.4028235e38, -0.0], np.float32)
    np.save(tmp_path / "x.npy", values)
    (tmp_path / "page.pbtxt").write_text("""
        node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
        node { name: "y" op: "Identity" input: "x" }
        node { name: "whole" op: "Cast" input: "x"
          attr { key: "SrcT" value { type: DT_FLOAT } }
          attr { key: "DstT" value { type: DT_BOOL } } }
    """)
    feed = f"x=@{tmp_path / 'x.npy'}"
    run = vox("run", tmp_path / "page.pbtxt", "--feed", feed, "--json")
    results = json.loads(run.stdout)
    assert results["y:0"]["data"][1:4] == ["NaN", "Inf", "-Inf"]
    again = np.array([float(value) for value in results["y:0"]["data"]], np.float32)
    np.testing.assert_array_equal(
        again.view(np.int32)[[0, 4, 5, 6]], values.view(np.int32)[[0, 4, 5, 6]]
    )
    assert results["whole:0"] == {
        "dtype": "bool",
        "shape": [7],
        "data": [True, True, True, True, True, True, False],
    }


def test_the_command_writes_files_and_traces(tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    run = vox(
        "run", PAGES / "session.pbtxt", "--out", tmp_path / "out", "--trace", trace, "--steps", "2"
    )
    assert "total:0: float [3] in" in run.stdout
    np.testing.assert_array_equal(np.load(tmp_path / "out" / "total.npy"), [2, 3, 4])
    events = json.loads(trace.read_text())["traceEvents"]
    assert sum(event["name"] == "pooled" and event["ph"] == "X" for event in events) == 2
    starts = [event["ts"] for event in events if event["ph"] == "X"]
    assert starts == sorted(starts)


def test_the_command_trains() -> None:
    record = recorded("training")
    feeds = []
    for name, value in feeds_of(record).items():
        feeds += ["--feed", f"{name}=" + ",".join(map(repr, value.ravel().tolist()))]
    steps = str(len(record["losses"]))
    wanted = ["--init", "init", "--target", "train", "--fetch", "loss", "--steps", steps]
    run = vox("run", PAGES / "training.pbtxt", *feeds, *wanted)
    losses = [
        float(line.split()[-1]) for line in run.stdout.splitlines() if line.startswith("step")
    ]
    np.testing.assert_allclose(losses, record["losses"], rtol=1e-5)


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (["run"], 2, "Which page?"),
        (["run", "none.pbtxt"], 1, "none.pbtxt cannot be read: No such file or directory."),
        (["run", "broken.pbtxt", "--fetch", "behind"], 1, "No op is called AvgPol."),
        (
            ["run", "session.pbtxt", "--fetch", "totl"],
            1,
            "No node is called totl. Did you mean total?",
        ),
        (["run", "session.pbtxt", "--feed", "offset"], 1, "write x=1,2,3 or x=@x.npy"),
        (["run", "session.pbtxt", "--feed", "offset=a"], 1, "The feed for 'offset:0' is `a`"),
        (["run", "session.pbtxt", "--steps", "0"], 2, "--steps takes a number above 0."),
        (["run", "session.pbtxt", "more"], 2, "`more` is not understood."),
        (["run", "session.pbtxt", "--nonsense"], 2, "The option --nonsense is unknown."),
        (["check", "broken.pbtxt"], 1, ""),
        (["check", "record_tensorflow.py"], 1, "record_tensorflow.py: 1:1:"),
    ],
)
def test_the_command_says_what_is_wrong(arguments: list[str], status: int, text: str) -> None:
    words = [str(PAGES / word) if "." in word and "=" not in word else word for word in arguments]
    run = vox(*words, check=False)
    assert run.returncode == status
    assert text in run.stderr


def test_the_command_takes_strings(strings: Path, tmp_path: Path) -> None:
    run = vox("run", strings, "--fetch", "y", "--feed", "p=a,two words", "--json")
    assert json.loads(run.stdout)["y:0"]["data"] == ["a", "two words"]
    out = vox("run", strings, "--fetch", "c", "--out", tmp_path / "out", check=False)
    assert out.returncode == 1
    assert "c.npy: no .npy file holds string." in out.stderr
    np.save(tmp_path / "x.npy", np.array(["a"]))
    feed = vox("run", strings, "--fetch", "y", "--feed", f"p=@{tmp_path}/x.npy", check=False)
    assert feed.returncode == 1
    assert "x.npy: its type '<U1' is none that the ops take." in feed.stderr


def test_check_finds_everything() -> None:
    run = vox("check", PAGES / "broken.pbtxt", "--shapes", check=False)
    assert (
        "20 nodes, 13 problems (2 nodes behind them not looked at), 2 nodes that TensorFlow"
        in run.stdout
    )
    assert "Relu (looked_at): features is float, but T is int32" in run.stdout
    assert "ours: T is uint32; TensorFlow's MaxPool takes" in run.stdout
    assert "float [1,2,2,1]" in run.stdout
    sound = vox("check", PAGES / "training.pbtxt")
    assert "0 problems, 0 nodes that TensorFlow could not load" in sound.stdout


def test_convert_goes_both_ways(tmp_path: Path) -> None:
    vox("convert", PAGES / "conv_pool.pbtxt", tmp_path / "page.pb")
    vox("convert", tmp_path / "page.pb", tmp_path / "page.pbtxt")
    vox("convert", tmp_path / "page.pbtxt", tmp_path / "again.pb")
    assert (tmp_path / "page.pbtxt").read_text() == voxgrad.load(PAGES / "conv_pool.pbtxt").text
    assert (tmp_path / "page.pb").read_bytes() == (tmp_path / "again.pb").read_bytes()


def test_hostile_pages_do_no_harm() -> None:
    run = vox("fuzz", "page", "--seconds", "5", "--seed", "4")
    assert " 0 failures" in run.stdout


# What TensorFlow gets from a page of ours: its own page, read and written here.
IMPORT = """
import json, sys
import numpy as np
import tensorflow as tf

page, record = sys.argv[1:]
record = json.load(open(record))
text = tf.compat.v1.GraphDef()
if page.endswith(".pb"):
    text.ParseFromString(open(page, "rb").read())
else:
    from google.protobuf import text_format
    text_format.Parse(open(page).read(), text)
graph = tf.Graph()
with graph.as_default():
    tf.compat.v1.import_graph_def(text, name="")
array = lambda d: np.array(d["data"], d["dtype"]).reshape(d["shape"])
feeds = {name + ":0": array(value) for name, value in record["feeds"].items()}
with tf.compat.v1.Session(graph=graph) as session:
    if "losses" in record:
        session.run("init")
        run = lambda: float(session.run(["loss:0", "train"], feeds)[0])
        print(json.dumps([run() for _ in record["losses"]]))
    else:
        names = list(record["fetches"])
        values = session.run(names, feeds)
        print(json.dumps({n: np.ravel(v).tolist() for n, v in zip(names, values)}))
"""


def by_tensorflow(page: Path, record: Path) -> Any:
    command = [PEERS, "-c", IMPORT, str(page), str(record)]
    variables = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3"}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=variables)
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout)


@on_request
@pytest.mark.parametrize("ending", ["pbtxt", "pb"])
def test_what_we_write_loads_in_tensorflow(tmp_path: Path, ending: str) -> None:
    for name in ["conv_pool", "training"]:
        page = voxgrad.load(PAGES / f"{name}.pbtxt")
        page.save(tmp_path / f"{name}.{ending}")
    record = recorded("conv_pool")
    values = by_tensorflow(tmp_path / f"conv_pool.{ending}", PAGES / "conv_pool.json")
    for name, value in record["fetches"].items():
        np.testing.assert_allclose(values[name], value["data"], rtol=1e-4, atol=1e-4)
    losses = by_tensorflow(tmp_path / f"training.{ending}", PAGES / "training.json")
    np.testing.assert_allclose(losses, recorded("training")["losses"], rtol=1e-5)


@on_request
def test_gradients_that_we_add_are_tensorflows(tmp_path: Path) -> None:
    """The test program writes a page with gradients of ours in it, and what they are here."""
    subprocess.run(
        [str(BUILD / "voxgrad_tests"), "--gtest_filter=PageGradients.*"],
        check=True,
        env=os.environ | {"VOXGRAD_WRITE_PAGES": str(tmp_path)},
    )
    ours = json.loads((tmp_path / "gradients.json").read_text())["fetches"]
    theirs = by_tensorflow(tmp_path / "gradients.pbtxt", tmp_path / "gradients.json")
    assert len(ours) == 3
    for name, value in ours.items():
        np.testing.assert_allclose(theirs[name], value["data"], rtol=1e-4, atol=1e-4)


@on_request
@pytest.mark.parametrize("first", ["tensorflow", "torch", "voxgrad"])
def test_one_process_holds_all_libraries(tmp_path: Path, first: str) -> None:
    libraries = ["tensorflow", "torch", "voxgrad"]
    order = [first, *(library for library in libraries if library != first)]
    for names in [order, [order[0], order[2], order[1]]]:
        code = "\n".join(
            [
                *(f"import {name}" for name in names),
                f"page = voxgrad.load({str(PAGES / 'session.pbtxt')!r})",
                f"page.save({str(tmp_path / 'page.pb')!r}, embed=True)",
                f"again = voxgrad.load({str(tmp_path / 'page.pb')!r}).run()",
                "print(again['total:0'].tolist())",
                "graph = tensorflow.compat.v1.GraphDef()",
                f"graph.ParseFromString(open({str(tmp_path / 'page.pb')!r}, 'rb').read())",
                "feed = torch.full([1, 2, 2, 2, 1], 7.0)",
                "print(len(graph.node), page.run({'volume': feed}, 'pooled'))",
            ]
        )
        run = subprocess.run(
            [PEERS, "-c", code],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | environment(),
        )
        assert run.returncode == 0, run.stderr[-3000:]
        assert run.stdout.splitlines()[0] == "[1.5, 2.5, 3.5]"
        assert "10 tensor([[[[[7.]]]]])" in run.stdout


def test_a_fresh_interpreter_runs_a_page() -> None:
    run = run_child(f"import voxgrad; print(voxgrad.load({str(PAGES / 'session.pbtxt')!r}).run())")
    assert run.returncode == 0, run.stderr
    assert "pooled:0" in run.stdout
