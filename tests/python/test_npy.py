"""Files of NumPy's, with headers in every way of writing: what NumPy takes is taken."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import numpy as np
import voxgrad

PAGE = """node {{ name: "x" op: "Placeholder"
  attr {{ key: "dtype" value {{ type: {} }} }} attr {{ key: "_file" value {{ s: "x.npy" }} }} }}
node {{ name: "y" op: "Identity" input: "x" attr {{ key: "T" value {{ type: {} }} }} }}
"""
TYPES = {"f": "DT_FLOAT", "d": "DT_DOUBLE", "h": "DT_INT16", "?": "DT_BOOL", "B": "DT_UINT8"}


def by_numpy(path: Path) -> np.ndarray | None:
    try:
        array = np.load(path)
    except (ValueError, TypeError, OverflowError, MemoryError, EOFError):
        return None
    return array if array.dtype.char in TYPES else None


def by_voxgrad(folder: Path, array: np.ndarray | None) -> np.ndarray | None:
    kind = TYPES["f" if array is None else array.dtype.char]
    (folder / "page.pbtxt").write_text(PAGE.format(kind, kind))
    try:
        return np.asarray(voxgrad.load(folder / "page.pbtxt").run(fetch="y"))
    except ValueError as error:
        if array is not None:
            raise AssertionError(f"NumPy takes it: {error}") from None
        return None


def write(path: Path, header: str, version: tuple[int, int], data: bytes) -> None:
    text = header.encode("latin1")
    length = struct.pack("<H" if version == (1, 0) else "<I", len(text))
    path.write_bytes(b"\x93NUMPY" + bytes(version) + length + text + data)


SIZES = """(2, 3)|(2,3,)|(6,)|( 6 , )|()|(0, 3)|(0x2, 3)|(2L, 3L)|(6)|[6]|(2, '3')|(True, 6)
(1_0,)|(06,)|((2), 3)|(2.0, 3)|(1, 1, 6)""".replace("\n", "|").split("|")
DESCRS = """'<f4';'<f4';'f4';'=f4';'>f4';'|f4';'f';'float32';"<f8";u'<i2';'>i2';'|b1';'?';'bool'
'|u1';'Xf4';'f5';'<';'';'<f' '4';('<f4');r'<f4';b'<f4';[('a', '<f4')];None""".replace(
    "\n", ";"
).split(";")
ORDERS = ["True", "False", "True", "False", "1", "true", "(True)", "None"]
BLANKS = ["", "", " ", "  ", "\t", "\n", " # why\n"]


def any_header(chance: random.Random) -> str:
    """A header that is right, or nearly."""

    def blank() -> str:
        return chance.choice(BLANKS)

    parts = [
        ("descr", chance.choice(DESCRS)),
        ("fortran_order", chance.choice(ORDERS)),
        ("shape", chance.choice(SIZES)),
    ]
    if chance.random() < 0.5:
        chance.shuffle(parts)
    if chance.random() < 0.1:
        parts.append(chance.choice(parts))
    if chance.random() < 0.05:
        parts.append(("more", "1"))
    if chance.random() < 0.05:
        parts.pop()
    text = ("," + blank()).join(
        f"{key!r}{blank()}:{blank()}{value}{blank()}" for key, value in parts
    )
    if chance.random() < 0.2:
        text = text.replace("'shape'", '"shape"')
    ends = chance.choice(["", ", ", ","]), chance.choice(["", " ", "    ", " 1"])
    return f"{{{blank()}{text}{ends[0]}}}{ends[1]}\n"


def test_random_headers_against_numpy(tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    data = bytes(range(1, 97))
    taken = 0
    for _ in range(1500):
        header = any_header(chance)
        version = chance.choice([(1, 0), (1, 0), (2, 0), (3, 0), (1, 1), (4, 0)])
        write(tmp_path / "x.npy", header, version, data)
        wanted = by_numpy(tmp_path / "x.npy")
        got = by_voxgrad(tmp_path, wanted)
        case = f"seed {seed}: {version} {header!r}"
        assert (wanted is None) == (got is None), case
        if wanted is not None and got is not None:
            taken += 1
            assert wanted.shape == got.shape, case
            np.testing.assert_array_equal(wanted, got, err_msg=case)
    assert taken > 100


def test_bools_of_other_bytes(tmp_path: Path) -> None:
    write(
        tmp_path / "x.npy",
        "{'descr': '|b1', 'fortran_order': False, 'shape': (4,)}\n",
        (1, 0),
        b"\0\1\2\377",
    )
    got = by_voxgrad(tmp_path, np.load(tmp_path / "x.npy"))
    assert got is not None
    assert got.view(np.uint8).tolist() == [0, 1, 1, 1]
