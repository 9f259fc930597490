"""Compiles the programs of examples/cpp and tests/compat/programs against TensorFlow and against
Voxgrad and compares what they print, line by line. For this the files of the package tensorflow-cpu
are needed.

    python tests/compat/compare_with_tensorflow.py --tensorflow …/site-packages/tensorflow
    … --record     writes what TensorFlow's programs print to the folder `expected` beside them
    … scopes       only that program
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from compare_lines import differences

HERE = Path(__file__).resolve().parent
FOLDERS = [HERE.parent.parent / "examples" / "cpp", HERE / "programs"]
# A program of Voxgrad's own, and one that needs the gradient of Conv3D, which TensorFlow's C++
# library does not have.
OURS_ONLY = {"call_op", "unet3d"}


def build(source: Path, wheel: Path, stand_in: Path, folder: Path) -> Path:
    """A program linked with the libraries of the wheel."""
    program = folder / source.stem
    libraries = ["-l:libtensorflow_cc.so.2", "-l:libtensorflow_framework.so.2"]
    # TensorFlow's headers declare larger classes where asserts are on, and the wheel has them off.
    command = ["g++", "-O1", "-DNDEBUG", "-std=c++17", "-w", f"-I{wheel}/include"]
    command += [str(source), str(stand_in)]
    command += [f"-L{wheel}", *libraries, f"-Wl,-rpath,{wheel}", "-o", str(program)]
    subprocess.run(command, check=True)
    return program


# Protobuf writes this in front of texts for people, lest programs read them; the blanks
# behind it vary from run to run.
_MARKER = re.compile(r"goo\.gle/debug\w+ *\n?")


def output(program: Path) -> str:
    """What it prints. TensorFlow's own remarks go to the other stream."""
    # With oneDNN some of its kernels end the process where the plain ones return an error.
    environment = {**os.environ, "TF_ENABLE_ONEDNN_OPTS": "0"}
    result = subprocess.run([str(program)], capture_output=True, text=True, env=environment)
    if result.returncode != 0:
        raise SystemExit(f"{program} ended with {result.returncode}\n{result.stderr[-2000:]}")
    return _MARKER.sub("", result.stdout)


def main() -> int:
    """Compares, or records; the exit status is 1 when a line differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tensorflow", type=Path, required=True, help="the folder of the package")
    parser.add_argument("--build", type=Path, default=HERE.parent.parent / "build")
    parser.add_argument("--record", action="store_true", help="write what TensorFlow prints")
    parser.add_argument("programs", nargs="*", help="which; all of them when none is named")
    options = parser.parse_args()
    sources = [path for folder in FOLDERS for path in sorted(folder.glob("*.cc"))]
    sources = [path for path in sources if path.stem not in OURS_ONLY]
    if options.programs:
        sources = [path for path in sources if path.stem in options.programs]
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stand_in = folder / "client_session.o"
        shim = HERE / "tensorflow" / "client_session.cc"
        include = f"-I{options.tensorflow}/include"
        command = ["g++", "-c", "-O1", "-DNDEBUG", "-std=c++17", "-w", include, str(shim)]
        subprocess.run([*command, "-o", str(stand_in)], check=True)
        for source in sources:
            theirs = output(build(source, options.tensorflow, stand_in, folder))
            if options.record:
                (source.parent / "expected" / f"{source.stem}.txt").write_text(theirs)
                print(f"{source.stem}: recorded {len(theirs.splitlines())} lines", flush=True)
                continue
            found = differences(theirs, output(options.build / "examples" / source.stem))
            print(
                f"{source.stem}: {len(theirs.splitlines())} lines, {len(found)} differ", flush=True
            )
            print("".join(f"{text}\n" for text in found[:20]), end="")
            wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
