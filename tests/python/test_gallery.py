"""Every page of Studio's gallery, run headless, with its numbers checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import voxgrad

ROOT = Path(__file__).resolve().parent.parent.parent
GALLERY = ROOT / "studio" / "gallery"
Results = dict[str, Any]

_CHECKS: dict[str, Callable[[Results], None]] = {}


def checks(name: str) -> Callable[[Callable[[Results], None]], Callable[[Results], None]]:
    """The check of one page's results."""

    def keep(check: Callable[[Results], None]) -> Callable[[Results], None]:
        _CHECKS[name] = check
        return check

    return keep


def run_once(name: str) -> Results:
    results = voxgrad.load(GALLERY / f"{name}.pbtxt").run()
    assert isinstance(results, dict)
    return {key.removesuffix(":0"): np.asarray(value) for key, value in results.items()}


@checks("avg_pool3d_grad")
def avg_pool3d_grad(results: Results) -> None:
    # The numbers of the op's document.
    assert results["pooled"].ravel().tolist() == [8, 9, 24, 25]
    assert results["dx"].shape == (2, 2, 2, 2, 2)
    assert results["dx"].ravel().tolist() == [0.125, 0.375] * 8 + [0.625, 0.875] * 8


@checks("max_pool3d_grad")
def max_pool3d_grad(results: Results) -> None:
    assert results["orig_output"].ravel().tolist() == [15, 16, 31, 32]
    expected = np.zeros((2, 2, 2, 2, 2))
    expected[0, 1, 1, 1] = [3, 4]
    expected[1, 1, 1, 1] = [5, 6]
    assert np.array_equal(results["dx"], expected)


@checks("conv3d_backprop_input")
def conv3d_backprop_input(results: Results) -> None:
    assert results["Y"].ravel().tolist() == [2856, 2992, 6952, 7344]
    data = results["dX"].ravel()
    assert data[:16].tolist() == [8840 + 11696 * k for k in range(16)]
    assert data[16:].tolist() == [21640 + 28592 * k for k in range(16)]
    weights = results["dF"].ravel()
    assert weights[[0, 1, 2, -2, -1]].tolist() == [121040, 127840, 130848, 268160, 282880]


@checks("avg_pool_grad")
def avg_pool_grad(results: Results) -> None:
    shares = np.kron(np.array([[1.0, 2.0], [3.0, 4.0]]), np.ones((2, 2)))
    assert np.array_equal(results["dx"][0, :, :, 0], shares)
    assert results["back"].ravel().tolist() == [1, 2, 3, 4]


def average(image: np.ndarray[Any, Any], before: int, stride: int, size: int) -> Any:
    """Means over windows of 3 × 3, of the cells that are inside, and how much each cell counts."""
    means = np.zeros((size, size))
    shares = np.zeros(image.shape)
    for y in range(size):
        for x in range(size):
            rows = slice(max(0, y * stride - before), y * stride - before + 3)
            columns = slice(max(0, x * stride - before), x * stride - before + 3)
            inside = image[rows, columns]
            means[y, x] = inside.mean()
            shares[rows, columns] += 1 / inside.size
    return means, shares


@checks("same_valid")
def same_valid(results: Results) -> None:
    image = np.arange(1.0, 26.0).reshape(5, 5)
    for name, before, size in (("same", 1, 3), ("valid", 0, 2)):
        means, shares = average(image, before, 2, size)
        np.testing.assert_allclose(results[name][0, :, :, 0], means, rtol=1e-6)
        np.testing.assert_allclose(results[f"share_{name}"][0, :, :, 0], shares, rtol=1e-6)


@checks("overlapping_windows")
def overlapping_windows(results: Results) -> None:
    _, shares = average(np.zeros((8, 8)), 1, 1, 8)
    np.testing.assert_allclose(results["overlap"][0, :, :, 0], shares, rtol=1e-6)
    assert np.array_equal(results["apart"], np.full((1, 8, 8, 1), 0.25))


@checks("dilation")
def dilation(results: Results) -> None:
    weights = np.arange(1.0, 10.0).reshape(3, 3)
    for step in (1, 2, 3):
        expected = np.zeros((9, 9))
        expected[4 - step : 5 + step : step, 4 - step : 5 + step : step] = weights
        assert np.array_equal(results[f"dilation_{step}"][0, :, :, 0], expected)


