"""vox export: the programs print what `vox run` prints of the page they were made of."""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import voxgrad
from checkout import BUILD, ROOT, VOX
from voxgrad import raw_ops

sys.path.append(str(ROOT / "tools"))
from voxgen import example, table

PAGES = ROOT / "tests" / "pages"
# A Python that has TensorFlow, for the test that is made on request.
PEERS = os.environ.get("VOXGRAD_PEERS_PYTHON", "")


def vox(*arguments: str | Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    command = [str(VOX), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=check, timeout=120)


def run_python(program: Path) -> str:
    """What an exported program prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        runpy.run_path(str(program))
    return printed.getvalue()


@functools.cache
def compiler_flags() -> tuple[list[str], list[str]]:
    names = ["absl_status", "absl_statusor", "absl_strings", "absl_inlined_vector"]

    def package(*words: str) -> list[str]:
        return subprocess.check_output(["pkg-config", *words], text=True).split()

    roots = [ROOT / "compat", BUILD / "generated/compat", ROOT / "include"]
    roots.append(BUILD / "generated/include")
    eigen = [flag.replace("-I", "-isystem") for flag in package("--cflags", "eigen3")]
    cflags = ["-Dtensorflow=voxgrad", *(f"-I{root}" for root in roots), *eigen]
    libs = [f"-L{BUILD}", "-lvoxgrad", f"-Wl,-rpath,{BUILD}", *package("--libs", *names)]
    return cflags + package("--cflags", *names), libs


def run_cpp(program: Path) -> str:
    """Compiles an exported program as a user would and returns what it prints."""
    binary = program.with_suffix("")
    cflags, libs = compiler_flags()
    command = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-O0", *cflags, str(program)]
    built = subprocess.run([*command, *libs, "-o", str(binary)], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr[:4000]
    result = subprocess.run([str(binary)], capture_output=True, text=True, cwd=program.parent)
    assert result.returncode == 0, result.stderr
    return result.stdout


def same(printed: str, wanted: str) -> None:
    """Blanks may differ: `vox run` lines columns up."""
    assert printed.replace("[", "[ ").split() == wanted.replace("[", "[ ").split()


def export(page: Path, form: str, program: Path, *options: str) -> Path:
    vox("export", page, f"--{form}", "-o", program, *options)
    return program


def page_of(graph: voxgrad.Graph, folder: Path, name: str = "page.pbtxt") -> Path:
    graph.save(folder / name)
    return folder / name


def feed_options(record: dict[str, Any], folder: Path) -> list[str]:
    options = []
    for name, value in record["feeds"].items():
        array = np.array(value["data"], value["dtype"]).reshape(value["shape"])
        np.save(folder / f"{name}.npy", array)
        options += ["--feed", f"{name}=@{folder / name}.npy"]
    return options


def page_options(name: str, folder: Path) -> list[str]:
    """What is asked of a page of tests/pages."""
    if name == "session":
        return ["--steps", "3"]
    record = json.loads((PAGES / f"{name}.json").read_text())
    options = feed_options(record, folder)
    if name == "training":
        return [*options, "--init", "init", "--target", "train", "--fetch", "loss", "--steps", "45"]
    return [*options, *(word for fetch in record["fetches"] for word in ("--fetch", fetch))]


def example_page(folder: Path) -> Path:
    """One page with a node for the example of every op: whatever the table has is exported."""
    ops = [op for op in table.load(BUILD / "generated/table.json") if op.example]
    assert len(ops) > 90
    with voxgrad.Graph() as g:
        for op in ops:
            arguments = f"dict({', '.join(example.python_arguments(op))})"
            # TensorFlow's C++ API has no classes of these: newer ops have their names.
            if op.name not in ("Concat", "Reverse", "TopK"):
                voxgrad.call(op.name, **eval(arguments, {"np": np}), name=f"{op.name}/example")
    return page_of(g, folder)


@pytest.mark.parametrize("name", ["session", "training", "conv_pool"])
def test_python_of_a_page(name: str, tmp_path: Path) -> None:
    options = page_options(name, tmp_path)
    page = PAGES / f"{name}.pbtxt"
    program = export(page, "python", tmp_path / "program.py", *options)
    same(run_python(program), vox("run", page, "--all", *options).stdout)


@pytest.mark.parametrize("name", ["session", "training"])
def test_cpp_of_a_page(name: str, tmp_path: Path) -> None:
    options = page_options(name, tmp_path)
    page = PAGES / f"{name}.pbtxt"
    program = export(page, "cpp", tmp_path / "program.cc", *options)
    same(run_cpp(program), vox("run", page, "--all", *options).stdout)


def test_python_of_every_op(tmp_path: Path) -> None:
    page = example_page(tmp_path)
    program = export(page, "python", tmp_path / "program.py")
    same(run_python(program), vox("run", page, "--all").stdout)


@pytest.mark.slow
def test_cpp_of_every_op(tmp_path: Path) -> None:
    page = example_page(tmp_path)
    program = export(page, "cpp", tmp_path / "program.cc")
    same(run_cpp(program), vox("run", page, "--all").stdout)


def random_page(seed: int, folder: Path) -> Path:
    """Layers on a few values, with scopes, variables, control edges, lists and several outputs."""
    rng = np.random.default_rng(seed)
    unary = ["Relu", "Tanh", "Sigmoid", "Square", "Neg", "Softplus", "Elu", "Identity"]
    binary = ["AddV2", "Sub", "Mul", "Maximum", "Minimum"]

    def pick(words: list[Any]) -> Any:
        return words[int(rng.integers(len(words)))]

    with voxgrad.Graph() as g:
        shape = [1, *rng.integers(1, 5, 2).tolist()]
        start = rng.normal(size=shape).astype(np.float32)
        known = [g.constant(start, name="start"), g.variable(rng.normal(size=shape), name="w")]
        known[1] = raw_ops.Cast(x=known[1], DstT="float32", name="w/float")
        for _ in range(int(rng.integers(3, 12))):
            with g.name_scope(pick(["layer", "for", "Block", "2nd"])):
                kind = int(rng.integers(5))
                if kind == 0:
                    known.append(voxgrad.call(pick(binary), x=pick(known), y=pick(known)))
                elif kind == 1:
                    joined = raw_ops.ConcatV2(values=[pick(known), pick(known)], axis=0)
                    known += raw_ops.Split(axis=0, value=joined, num_split=2)
                elif kind == 2:
                    scaled = raw_ops.Mul(x=pick(known), y=np.float32(rng.normal()))
                    known.append(raw_ops.AddN(inputs=[scaled, pick(known)]))
                elif kind == 3:
                    with g.control_dependencies([pick(known)]):
                        known.append(raw_ops.Identity(input=pick(known)))
                else:
                    op = pick(unary)
                    argument = {"Relu": "features", "Softplus": "features", "Elu": "features"}
                    name = argument.get(op, "input" if op == "Identity" else "x")
                    known.append(voxgrad.call(op, **{name: pick(known)}))
        raw_ops.Sum(input=known[-1], axis=[0, 1], keep_dims=bool(rng.integers(2)), name="sum")
    return page_of(g, folder)


@pytest.mark.parametrize("seed", range(40))
def test_python_of_random_pages(seed: int, tmp_path: Path) -> None:
    page = random_page(seed, tmp_path)
    program = export(page, "python", tmp_path / "program.py", "--steps", "2")
    same(run_python(program), vox("run", page, "--all", "--steps", "2").stdout)


@pytest.mark.slow
def test_cpp_of_a_random_page(tmp_path: Path) -> None:
    page = random_page(7, tmp_path)
    program = export(page, "cpp", tmp_path / "program.cc", "--steps", "2")
    same(run_cpp(program), vox("run", page, "--all", "--steps", "2").stdout)


def odd_values() -> list[Any]:
    extremes = [np.iinfo(t).min for t in (np.int32, np.int64)]
    return [
        np.array([np.nan, np.inf, -np.inf, 1e20, 0.1], np.float32),
        np.array([[1e-300], [np.nan]], np.float64),
        np.array([0.5, 65504], np.float16),
        np.array([0.5, 3], ml_dtypes.bfloat16),
        np.array([True, False]),
        np.array([extremes[0], 3], np.int32),
        np.array([extremes[1], 2**62], np.int64),
        np.array([2**64 - 1], np.uint64),
        np.array([-128, 127], np.int8),
        np.zeros([2, 0, 3], np.float32),
        np.float32(-0.0),
        np.arange(50, dtype=np.float32).reshape(5, 10),
        np.arange(40).astype(ml_dtypes.bfloat16),
        np.arange(40) % 3 == 0,
    ]


@pytest.mark.parametrize("form", ["python", pytest.param("cpp", marks=pytest.mark.slow)])
def test_values_of_every_type(form: str, tmp_path: Path) -> None:
    words = ["class", "for", "root", "g", "1st", "a.b", "Const", "const", "np", "int", "main"]
    with voxgrad.Graph() as g:
        for i, value in enumerate(odd_values()):
            name = words[i] if i < len(words) else f"v{i}"
            raw_ops.Identity(input=g.constant(value, name=name), name=f"{name}/read")
    page = page_of(g, tmp_path)
    program = export(page, form, tmp_path / f"program.{'py' if form == 'python' else 'cc'}")
    wanted = vox("run", page, "--all").stdout
    printed = run_python(program) if form == "python" else run_cpp(program)
    same(printed, wanted)
    assert sorted(path.name for path in (tmp_path / "program.data").iterdir()) == [
        "v11.npy",
        "v12.npy",
        "v13.npy",
    ]


def test_a_placeholder_without_a_value_is_a_file(tmp_path: Path) -> None:
    with voxgrad.Graph() as g:
        x = g.placeholder("float32", [None, 2], name="in/x")
        raw_ops.Square(x=x, name="y")
    page = page_of(g, tmp_path)
    program = export(page, "python", tmp_path / "program.py")
    with pytest.raises(FileNotFoundError):
        run_python(program)
    (tmp_path / "program.data").mkdir()
    np.save(tmp_path / "program.data" / "in%2fx.npy", np.array([[1, 2]], np.float32))
    same(run_python(program), "y:0: float [1,2] [[1 4]]")


def test_programs_read_well(tmp_path: Path) -> None:
    python = vox("export", PAGES / "session.pbtxt", "--python").stdout
    assert 'counter = raw_ops.VariableV2(shape=[3], dtype="float32", name="counter")' in python
    assert "    with g.control_dependencies([count]):\n" in python
    assert python.index("# Placeholders") < python.index("# Variables") < python.index("# Graph")
    assert all(len(line) <= 100 for line in python.splitlines())
    cpp = vox("export", PAGES / "session.pbtxt", "--cpp").stdout
    assert 'auto counter = Variable(root.WithOpName("counter"), {3}, DT_FLOAT);' in cpp
    assert ".WithControlDependencies({count.operation})" in cpp


def test_dot(tmp_path: Path) -> None:
    dot = vox("export", PAGES / "session.pbtxt", "--dot").stdout
    assert '"volume" -> "pooled" [label="float [1,2,2,2,1]"];' in dot
    assert '"count" -> "total" [style=dashed];' in dot
    assert "voxgrad/page" not in dot


def test_graphdef_is_plain(tmp_path: Path) -> None:
    for name in ("plain.pbtxt", "plain.pb"):
        vox("export", PAGES / "session.pbtxt", "--graphdef", "-o", tmp_path / name)
        page = voxgrad.load(tmp_path / name)
        assert page.nodes["volume"] == page.nodes["weights"] == "Const"
        assert "voxgrad/page" not in page.nodes
        assert 'key: "_' not in page.text
        assert page.run(fetch="pooled").item() == 4.5


def test_what_cannot_be_exported(tmp_path: Path) -> None:
    broken = vox("export", PAGES / "broken.pbtxt", "--cpp", check=False)
    assert broken.returncode == 1
    assert broken.stdout == ""
    assert vox("check", PAGES / "broken.pbtxt", check=False).stdout.split()[0] in broken.stderr
    assert vox("export", PAGES / "session.pbtxt", check=False).returncode == 2
    both = vox("export", PAGES / "session.pbtxt", "--cpp", "--dot", check=False)
    assert "--cpp and --dot: choose one of them." in both.stderr
    with voxgrad.Graph() as g:
        raw_ops.Concat(concat_dim=0, values=[[1.0], [2.0]], name="old")
    refused = vox("export", page_of(g, tmp_path), "--cpp", check=False)
    assert "Concat (old): TensorFlow's C++ API has no class of this op." in refused.stderr


@pytest.mark.skipif(not PEERS, reason="on request: VOXGRAD_PEERS_PYTHON has TensorFlow 2.21")
def test_cpp_compiles_with_tensorflow(tmp_path: Path) -> None:
    """The same program, linked with TensorFlow's library, prints the same numbers."""
    code = "import importlib.util as u; print(u.find_spec('tensorflow').origin)"
    wheel = Path(subprocess.check_output([PEERS, "-c", code], text=True).strip()).parent
    options = page_options("training", tmp_path)
    page = PAGES / "training.pbtxt"
    program = export(page, "cpp", tmp_path / "program.cc", *options)
    shim = ROOT / "tests/compat/tensorflow/client_session.cc"
    command = ["g++", "-O0", "-std=c++17", "-w", f"-I{wheel}/include", str(program), str(shim)]
    command += [f"-L{wheel}", "-l:libtensorflow_cc.so.2", "-l:libtensorflow_framework.so.2"]
    binary = tmp_path / "program"
    subprocess.run([*command, f"-Wl,-rpath,{wheel}", "-o", str(binary)], check=True)
    printed = subprocess.check_output([str(binary)], text=True, cwd=tmp_path)
    wanted = vox("run", page, "--all", *options).stdout.split()
    for ours, theirs in zip(wanted, printed.split(), strict=True):
        try:
            np.testing.assert_allclose(float(theirs.strip("[]")), float(ours.strip("[]")), 1e-4)
        except ValueError:
            assert theirs == ours
