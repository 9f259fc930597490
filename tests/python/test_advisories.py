"""The published attacks on TensorFlow's versions of these ops, replayed.

Each runs in a process of its own with little memory and little time. The answer is the stated
result, or an exception whose text names the op and the argument to blame.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

import pytest
from children import run_child

MEMORY = 1 << 30  # bytes above what the process has after the import
SECONDS = 20

CHILD = """
import json, resource, sys
import numpy as np
from voxgrad import raw_ops

case = json.loads(sys.stdin.read())
arguments = dict(case["attrs"])
for name, value in case["inputs"].items():
    if isinstance(value, dict):
        value = np.full(value["shape"], value["fill"], value["dtype"])
    arguments[name] = value
in_use = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
limit = in_use + case["memory"]
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    result = getattr(raw_ops, case["op"])(**arguments)
    answer = {"shape": list(result.shape), "zeros": not result.any()}
except (ValueError, TypeError, NotImplementedError) as error:
    answer = {"error": type(error).__name__, "text": str(error), "op": error.op,
              "argument": error.argument}
print(json.dumps(answer))
"""


def tensor(*shape: int, dtype: str = "float32", fill: float = 1.0) -> dict[str, Any]:
    return {"shape": shape, "dtype": dtype, "fill": fill}


@dataclass(frozen=True)
class Advisory:
    tfsa: str
    cve: str
    op: str
    inputs: dict[str, Any]
    attrs: dict[str, Any]
    # The argument that the error names; or, where there is an answer, zeros of a shape.
    blames: str = ""
    zeros: list[int] = field(default_factory=list)
    error: str = "ValueError"

    def __str__(self) -> str:
        return f"TFSA-{self.tfsa}-{self.op}"


def conv(
    strides: list[int], padding: str, dilations: list[int] | None = None, **more: Any
) -> dict[str, Any]:
    attrs: dict[str, Any] = {"strides": strides, "padding": padding} | more
    return attrs | ({"dilations": dilations} if dilations else {})


def pool(ksize: list[int], strides: list[int], padding: str, **more: Any) -> dict[str, Any]:
    return {"ksize": ksize, "strides": strides, "padding": padding} | more


ONES4, ONES5 = [1] * 4, [1] * 5
HUGE = 1879048192

ADVISORIES = [
    Advisory(
        "2021-006",
        "2021-29517",
        "Conv3D",
        {"input": tensor(0, 0, 0, 0, 0), "filter": tensor(0, 0, 0, 0, 0)},
        conv([1, 56, 56, 56, 1], "VALID", [1, 1, 1, 23, 1]),
        "filter",
    ),
    Advisory(
        "2021-006",
        "2021-29517",
        "Conv3D",
        {"input": tensor(2, 2, 2, 2, 0), "filter": tensor(0, 0, 2, 6, 2)},
        conv([1, 56, 39, 34, 1], "VALID"),
        "filter",
    ),
    Advisory(
        "2021-010",
        "2021-29520",
        "Conv3DBackpropInputV2",
        {
            "input_sizes": [1, 1, 1, 1, 2],
            "filter": tensor(4, 1, 6, 1, 1),
            "out_backprop": tensor(1, 1, 1, 1, 1),
        },
        conv([1, 89, 29, 89, 1], "SAME"),
        "filter",
    ),
    Advisory(
        "2021-010",
        "2021-29520",
        "Conv3DBackpropFilterV2",
        {
            "input": tensor(7, 7, 7, 7, 7),
            "filter_sizes": [7, 7, 7, 1, 1],
            "out_backprop": tensor(7, 1, 1, 1, 1),
        },
        conv([1, 37, 65, 93, 1], "VALID"),
        "filter_sizes",
    ),
    Advisory(
        "2021-011",
        "2021-29522",
        "Conv3DBackpropInputV2",
        {
            "input_sizes": [0] * 5,
            "filter": tensor(0, 0, 0, 1, 0),
            "out_backprop": tensor(0, 0, 0, 0, 0),
        },
        conv(ONES5, "SAME"),
        "filter",
    ),
    Advisory(
        "2021-011",
        "2021-29522",
        "Conv3DBackpropFilterV2",
        {
            "input": tensor(1, 1, 1, 1, 1),
            "filter_sizes": [0, 0, 0, 1, 0],
            "out_backprop": tensor(1, 1, 1, 1, 0),
        },
        conv(ONES5, "SAME"),
        "filter_sizes",
    ),
    Advisory(
        "2021-013",
        "2021-29524",
        "Conv2DBackpropFilter",
        {
            "input": tensor(0, 0, 1, 0),
            "filter_sizes": [1, 1, 1, 1],
            "out_backprop": tensor(0, 0, 1, 1),
        },
        conv([1, 66, 18, 1], "SAME"),
        "input",
    ),
    Advisory(
        "2021-014",
        "2021-29525",
        "Conv2DBackpropInput",
        {
            "input_sizes": [52, 1, 1, 5],
            "filter": tensor(0, 1, 5, 0),
            "out_backprop": tensor(52, 1, 1, 0),
        },
        conv(ONES4, "SAME"),
        "filter",
    ),
    Advisory(
        "2021-015",
        "2021-29526",
        "Conv2D",
        {"input": tensor(0, 0, 0, 0), "filter": tensor(0, 0, 0, 0)},
        conv(ONES4, "SAME"),
        "filter",
    ),
    # TFSA-2021-150 (CVE-2021-37675) is the same call, met by the shape rule of a graph: there is
    # one rule here for both.
    Advisory(
        "2021-027",
        "2021-29538",
        "Conv2DBackpropFilter",
        {
            "input": tensor(0, 0, 0, 0),
            "filter_sizes": [0, 0, 0, 0],
            "out_backprop": tensor(0, 0, 0, 0),
        },
        conv(ONES4, "SAME"),
        "filter_sizes",
    ),
    Advisory(
        "2021-028",
        "2021-29540",
        "Conv2DBackpropFilter",
        {
            "input": tensor(1, 1, 1, 2),
            "filter_sizes": [1, 1, 1, 1],
            "out_backprop": tensor(1, 1, 1, 1),
        },
        conv([1, 66, 49, 1], "VALID"),
        "filter_sizes",
    ),
    Advisory(
        "2021-028",
        "2021-29540",
        "Conv2DBackpropFilter",
        {
            "input": tensor(0, 1, 1, 5),
            "filter_sizes": [3, 8, 1, 1],
            "out_backprop": tensor(0, 1, 1, 1),
        },
        conv([1, 66, 49, 1], "VALID"),
        "filter_sizes",
    ),
    Advisory(
        "2021-063",
        "2021-29574",
        "MaxPool3DGradGrad",
        {
            "orig_input": tensor(1, 1, 1, 1, 1),
            "orig_output": tensor(1, 1, 1, 1, 1),
            "grad": tensor(0, 0, 0, 0, 0),
        },
        pool(ONES5, ONES5, "SAME"),
        "grad",
    ),
    Advisory(
        "2021-064",
        "2021-29576",
        "MaxPool3DGradGrad",
        {
            "orig_input": tensor(11, 1, 1, 1, 1, fill=0.01),
            "orig_output": tensor(1, 1, 1, 1, 1),
            "grad": tensor(1, 1, 1, 1, 1),
        },
        pool(ONES5, ONES5, "SAME"),
        "grad",
    ),
    Advisory(
        "2021-065",
        "2021-29577",
        "AvgPool3DGrad",
        {"orig_input_shape": [10, 6, 3, 7, 7], "grad": tensor(3, 1, 1, 1, 1)},
        pool(ONES5, ONES5, "SAME"),
        "grad",
    ),
    Advisory(
        "2021-068",
        "2021-29579",
        "MaxPoolGrad",
        {
            "orig_input": tensor(1, 1, 1, 1),
            "orig_output": tensor(1, 1, 1, 1),
            "grad": tensor(0, 0, 0, 0),
        },
        pool(ONES4, ONES4, "SAME"),
        "grad",
    ),
    Advisory(
        "2021-148",
        "2021-37674",
        "MaxPoolGrad",
        {
            "orig_input": tensor(3, 0, 0, 2),
            "orig_output": tensor(3, 0, 0, 2),
            "grad": tensor(3, 0, 0, 2),
        },
        pool(
            [1, 16, 16, 1], [1, 16, 18, 1], "EXPLICIT", explicit_paddings=[0, 0, 14, 3, 15, 5, 0, 0]
        ),
        "orig_input",
    ),
    Advisory(
        "2021-198",
        "2021-41197",
        "AvgPool3DGrad",
        {"orig_input_shape": [HUGE] * 5, "grad": tensor(1, 1, 1, 1, 1)},
        pool(ONES5, ONES5, "SAME"),
        "orig_input_shape",
    ),
    Advisory(
        "2021-198",
        "2021-41197",
        "Conv3DBackpropInputV2",
        {
            "input_sizes": [HUGE] * 5,
            "filter": tensor(1, 1, 1, 1, 1),
            "out_backprop": tensor(1, 1, 1, 1, 1),
        },
        conv(ONES5, "SAME"),
        "input_sizes",
    ),
    Advisory(
        "2021-198",
        "2021-41197",
        "Conv2DBackpropFilter",
        {
            "input": tensor(1, 1, 1, 1),
            "filter_sizes": [HUGE] * 4,
            "out_backprop": tensor(1, 1, 1, 1),
        },
        conv(ONES4, "SAME"),
        "filter_sizes",
    ),
    Advisory(
        "2021-199",
        "2021-41196",
        "MaxPool3D",
        {"input": tensor(3, 4, 10, 11, 12)},
        pool([1, 2, 2, 0, 1], ONES5, "VALID"),
        "ksize",
    ),
    Advisory(
        "2022-001",
        "2022-21725",
        "AvgPoolGrad",
        {"orig_input_shape": [1, 1, 1, 1], "grad": tensor(3, 1, 3, 1)},
        pool(ONES4, [1, 1, 1, 0], "VALID", data_format="NCHW"),
        "strides",
    ),
    Advisory(
        "2022-070",
        "2022-29196",
        "Conv3DBackpropFilterV2",
        {
            "input": tensor(2, 2, 2, 2, 1, dtype="float16"),
            "filter_sizes": 0,
            "out_backprop": tensor(2, 2, 2, 2, 1, dtype="float16"),
        },
        conv(ONES5, "VALID"),
        "filter_sizes",
    ),
    Advisory(
        "2022-091",
        "2022-35941",
        "AvgPool",
        {"value": tensor(1, 1, 1, 1)},
        pool([1, 10**20, 1, 1], ONES4, "SAME"),
        "ksize",
    ),
    Advisory(
        "2022-094",
        "2022-35959",
        "AvgPoolGrad",
        {"orig_input_shape": [-536870912] * 4, "grad": tensor(1, 5, 7, 1, dtype="float64")},
        pool([1, 2, 2, 1], [1, 2, 2, 1], "VALID"),
        "orig_input_shape",
    ),
    Advisory(
        "2022-100",
        "2022-35968",
        "AvgPool3DGrad",
        {"orig_input_shape": [HUGE] * 5, "grad": tensor(1, 3, 2, 4, 2)},
        pool(ONES5, ONES5, "SAME"),
        "orig_input_shape",
    ),
    Advisory(
        "2022-101",
        "2022-35969",
        "Conv2DBackpropInput",
        {"input_sizes": [65534, 65534], "filter": tensor(3, 3, 2, 2), "out_backprop": tensor()},
        conv(ONES4, "SAME"),
        "out_backprop",
    ),
    Advisory(
        "2022-120",
        "2022-35989",
        "MaxPool",
        {"input": tensor(1, 1, 1, 1)},
        pool([1, 1, 2, 2], ONES4, "VALID", data_format="NCHW"),
        "ksize",
    ),
    Advisory(
        "2022-121",
        "2022-35999",
        "Conv2DBackpropInput",
        {
            "input_sizes": [3, 1, 1, 2],
            "filter": tensor(1, 3, 2, 3),
            "out_backprop": tensor(3, 1, 0, 3),
        },
        conv([1, 1, 2, 1], "VALID"),
        zeros=[3, 1, 1, 2],
    ),
    Advisory(
        "2022-124",
        "2022-35996",
        "Conv2D",
        {"input": tensor(1, 0, 2, 1), "filter": tensor(1, 1, 1, 1)},
        conv(ONES4, "EXPLICIT", explicit_paddings=[0, 0, 1, 1, 1, 1, 0, 0]),
        zeros=[1, 2, 4, 1],
    ),
    Advisory(
        "2023-010",
        "2023-25664",
        "AvgPoolGrad",
        {"orig_input_shape": [11, 9, 78, 9], "grad": tensor(16, 16, 16, 16)},
        pool([1, 40, 128, 1], [1, 128, 128, 30], "SAME"),
        "strides",
        error="NotImplementedError",
    ),
    Advisory(
        "2023-019",
        "2023-25669",
        "AvgPoolGrad",
        {"orig_input_shape": [1, 0, 0, 0], "grad": tensor(1, 1, 1, 1)},
        pool([1, 0, 0, 0], [1, 0, 0, 0], "SAME", data_format="NCHW"),
        "ksize",
    ),
    # Reported without a number: MaxPoolGrad with an empty window corrupts TensorFlow's heap, a
    # VALID window larger than the input divides by zero, one size alone aborts.
    Advisory(
        "none-1",
        "",
        "MaxPoolGrad",
        {
            "orig_input": tensor(1, 2, 2, 1),
            "orig_output": tensor(1, 2, 2, 1),
            "grad": tensor(1, 2, 2, 1),
        },
        pool([1, 0, 0, 1], ONES4, "SAME"),
        "ksize",
    ),
    Advisory(
        "none-2",
        "",
        "AvgPool3DGrad",
        {"orig_input_shape": [1, 2, 2, 2, 1], "grad": tensor(1, 0, 0, 0, 1)},
        pool([1, 3, 3, 3, 1], ONES5, "VALID"),
        zeros=[1, 2, 2, 2, 1],
    ),
    Advisory(
        "none-3",
        "",
        "Conv3DBackpropInputV2",
        {
            "input_sizes": [1],
            "filter": tensor(1, 1, 1, 1, 1),
            "out_backprop": tensor(1, 1, 1, 1, 1),
        },
        conv(ONES5, "SAME"),
        "input_sizes",
    ),
]


@pytest.mark.parametrize("advisory", ADVISORIES, ids=str)
def test_advisory(advisory: Advisory) -> None:
    given = json.dumps(asdict(advisory) | {"memory": MEMORY})
    child = run_child(CHILD, given=given, seconds=SECONDS, VOXGRAD_THREADS="2")
    assert child.returncode == 0, child.stderr
    answer = json.loads(child.stdout)
    if advisory.blames:
        assert answer.get("error") == advisory.error, answer
        assert answer["text"].startswith(f"{advisory.op}: "), answer
        assert (answer["op"], answer["argument"]) == (advisory.op, advisory.blames), answer
        assert advisory.blames in answer["text"]
    else:
        assert answer == {"shape": advisory.zeros, "zeros": True}
