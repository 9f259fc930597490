"""Records what TensorFlow answers to the calls of window_nn_cases.py, as math_record.py does.

/tmp/tfenv/bin/python tests/recorded/window_nn_record.py
"""

from __future__ import annotations

from pathlib import Path

import math_record
import window_nn_cases

if __name__ == "__main__":
    file = Path(__file__).with_name("tensorflow-2.21-window-nn.jsonl")
    math_record.record(window_nn_cases.all_calls(), file)
