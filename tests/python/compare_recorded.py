"""Puts every recorded call to Voxgrad and compares three answers: ours, TensorFlow's (with oneDNN
on and off) and the definition's.

    python tests/python/compare_recorded.py

prints how many cases there are of each kind.
"""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import conftest  # noqa: F401  (the checkout's package)
import ml_dtypes
import numpy as np
from brute_force import FAMILIES, Result, compute, widen
from deviations import DEVIATIONS, EXTENSIONS
from recordings import SETTINGS, Array, Case, Refusal, read_cases

# Errors are measured in eps(T) times the sum of the absolute values added up.
TOLERANCE = 2


@dataclass
class Comparison:
    """What came of one op's cases: sentences about what is wrong, and counts."""

    not_by_definition: list[str] = field(default_factory=list)
    not_tensorflows: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def epsilon(dtype: np.dtype[Any]) -> float:
    if np.issubdtype(dtype, np.integer):
        return 0.0
    return 2.0**-7 if dtype == ml_dtypes.bfloat16 else float(np.finfo(dtype).eps)


def round_to(dtype: np.dtype[Any], value: Array) -> Array:
    with np.errstate(all="ignore"):
        through = value.astype(np.float64) if dtype.itemsize == 2 and epsilon(dtype) else value
        return through.astype(dtype)


def difference(given: Array, wanted: Array, scale: Array) -> str:
    """A sentence about the first element that is too far off, or nothing."""
    if given.dtype != wanted.dtype or given.shape != wanted.shape:
        return f"{given.dtype}{list(given.shape)} and {wanted.dtype}{list(wanted.shape)}"
    same = given == wanted
    if epsilon(given.dtype):
        a, b = widen(given), widen(wanted)
        with np.errstate(all="ignore"):
            same |= np.abs(a - b) <= TOLERANCE * epsilon(given.dtype) * scale
        same |= np.isnan(a) & np.isnan(b)
    if same.all():
        return ""
    at = tuple(np.argwhere(~same)[0])
    place = ",".join(map(str, at))
    return f"{given[at]} and {wanted[at]} at [{place}], {np.sum(~same)} of {same.size} elements"


def call(case: Case) -> Array | Exception:
    from voxgrad import raw_ops

    try:
        result: Array = getattr(raw_ops, case.op)(**case.arguments)
    except (ValueError, TypeError, NotImplementedError, MemoryError) as error:
        return error
    return result


def compare_refused(case: Case, error: Exception, found: Comparison) -> None:
    """We refuse: TensorFlow must refuse too, or a deviation say so."""
    found.counts["refused here"] += 1
    for setting in SETTINGS:
        answer = case.answers[setting]
        names = [
            d.name
            for d in DEVIATIONS
            if d.refused_with is type(error) and d.explains(case, setting)
        ]
        if isinstance(answer, Refusal):
            if not isinstance(error, NotImplementedError):
                found.refusals.append(f"{case}, oneDNN {setting}: {error}")
        elif names:
            found.counts.update(f"deviation {name}" for name in names)
        else:
            found.not_tensorflows.append(f"{case}, oneDNN {setting}: {error}")


def compare_answered(case: Case, ours: Array, by_definition: Result, found: Comparison) -> None:
    for setting in SETTINGS:
        answer = case.answers[setting]
        if isinstance(answer, Refusal):
            names = [e.name for e in EXTENSIONS if e.explains(case, answer)]
            found.counts["refused by TensorFlow, answered here"] += 1
            found.counts.update(f"extension {name}" for name in names)
            if not names:
                found.refusals.append(f"{case}, oneDNN {setting}: {answer.code}, {answer.text}")
            continue
        found.counts["compared"] += 1
        wrong = difference(ours, answer, by_definition.scale)
        if not wrong:
            found.counts["equal"] += 1
            continue
        names = [d.name for d in DEVIATIONS if not d.refused_with and d.explains(case, setting)]
        found.counts.update(f"deviation {name}" for name in names)
        if not names:
            found.not_tensorflows.append(f"{case}, oneDNN {setting}: ours and TF's are {wrong}")


@functools.cache
def compare(op: str) -> Comparison:
    found = Comparison()
    for case in read_cases(op):
        found.counts["cases"] += 1
        if case.holds_qint8:  # NumPy has no such type; the C++ face refuses it by name
            found.counts["qint8"] += 1
            continue
        ours = call(case)
        if isinstance(ours, Exception):
            compare_refused(case, ours, found)
            continue
        by_definition = compute(op, case.arguments)
        wrong = difference(ours, round_to(ours.dtype, by_definition.value), by_definition.scale)
        if wrong:
            found.not_by_definition.append(f"{case}: ours and the definition's are {wrong}")
        compare_answered(case, ours, by_definition, found)
    return found


def total() -> Counter[str]:
    counts: Counter[str] = Counter()
    for op in FAMILIES:
        counts += compare(op).counts
    return counts


def main() -> None:
    for name, count in sorted(total().items()):
        print(f"{count:6}  {name}")
    for op in FAMILIES:
        found = compare(op)
        for text in [*found.not_by_definition, *found.not_tensorflows, *found.refusals]:
            print(text)


if __name__ == "__main__":
    main()
