"""Times PyTorch training the U-Net of src/bench/unet.h: `unet.py NDHWC` or `unet.py NCDHW`.

A child of `vox bench unet --peers`. It says who it is in a line of JSON, then answers each request,
a line of JSON on standard input, with the seconds of some steps and the memory they took at most.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any


def status_bytes(key: str) -> int:
    """A line of /proc/self/status, as `vox bench` reads it of itself."""
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith(key):
                return 1024 * int(line.split()[1])
    return 0


def build(torch: Any, cells: int, channels_last: bool) -> Callable[[], object]:
    """A function that makes one step: forward, backward, Adam."""
    nn, functional = torch.nn, torch.nn.functional
    torch.manual_seed(1)

    def level(before: int, after: int) -> Any:
        layers = []
        for channels in (before, after):
            layers += [nn.Conv3d(channels, after, 3, padding=1), nn.ReLU(inplace=True)]
        return nn.Sequential(*layers)

    parts = nn.ModuleDict(
        {
            "fine": level(1, 16),
            "middle": level(16, 32),
            "coarse": level(32, 64),
            "up_middle": nn.ConvTranspose3d(64, 32, 2, 2, bias=False),
            "back_middle": level(64, 32),
            "up_fine": nn.ConvTranspose3d(32, 16, 2, 2, bias=False),
            "back_fine": level(32, 16),
            "last": nn.Conv3d(16, 2, 1),
        }
    )
    layout = torch.channels_last_3d if channels_last else torch.contiguous_format
    parts = parts.to(memory_format=layout)
    optimizer = torch.optim.Adam(parts.parameters())
    place = torch.arange(cells, dtype=torch.float32) - (cells - 1) / 2
    square = place**2
    distance = square[:, None, None] + square[None, :, None] + square[None, None, :]
    inside = (distance < (cells / 3) ** 2).long()[None]
    volume = (torch.rand(1, 1, cells, cells, cells) + inside[:, None] / 2).to(memory_format=layout)

    def step() -> object:
        optimizer.zero_grad()
        fine = parts["fine"](volume)
        middle = parts["middle"](functional.max_pool3d(fine, 2))
        coarse = parts["coarse"](functional.max_pool3d(middle, 2))
        up = parts["back_middle"](torch.cat([middle, parts["up_middle"](coarse)], 1))
        top = parts["back_fine"](torch.cat([fine, parts["up_fine"](up)], 1))
        loss = functional.cross_entropy(parts["last"](top), inside)
        loss.backward()
        optimizer.step()
        return loss.item()

    return step


def main() -> int:
    """Answers requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # a library that prints must not do so among the answers
    try:
        import torch
    except ImportError as error:
        print(json.dumps({"error": str(error)}), file=answers)
        return 1
    title = f"PyTorch {torch.__version__.split('+')[0]}, {sys.argv[1]}"
    print(json.dumps({"title": title}), file=answers)
    step: Callable[[], object] | None = None
    before = 0
    for text in sys.stdin:
        request = json.loads(text)
        if step is None:
            torch.set_num_threads(request["threads"])
            before = status_bytes("VmRSS")
            step = build(torch, request["cells"], sys.argv[1] == "NDHWC")
            step()
        seconds = []
        for _ in range(request["steps"]):
            start = time.perf_counter()
            step()
            seconds.append(time.perf_counter() - start)
        peak = status_bytes("VmHWM") - before
        print(json.dumps({"seconds": seconds, "peak_bytes": peak}), file=answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
