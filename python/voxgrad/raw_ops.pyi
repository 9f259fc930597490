"""The ops under TensorFlow's names, typed: an array of the kind that goes in comes out.

Written by tools/generate.py from the op table; do not edit.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypeVar, overload

from numpy.typing import NDArray

from voxgrad._typing import Array, Numbers, Sizes

_A = TypeVar("_A", bound=Array)

__all__ = [
    "AvgPool",
    "AvgPool3D",
    "AvgPool3DGrad",
    "AvgPoolGrad",
    "Conv2D",
    "Conv2DBackpropFilter",
    "Conv2DBackpropInput",
    "Conv3D",
    "Conv3DBackpropFilterV2",
    "Conv3DBackpropInputV2",
    "MaxPool",
    "MaxPool3D",
    "MaxPool3DGrad",
    "MaxPool3DGradGrad",
    "MaxPoolGrad",
    "MaxPoolGradGrad",
]

@overload
def AvgPool(
    *,
    value: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def AvgPool(
    *,
    value: _A,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> _A: ...

@overload
def AvgPool3D(
    *,
    input: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def AvgPool3D(
    *,
    input: _A,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    name: str | None = None,
) -> _A: ...

@overload
def AvgPool3DGrad(
    *,
    orig_input_shape: Sizes,
    grad: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def AvgPool3DGrad(
    *,
    orig_input_shape: Sizes,
    grad: _A,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    name: str | None = None,
) -> _A: ...

@overload
def AvgPoolGrad(
    *,
    orig_input_shape: Sizes,
    grad: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def AvgPoolGrad(
    *,
    orig_input_shape: Sizes,
    grad: _A,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> _A: ...

@overload
def Conv2D(
    *,
    input: Numbers,
    filter: Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Conv2D(
    *,
    input: _A | Numbers,
    filter: _A | Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> _A: ...

@overload
def Conv2DBackpropFilter(
    *,
    input: Numbers,
    filter_sizes: Sizes,
    out_backprop: Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Conv2DBackpropFilter(
    *,
    input: _A | Numbers,
    filter_sizes: Sizes,
    out_backprop: _A | Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> _A: ...

@overload
def Conv2DBackpropInput(
    *,
    input_sizes: Sizes,
    filter: Numbers,
    out_backprop: Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Conv2DBackpropInput(
    *,
    input_sizes: Sizes,
    filter: _A | Numbers,
    out_backprop: _A | Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> _A: ...

@overload
def Conv3D(
    *,
    input: Numbers,
    filter: Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    dilations: Sequence[int] = [1, 1, 1, 1, 1],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Conv3D(
    *,
    input: _A | Numbers,
    filter: _A | Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    dilations: Sequence[int] = [1, 1, 1, 1, 1],
    name: str | None = None,
) -> _A: ...

@overload
def Conv3DBackpropFilterV2(
    *,
    input: Numbers,
    filter_sizes: Sizes,
    out_backprop: Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    dilations: Sequence[int] = [1, 1, 1, 1, 1],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Conv3DBackpropFilterV2(
    *,
    input: _A | Numbers,
    filter_sizes: Sizes,
    out_backprop: _A | Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    dilations: Sequence[int] = [1, 1, 1, 1, 1],
    name: str | None = None,
) -> _A: ...

@overload
def Conv3DBackpropInputV2(
    *,
    input_sizes: Sizes,
    filter: Numbers,
    out_backprop: Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    dilations: Sequence[int] = [1, 1, 1, 1, 1],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Conv3DBackpropInputV2(
    *,
    input_sizes: Sizes,
    filter: _A | Numbers,
    out_backprop: _A | Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    dilations: Sequence[int] = [1, 1, 1, 1, 1],
    name: str | None = None,
) -> _A: ...

@overload
def MaxPool(
    *,
    input: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def MaxPool(
    *,
    input: _A,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> _A: ...

@overload
def MaxPool3D(
    *,
    input: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def MaxPool3D(
    *,
    input: _A,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    name: str | None = None,
) -> _A: ...

@overload
def MaxPool3DGrad(
    *,
    orig_input: Array | Numbers,
    orig_output: Array | Numbers,
    grad: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def MaxPool3DGrad(
    *,
    orig_input: Array | Numbers,
    orig_output: Array | Numbers,
    grad: _A,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    name: str | None = None,
) -> _A: ...

@overload
def MaxPool3DGradGrad(
    *,
    orig_input: Numbers,
    orig_output: Numbers,
    grad: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def MaxPool3DGradGrad(
    *,
    orig_input: _A | Numbers,
    orig_output: _A | Numbers,
    grad: _A | Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NDHWC", "NCDHW"] | bytes = "NDHWC",
    name: str | None = None,
) -> _A: ...

@overload
def MaxPoolGrad(
    *,
    orig_input: Numbers,
    orig_output: Numbers,
    grad: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def MaxPoolGrad(
    *,
    orig_input: _A | Numbers,
    orig_output: _A | Numbers,
    grad: _A | Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> _A: ...

@overload
def MaxPoolGradGrad(
    *,
    orig_input: Numbers,
    orig_output: Numbers,
    grad: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    explicit_paddings: Sequence[int] = [],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def MaxPoolGradGrad(
    *,
    orig_input: _A | Numbers,
    orig_output: _A | Numbers,
    grad: _A | Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    explicit_paddings: Sequence[int] = [],
    name: str | None = None,
) -> _A: ...
