"""The ops under TensorFlow's names, typed: an array of the kind that goes in comes out.

Written by tools/generate.py from the op table; do not edit.
"""

from collections.abc import Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload

from numpy.typing import NDArray

from voxgrad._typing import Array, Numbers, Sizes

_A = TypeVar("_A", bound=Array)
_T = TypeVar("_T")

__all__ = [
    "Add",
    "AddN",
    "AddV2",
    "ApplyAdam",
    "ApplyGradientDescent",
    "ApplyMomentum",
    "Assign",
    "AssignAdd",
    "AssignSub",
    "AvgPool",
    "AvgPool3D",
    "AvgPool3DGrad",
    "AvgPoolGrad",
    "BiasAdd",
    "BiasAddGrad",
    "BroadcastGradientArgs",
    "BroadcastTo",
    "Cast",
    "Concat",
    "ConcatOffset",
    "ConcatV2",
    "Const",
    "Conv2D",
    "Conv2DBackpropFilter",
    "Conv2DBackpropInput",
    "Conv3D",
    "Conv3DBackpropFilterV2",
    "Conv3DBackpropInputV2",
    "Div",
    "DynamicStitch",
    "Elu",
    "EluGrad",
    "Equal",
    "Exp",
    "ExpandDims",
    "Fill",
    "FloorDiv",
    "FloorMod",
    "Greater",
    "GreaterEqual",
    "Identity",
    "InvertPermutation",
    "L2Loss",
    "Less",
    "LessEqual",
    "Log",
    "LogSoftmax",
    "LogicalAnd",
    "LogicalNot",
    "LogicalOr",
    "MatMul",
    "Max",
    "MaxPool",
    "MaxPool3D",
    "MaxPool3DGrad",
    "MaxPool3DGradGrad",
    "MaxPoolGrad",
    "MaxPoolGradGrad",
    "Maximum",
    "Mean",
    "Min",
    "Minimum",
    "Mul",
    "Neg",
    "NoOp",
    "NotEqual",
    "OnesLike",
    "Pack",
    "Pad",
    "PadV2",
    "Placeholder",
    "PlaceholderWithDefault",
    "Pow",
    "PreventGradient",
    "Range",
    "Rank",
    "RealDiv",
    "Relu",
    "Relu6",
    "Relu6Grad",
    "ReluGrad",
    "Reshape",
    "Select",
    "SelectV2",
    "Shape",
    "ShapeN",
    "Sigmoid",
    "SigmoidGrad",
    "Size",
    "Slice",
    "Softmax",
    "SoftmaxCrossEntropyWithLogits",
    "Softplus",
    "SoftplusGrad",
    "SparseSoftmaxCrossEntropyWithLogits",
    "Split",
    "Sqrt",
    "SqrtGrad",
    "Square",
    "Squeeze",
    "StopGradient",
    "Sub",
    "Sum",
    "Tanh",
    "TanhGrad",
    "Tile",
    "Transpose",
    "Unpack",
    "VariableV2",
    "ZerosLike",
]

