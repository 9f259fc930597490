"""Records what TensorFlow answers to the calls of window_nn_cases.py, as math_record.py does.

/tmp/tfenv/bin/python tests/recorded/window_nn_record.py
"""

from __future__ import annotations

import json
from pathlib import Path

import math_record
import window_nn_cases

FILE = Path(__file__).with_name("tensorflow-2.21-window-nn.jsonl")


def main() -> None:
    lines = []
    for call in window_nn_cases.all_calls():
        inputs = [math_record.tensor(value) for value in call.inputs.values()]
        record = {"op": call.op, "inputs": inputs, "attrs": call.attrs, **math_record.answer(call)}
        lines.append(json.dumps(record, separators=(",", ":")))
    unique = list(dict.fromkeys(lines))
    FILE.write_text("\n".join(unique) + "\n", encoding="utf-8")
    refused = sum('"error"' in line for line in unique)
    print(f"{len(unique)} calls, {refused} of them refused, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