@checks("transposed_convolution")
def transposed_convolution(results: Results) -> None:
    row = np.array([0.25, 0.75, 0.75, 0.25])

    def enlarged(image: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        size = len(image)
        canvas = np.zeros((2 * size + 2, 2 * size + 2))
        for y in range(size):
            for x in range(size):
                canvas[2 * y : 2 * y + 4, 2 * x : 2 * x + 4] += image[y, x] * np.outer(row, row)
        return canvas[1:-1, 1:-1]

    page = voxgrad.load(GALLERY / "transposed_convolution.pbtxt")
    small = np.asarray(page.run(fetch="small"))[0, :, :, 0]
    assert 0 < small.sum() < 64
    np.testing.assert_allclose(results["twice"][0, :, :, 0], enlarged(small), rtol=1e-6)
    np.testing.assert_allclose(
        results["four_times"][0, :, :, 0], enlarged(enlarged(small)), rtol=1e-6
    )


@checks("second_order")
def second_order(results: Results) -> None:
    x = np.array([-1, 0.5, 2, 3])
    first, second, third = results.values()
    np.testing.assert_allclose(first, x**3)
    np.testing.assert_allclose(second, 3 * x**2)
    np.testing.assert_allclose(third, 6 * x)


@checks("slices")
def slices(results: Results) -> None:
    page = voxgrad.load(GALLERY / "slices.pbtxt")
    volume = np.asarray(page.run(fetch="volume"))[0, :, :, :, 0]
    # SAME of 64 cells with stride 2 pads one cell behind.
    padded = np.pad(volume, ((0, 1),) * 3, constant_values=-np.inf)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3, 3))[::2, ::2, ::2]
    assert np.array_equal(results["largest"][0, :, :, :, 0], windows.max(axis=(3, 4, 5)))
    to_winners, to_all = [v for v in results.values() if v.shape == (1, 64, 64, 64, 1)]
    assert to_winners.sum() == 32**3  # each window pays one cell
    assert set(np.unique(to_winners)) <= set(range(9))
    np.testing.assert_allclose(to_all.sum(dtype=np.float64), 32**3, rtol=1e-6)


@checks("layouts")
def layouts(results: Results) -> None:
    assert results["difference"].shape == (1, 6, 6, 6, 2)
    assert not results["difference"].any()


@checks("linear_regression")
def linear_regression(results: Results) -> None:
    # It begins at w = b = 0, where the mean of y² is 9.
    np.testing.assert_allclose(results["loss"], 9.0, rtol=1e-6)
    page = voxgrad.load(GALLERY / "linear_regression.pbtxt")
    for _ in range(100):
        results = page.run()
    np.testing.assert_allclose(results["w:0"], [[2.0]], rtol=1e-5)
    np.testing.assert_allclose(results["b:0"], [1.0], rtol=1e-5)


@checks("xor")
def xor(results: Results) -> None:
    np.testing.assert_allclose(results["loss"], losses("xor")[0], rtol=1e-5)


@checks("unet3d")
def unet3d(results: Results) -> None:
    np.testing.assert_allclose(results["loss"], losses("unet3d")[0], rtol=1e-5)
    assert results["found"].shape == (1, 16, 16, 16, 1)


def recorded(name: str) -> Any:
    text = (ROOT / "tests" / "pages" / "gallery_tensorflow.json").read_text()
    return json.loads(text)[name]


def losses(name: str) -> list[float]:
    return [float(loss) for loss in recorded(name)["losses"]]


@pytest.mark.parametrize("name", ["xor", "unet3d"])
def test_training_goes_as_in_tensorflow(name: str) -> None:
    page = voxgrad.load(GALLERY / f"{name}.pbtxt")
    every = recorded(name)["every"]
    seen: list[float] = []
    for step in range((len(losses(name)) - 1) * every + 1):
        results = page.run()
        if step % every == 0:
            seen.append(float(results["loss:0"]))
    np.testing.assert_allclose(seen, losses(name), rtol=1e-4)


def test_the_unet_finds_the_ball() -> None:
    page = voxgrad.load(GALLERY / "unet3d.pbtxt")
    for _ in range(100):
        results = page.run()
    assert results["loss:0"] < 0.01  # 0.11 is what nothing but zeros would give
    ball = np.asarray(page.run(fetch="ball"))
    assert np.mean((results["found:0"] > 0.5) == (ball > 0.5)) > 0.98


def test_every_page_has_a_check() -> None:
    assert sorted(_CHECKS) == sorted(path.stem for path in GALLERY.glob("*.pbtxt"))
    assert len(_CHECKS) >= 12


@pytest.mark.parametrize("name", sorted(_CHECKS))
def test_page(name: str) -> None:
    assert not voxgrad.load(GALLERY / f"{name}.pbtxt").problems
    _CHECKS[name](run_once(name))