@overload
def Add(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Add(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def AddN(
    *,
    inputs: Sequence[Numbers],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def AddN(
    *,
    inputs: Sequence[_A | Numbers],
    name: str | None = None,
) -> _A: ...

@overload
def AddV2(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def AddV2(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def ApplyAdam(
    *,
    var: Numbers,
    m: Numbers,
    v: Numbers,
    beta1_power: Numbers,
    beta2_power: Numbers,
    lr: Numbers,
    beta1: Numbers,
    beta2: Numbers,
    epsilon: Numbers,
    grad: Numbers,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def ApplyAdam(
    *,
    var: _A | Numbers,
    m: _A | Numbers,
    v: _A | Numbers,
    beta1_power: _A | Numbers,
    beta2_power: _A | Numbers,
    lr: _A | Numbers,
    beta1: _A | Numbers,
    beta2: _A | Numbers,
    epsilon: _A | Numbers,
    grad: _A | Numbers,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def ApplyGradientDescent(
    *,
    var: Numbers,
    alpha: Numbers,
    delta: Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def ApplyGradientDescent(
    *,
    var: _A | Numbers,
    alpha: _A | Numbers,
    delta: _A | Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def ApplyMomentum(
    *,
    var: Numbers,
    accum: Numbers,
    lr: Numbers,
    grad: Numbers,
    momentum: Numbers,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def ApplyMomentum(
    *,
    var: _A | Numbers,
    accum: _A | Numbers,
    lr: _A | Numbers,
    grad: _A | Numbers,
    momentum: _A | Numbers,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def Assign(
    *,
    ref: Numbers,
    value: Numbers,
    validate_shape: bool = True,
    use_locking: bool = True,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Assign(
    *,
    ref: _A | Numbers,
    value: _A | Numbers,
    validate_shape: bool = True,
    use_locking: bool = True,
    name: str | None = None,
) -> _A: ...

@overload
def AssignAdd(
    *,
    ref: Numbers,
    value: Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def AssignAdd(
    *,
    ref: _A | Numbers,
    value: _A | Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def AssignSub(
    *,
    ref: Numbers,
    value: Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def AssignSub(
    *,
    ref: _A | Numbers,
    value: _A | Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> _A: ...

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
def BiasAdd(
    *,
    value: Numbers,
    bias: Numbers,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def BiasAdd(
    *,
    value: _A | Numbers,
    bias: _A | Numbers,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> _A: ...

@overload
def BiasAddGrad(
    *,
    out_backprop: Numbers,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def BiasAddGrad(
    *,
    out_backprop: _A,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> _A: ...

class _BroadcastGradientArgsOutput(NamedTuple, Generic[_T]):
    r0: _T
    r1: _T

@overload
def BroadcastGradientArgs(
    *,
    s0: Numbers,
    s1: Numbers,
    name: str | None = None,
) -> _BroadcastGradientArgsOutput[NDArray[Any]]: ...
@overload
def BroadcastGradientArgs(
    *,
    s0: _A | Numbers,
    s1: _A | Numbers,
    name: str | None = None,
) -> _BroadcastGradientArgsOutput[_A]: ...

@overload
def BroadcastTo(
    *,
    input: Numbers,
    shape: Array | Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def BroadcastTo(
    *,
    input: _A,
    shape: Array | Numbers,
    name: str | None = None,
) -> _A: ...

def Cast(
    *,
    x: Array | Numbers,
    DstT: Any,
    Truncate: bool = False,
    name: str | None = None,
) -> Any: ...

@overload
def Concat(
    *,
    concat_dim: Array | Numbers,
    values: Sequence[Numbers],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Concat(
    *,
    concat_dim: Array | Numbers,
    values: Sequence[_A | Numbers],
    name: str | None = None,
) -> _A: ...

@overload
def ConcatOffset(
    *,
    concat_dim: Array | Numbers,
    shape: Sequence[Numbers],
    name: str | None = None,
) -> list[NDArray[Any]]: ...
@overload
def ConcatOffset(
    *,
    concat_dim: Array | Numbers,
    shape: Sequence[_A | Numbers],
    name: str | None = None,
) -> list[_A]: ...

@overload
def ConcatV2(
    *,
    values: Sequence[Numbers],
    axis: Array | Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def ConcatV2(
    *,
    values: Sequence[_A | Numbers],
    axis: Array | Numbers,
    name: str | None = None,
) -> _A: ...

def Const(
    *,
    value: Array | Numbers,
    dtype: Any,
    name: str | None = None,
) -> NDArray[Any]: ...

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
def Div(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Div(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def DynamicStitch(
    *,
    indices: Sequence[Array | Numbers],
    data: Sequence[Numbers],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def DynamicStitch(
    *,
    indices: Sequence[Array | Numbers],
    data: Sequence[_A | Numbers],
    name: str | None = None,
) -> _A: ...

@overload
def Elu(
    *,
    features: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Elu(
    *,
    features: _A,
    name: str | None = None,
) -> _A: ...

@overload
def EluGrad(
    *,
    gradients: Numbers,
    outputs: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def EluGrad(
    *,
    gradients: _A | Numbers,
    outputs: _A | Numbers,
    name: str | None = None,
) -> _A: ...

def Equal(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    incompatible_shape_error: bool = True,
    name: str | None = None,
) -> Any: ...

@overload
def Exp(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Exp(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def ExpandDims(
    *,
    input: Numbers,
    axis: Array | Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def ExpandDims(
    *,
    input: _A,
    axis: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Fill(
    *,
    dims: Array | Numbers,
    value: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Fill(
    *,
    dims: Array | Numbers,
    value: _A,
    name: str | None = None,
) -> _A: ...

@overload
def FloorDiv(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def FloorDiv(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def FloorMod(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def FloorMod(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

def Greater(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> Any: ...

def GreaterEqual(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> Any: ...

@overload
def Identity(
    *,
    input: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Identity(
    *,
    input: _A,
    name: str | None = None,
) -> _A: ...

@overload
def InvertPermutation(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def InvertPermutation(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def L2Loss(
    *,
    t: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def L2Loss(
    *,
    t: _A,
    name: str | None = None,
) -> _A: ...

def Less(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> Any: ...

def LessEqual(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> Any: ...

@overload
def Log(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Log(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def LogSoftmax(
    *,
    logits: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def LogSoftmax(
    *,
    logits: _A,
    name: str | None = None,
) -> _A: ...

def LogicalAnd(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> Any: ...

def LogicalNot(
    *,
    x: Array | Numbers,
    name: str | None = None,
) -> Any: ...

def LogicalOr(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> Any: ...

@overload
def MatMul(
    *,
    a: Numbers,
    b: Numbers,
    transpose_a: bool = False,
    transpose_b: bool = False,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def MatMul(
    *,
    a: _A | Numbers,
    b: _A | Numbers,
    transpose_a: bool = False,
    transpose_b: bool = False,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def Max(
    *,
    input: Numbers,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Max(
    *,
    input: _A,
    axis: Array | Numbers,
    keep_dims: bool = False,
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

@overload
def Maximum(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Maximum(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Mean(
    *,
    input: Numbers,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Mean(
    *,
    input: _A,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def Min(
    *,
    input: Numbers,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Min(
    *,
    input: _A,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def Minimum(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Minimum(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Mul(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Mul(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Neg(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Neg(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

def NoOp(
    *,
    name: str | None = None,
) -> Any: ...

def NotEqual(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    incompatible_shape_error: bool = True,
    name: str | None = None,
) -> Any: ...

@overload
def OnesLike(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def OnesLike(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Pack(
    *,
    values: Sequence[Numbers],
    axis: int = 0,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Pack(
    *,
    values: Sequence[_A | Numbers],
    axis: int = 0,
    name: str | None = None,
) -> _A: ...

@overload
def Pad(
    *,
    input: Numbers,
    paddings: Array | Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Pad(
    *,
    input: _A,
    paddings: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def PadV2(
    *,
    input: Numbers,
    paddings: Array | Numbers,
    constant_values: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def PadV2(
    *,
    input: _A | Numbers,
    paddings: Array | Numbers,
    constant_values: _A | Numbers,
    name: str | None = None,
) -> _A: ...

def Placeholder(
    *,
    dtype: Any,
    shape: Sequence[int | None] | None = None,
    name: str | None = None,
) -> NDArray[Any]: ...

@overload
def PlaceholderWithDefault(
    *,
    input: Numbers,
    shape: Sequence[int | None] | None,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def PlaceholderWithDefault(
    *,
    input: _A,
    shape: Sequence[int | None] | None,
    name: str | None = None,
) -> _A: ...

@overload
def Pow(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Pow(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def PreventGradient(
    *,
    input: Numbers,
    message: str | bytes = "",
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def PreventGradient(
    *,
    input: _A,
    message: str | bytes = "",
    name: str | None = None,
) -> _A: ...

@overload
def Range(
    *,
    start: Numbers,
    limit: Numbers,
    delta: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Range(
    *,
    start: _A | Numbers,
    limit: _A | Numbers,
    delta: _A | Numbers,
    name: str | None = None,
) -> _A: ...

def Rank(
    *,
    input: Array | Numbers,
    name: str | None = None,
) -> Any: ...

@overload
def RealDiv(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def RealDiv(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Relu(
    *,
    features: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Relu(
    *,
    features: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Relu6(
    *,
    features: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Relu6(
    *,
    features: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Relu6Grad(
    *,
    gradients: Numbers,
    features: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Relu6Grad(
    *,
    gradients: _A | Numbers,
    features: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def ReluGrad(
    *,
    gradients: Numbers,
    features: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def ReluGrad(
    *,
    gradients: _A | Numbers,
    features: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Reshape(
    *,
    tensor: Numbers,
    shape: Array | Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Reshape(
    *,
    tensor: _A,
    shape: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Select(
    *,
    condition: Array | Numbers,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Select(
    *,
    condition: Array | Numbers,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def SelectV2(
    *,
    condition: Array | Numbers,
    t: Numbers,
    e: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def SelectV2(
    *,
    condition: Array | Numbers,
    t: _A | Numbers,
    e: _A | Numbers,
    name: str | None = None,
) -> _A: ...

def Shape(
    *,
    input: Array | Numbers,
    out_type: Any = "int32",
    name: str | None = None,
) -> Any: ...

def ShapeN(
    *,
    input: Sequence[Array | Numbers],
    out_type: Any = "int32",
    name: str | None = None,
) -> list[Any]: ...

@overload
def Sigmoid(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Sigmoid(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def SigmoidGrad(
    *,
    y: Numbers,
    dy: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def SigmoidGrad(
    *,
    y: _A | Numbers,
    dy: _A | Numbers,
    name: str | None = None,
) -> _A: ...

def Size(
    *,
    input: Array | Numbers,
    out_type: Any = "int32",
    name: str | None = None,
) -> Any: ...

@overload
def Slice(
    *,
    input: Numbers,
    begin: Array | Numbers,
    size: Array | Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Slice(
    *,
    input: _A,
    begin: Array | Numbers,
    size: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Softmax(
    *,
    logits: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Softmax(
    *,
    logits: _A,
    name: str | None = None,
) -> _A: ...

class _SoftmaxCrossEntropyWithLogitsOutput(NamedTuple, Generic[_T]):
    loss: _T
    backprop: _T

@overload
def SoftmaxCrossEntropyWithLogits(
    *,
    features: Numbers,
    labels: Numbers,
    name: str | None = None,
) -> _SoftmaxCrossEntropyWithLogitsOutput[NDArray[Any]]: ...
@overload
def SoftmaxCrossEntropyWithLogits(
    *,
    features: _A | Numbers,
    labels: _A | Numbers,
    name: str | None = None,
) -> _SoftmaxCrossEntropyWithLogitsOutput[_A]: ...

@overload
def Softplus(
    *,
    features: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Softplus(
    *,
    features: _A,
    name: str | None = None,
) -> _A: ...

@overload
def SoftplusGrad(
    *,
    gradients: Numbers,
    features: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def SoftplusGrad(
    *,
    gradients: _A | Numbers,
    features: _A | Numbers,
    name: str | None = None,
) -> _A: ...

class _SparseSoftmaxCrossEntropyWithLogitsOutput(NamedTuple, Generic[_T]):
    loss: _T
    backprop: _T

@overload
def SparseSoftmaxCrossEntropyWithLogits(
    *,
    features: Numbers,
    labels: Array | Numbers,
    name: str | None = None,
) -> _SparseSoftmaxCrossEntropyWithLogitsOutput[NDArray[Any]]: ...
@overload
def SparseSoftmaxCrossEntropyWithLogits(
    *,
    features: _A,
    labels: Array | Numbers,
    name: str | None = None,
) -> _SparseSoftmaxCrossEntropyWithLogitsOutput[_A]: ...

@overload
def Split(
    *,
    axis: Array | Numbers,
    value: Numbers,
    num_split: int,
    name: str | None = None,
) -> list[NDArray[Any]]: ...
@overload
def Split(
    *,
    axis: Array | Numbers,
    value: _A,
    num_split: int,
    name: str | None = None,
) -> list[_A]: ...

@overload
def Sqrt(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Sqrt(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def SqrtGrad(
    *,
    y: Numbers,
    dy: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def SqrtGrad(
    *,
    y: _A | Numbers,
    dy: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Square(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Square(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Squeeze(
    *,
    input: Numbers,
    axis: Sequence[int] = [],
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Squeeze(
    *,
    input: _A,
    axis: Sequence[int] = [],
    name: str | None = None,
) -> _A: ...

@overload
def StopGradient(
    *,
    input: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def StopGradient(
    *,
    input: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Sub(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Sub(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Sum(
    *,
    input: Numbers,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Sum(
    *,
    input: _A,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def Tanh(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Tanh(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def TanhGrad(
    *,
    y: Numbers,
    dy: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def TanhGrad(
    *,
    y: _A | Numbers,
    dy: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Tile(
    *,
    input: Numbers,
    multiples: Array | Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Tile(
    *,
    input: _A,
    multiples: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Transpose(
    *,
    x: Numbers,
    perm: Array | Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def Transpose(
    *,
    x: _A,
    perm: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Unpack(
    *,
    value: Numbers,
    num: int,
    axis: int = 0,
    name: str | None = None,
) -> list[NDArray[Any]]: ...
@overload
def Unpack(
    *,
    value: _A,
    num: int,
    axis: int = 0,
    name: str | None = None,
) -> list[_A]: ...

def VariableV2(
    *,
    shape: Sequence[int | None] | None,
    dtype: Any,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> NDArray[Any]: ...

@overload
def ZerosLike(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[Any]: ...
@overload
def ZerosLike(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...
