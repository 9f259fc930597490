"""The ops under TensorFlow's names, typed: an array of the kind that goes in comes out.

Written by tools/generate.py from the op table; do not edit.
"""

from collections.abc import Sequence
from typing import Any as _Any  # there is an op of that name
from typing import Generic, Literal, NamedTuple, TypeVar, overload

from numpy.typing import NDArray

from voxgrad._typing import Array, Numbers, Sizes

_A = TypeVar("_A", bound=Array)
_T = TypeVar("_T")

__all__ = [
    "Abs",
    "Add",
    "AddN",
    "AddV2",
    "All",
    "Any",
    "ApplyAdaMax",
    "ApplyAdadelta",
    "ApplyAdagrad",
    "ApplyAdam",
    "ApplyFtrl",
    "ApplyGradientDescent",
    "ApplyMomentum",
    "ApplyRMSProp",
    "ArgMax",
    "ArgMin",
    "Assign",
    "AssignAdd",
    "AssignSub",
    "AvgPool",
    "AvgPool3D",
    "AvgPool3DGrad",
    "AvgPoolGrad",
    "BatchMatMul",
    "BatchMatMulV2",
    "BatchToSpaceND",
    "BiasAdd",
    "BiasAddGrad",
    "BroadcastGradientArgs",
    "BroadcastTo",
    "Cast",
    "Ceil",
    "ClipByValue",
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
    "Cos",
    "Cumprod",
    "Cumsum",
    "DepthToSpace",
    "DepthwiseConv2dNative",
    "DepthwiseConv2dNativeBackpropFilter",
    "DepthwiseConv2dNativeBackpropInput",
    "Diag",
    "DiagPart",
    "Dilation2D",
    "Dilation2DBackpropFilter",
    "Dilation2DBackpropInput",
    "Div",
    "DynamicStitch",
    "Elu",
    "EluGrad",
    "Equal",
    "Erf",
    "Exp",
    "ExpandDims",
    "Expm1",
    "ExtractVolumePatches",
    "Fill",
    "Floor",
    "FloorDiv",
    "FloorMod",
    "FractionalAvgPool",
    "FractionalAvgPoolGrad",
    "FractionalMaxPool",
    "FractionalMaxPoolGrad",
    "FusedBatchNorm",
    "FusedBatchNormGrad",
    "FusedBatchNormGradV2",
    "FusedBatchNormGradV3",
    "FusedBatchNormV2",
    "FusedBatchNormV3",
    "Gather",
    "GatherNd",
    "GatherV2",
    "Greater",
    "GreaterEqual",
    "Identity",
    "IdentityN",
    "InTopK",
    "InTopKV2",
    "Inv",
    "InvGrad",
    "InvertPermutation",
    "L2Loss",
    "LRN",
    "LRNGrad",
    "LeakyRelu",
    "LeakyReluGrad",
    "Less",
    "LessEqual",
    "LinSpace",
    "Log",
    "Log1p",
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
    "MaxPoolGradGradV2",
    "MaxPoolGradGradWithArgmax",
    "MaxPoolGradV2",
    "MaxPoolGradWithArgmax",
    "MaxPoolV2",
    "MaxPoolWithArgmax",
    "Maximum",
    "Mean",
    "Min",
    "Minimum",
    "MirrorPad",
    "MirrorPadGrad",
    "Mod",
    "Mul",
    "Multinomial",
    "Neg",
    "NoOp",
    "NotEqual",
    "OneHot",
    "OnesLike",
    "Pack",
    "Pad",
    "PadV2",
    "Placeholder",
    "PlaceholderWithDefault",
    "Pow",
    "PreventGradient",
    "Prod",
    "RandomStandardNormal",
    "RandomUniform",
    "RandomUniformInt",
    "Range",
    "Rank",
    "RealDiv",
    "Reciprocal",
    "ReciprocalGrad",
    "Relu",
    "Relu6",
    "Relu6Grad",
    "ReluGrad",
    "Reshape",
    "ResizeBilinear",
    "ResizeBilinearGrad",
    "ResizeNearestNeighbor",
    "ResizeNearestNeighborGrad",
    "Reverse",
    "ReverseV2",
    "Round",
    "Rsqrt",
    "RsqrtGrad",
    "ScatterNd",
    "SegmentSum",
    "Select",
    "SelectV2",
    "Selu",
    "SeluGrad",
    "Shape",
    "ShapeN",
    "Sigmoid",
    "SigmoidGrad",
    "Sign",
    "Sin",
    "Size",
    "Slice",
    "Softmax",
    "SoftmaxCrossEntropyWithLogits",
    "Softplus",
    "SoftplusGrad",
    "Softsign",
    "SoftsignGrad",
    "SpaceToBatchND",
    "SpaceToDepth",
    "SparseSoftmaxCrossEntropyWithLogits",
    "Split",
    "SplitV",
    "Sqrt",
    "SqrtGrad",
    "Square",
    "SquaredDifference",
    "Squeeze",
    "StopGradient",
    "StridedSlice",
    "StridedSliceGrad",
    "Sub",
    "Sum",
    "Tanh",
    "TanhGrad",
    "Tile",
    "TopK",
    "TopKV2",
    "Transpose",
    "TruncatedNormal",
    "Unique",
    "Unpack",
    "UnsortedSegmentSum",
    "VariableV2",
    "Where",
    "Xlogy",
    "ZerosLike",
]

@overload
def Abs(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Abs(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Add(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def AddV2(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

def All(
    *,
    input: Array | Numbers,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> _Any: ...

def Any(
    *,
    input: Array | Numbers,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> _Any: ...

@overload
def ApplyAdaMax(
    *,
    var: Numbers,
    m: Numbers,
    v: Numbers,
    beta1_power: Numbers,
    lr: Numbers,
    beta1: Numbers,
    beta2: Numbers,
    epsilon: Numbers,
    grad: Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ApplyAdaMax(
    *,
    var: _A | Numbers,
    m: _A | Numbers,
    v: _A | Numbers,
    beta1_power: _A | Numbers,
    lr: _A | Numbers,
    beta1: _A | Numbers,
    beta2: _A | Numbers,
    epsilon: _A | Numbers,
    grad: _A | Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def ApplyAdadelta(
    *,
    var: Numbers,
    accum: Numbers,
    accum_update: Numbers,
    lr: Numbers,
    rho: Numbers,
    epsilon: Numbers,
    grad: Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ApplyAdadelta(
    *,
    var: _A | Numbers,
    accum: _A | Numbers,
    accum_update: _A | Numbers,
    lr: _A | Numbers,
    rho: _A | Numbers,
    epsilon: _A | Numbers,
    grad: _A | Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def ApplyAdagrad(
    *,
    var: Numbers,
    accum: Numbers,
    lr: Numbers,
    grad: Numbers,
    use_locking: bool = False,
    update_slots: bool = True,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ApplyAdagrad(
    *,
    var: _A | Numbers,
    accum: _A | Numbers,
    lr: _A | Numbers,
    grad: _A | Numbers,
    use_locking: bool = False,
    update_slots: bool = True,
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
) -> NDArray[_Any]: ...
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
def ApplyFtrl(
    *,
    var: Numbers,
    accum: Numbers,
    linear: Numbers,
    grad: Numbers,
    lr: Numbers,
    l1: Numbers,
    l2: Numbers,
    lr_power: Numbers,
    use_locking: bool = False,
    multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ApplyFtrl(
    *,
    var: _A | Numbers,
    accum: _A | Numbers,
    linear: _A | Numbers,
    grad: _A | Numbers,
    lr: _A | Numbers,
    l1: _A | Numbers,
    l2: _A | Numbers,
    lr_power: _A | Numbers,
    use_locking: bool = False,
    multiply_linear_by_lr: bool = False,
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
def ApplyRMSProp(
    *,
    var: Numbers,
    ms: Numbers,
    mom: Numbers,
    lr: Numbers,
    rho: Numbers,
    momentum: Numbers,
    epsilon: Numbers,
    grad: Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ApplyRMSProp(
    *,
    var: _A | Numbers,
    ms: _A | Numbers,
    mom: _A | Numbers,
    lr: _A | Numbers,
    rho: _A | Numbers,
    momentum: _A | Numbers,
    epsilon: _A | Numbers,
    grad: _A | Numbers,
    use_locking: bool = False,
    name: str | None = None,
) -> _A: ...

def ArgMax(
    *,
    input: Array | Numbers,
    dimension: Array | Numbers,
    output_type: _Any = "int64",
    name: str | None = None,
) -> _Any: ...

def ArgMin(
    *,
    input: Array | Numbers,
    dimension: Array | Numbers,
    output_type: _Any = "int64",
    name: str | None = None,
) -> _Any: ...

@overload
def Assign(
    *,
    ref: Numbers,
    value: Numbers,
    validate_shape: bool = True,
    use_locking: bool = True,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
def BatchMatMul(
    *,
    x: Numbers,
    y: Numbers,
    adj_x: bool = False,
    adj_y: bool = False,
    grad_x: bool = False,
    grad_y: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def BatchMatMul(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    adj_x: bool = False,
    adj_y: bool = False,
    grad_x: bool = False,
    grad_y: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def BatchMatMulV2(
    *,
    x: Numbers,
    y: Numbers,
    adj_x: bool = False,
    adj_y: bool = False,
    grad_x: bool = False,
    grad_y: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def BatchMatMulV2(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    adj_x: bool = False,
    adj_y: bool = False,
    grad_x: bool = False,
    grad_y: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def BatchToSpaceND(
    *,
    input: Numbers,
    block_shape: Array | Numbers,
    crops: Array | Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def BatchToSpaceND(
    *,
    input: _A,
    block_shape: Array | Numbers,
    crops: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def BiasAdd(
    *,
    value: Numbers,
    bias: Numbers,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> _BroadcastGradientArgsOutput[NDArray[_Any]]: ...
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
) -> NDArray[_Any]: ...
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
    DstT: _Any,
    Truncate: bool = False,
    name: str | None = None,
) -> _Any: ...

@overload
def Ceil(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Ceil(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def ClipByValue(
    *,
    t: Numbers,
    clip_value_min: Numbers,
    clip_value_max: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ClipByValue(
    *,
    t: _A | Numbers,
    clip_value_min: _A | Numbers,
    clip_value_max: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Concat(
    *,
    concat_dim: Array | Numbers,
    values: Sequence[Numbers],
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> list[NDArray[_Any]]: ...
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
) -> NDArray[_Any]: ...
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
    dtype: _Any,
    name: str | None = None,
) -> NDArray[_Any]: ...

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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
def Cos(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Cos(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Cumprod(
    *,
    x: Numbers,
    axis: Array | Numbers,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Cumprod(
    *,
    x: _A,
    axis: Array | Numbers,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def Cumsum(
    *,
    x: Numbers,
    axis: Array | Numbers,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Cumsum(
    *,
    x: _A,
    axis: Array | Numbers,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def DepthToSpace(
    *,
    input: Numbers,
    block_size: int,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def DepthToSpace(
    *,
    input: _A,
    block_size: int,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> _A: ...

@overload
def DepthwiseConv2dNative(
    *,
    input: Numbers,
    filter: Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def DepthwiseConv2dNative(
    *,
    input: _A | Numbers,
    filter: _A | Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> _A: ...

@overload
def DepthwiseConv2dNativeBackpropFilter(
    *,
    input: Numbers,
    filter_sizes: Array | Numbers,
    out_backprop: Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def DepthwiseConv2dNativeBackpropFilter(
    *,
    input: _A | Numbers,
    filter_sizes: Array | Numbers,
    out_backprop: _A | Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> _A: ...

@overload
def DepthwiseConv2dNativeBackpropInput(
    *,
    input_sizes: Array | Numbers,
    filter: Numbers,
    out_backprop: Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def DepthwiseConv2dNativeBackpropInput(
    *,
    input_sizes: Array | Numbers,
    filter: _A | Numbers,
    out_backprop: _A | Numbers,
    strides: Sequence[int],
    padding: Literal["SAME", "VALID", "EXPLICIT"] | bytes,
    explicit_paddings: Sequence[int] = [],
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    dilations: Sequence[int] = [1, 1, 1, 1],
    name: str | None = None,
) -> _A: ...

@overload
def Diag(
    *,
    diagonal: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Diag(
    *,
    diagonal: _A,
    name: str | None = None,
) -> _A: ...

@overload
def DiagPart(
    *,
    input: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def DiagPart(
    *,
    input: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Dilation2D(
    *,
    input: Numbers,
    filter: Numbers,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Dilation2D(
    *,
    input: _A | Numbers,
    filter: _A | Numbers,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    name: str | None = None,
) -> _A: ...

@overload
def Dilation2DBackpropFilter(
    *,
    input: Numbers,
    filter: Numbers,
    out_backprop: Numbers,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Dilation2DBackpropFilter(
    *,
    input: _A | Numbers,
    filter: _A | Numbers,
    out_backprop: _A | Numbers,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    name: str | None = None,
) -> _A: ...

@overload
def Dilation2DBackpropInput(
    *,
    input: Numbers,
    filter: Numbers,
    out_backprop: Numbers,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Dilation2DBackpropInput(
    *,
    input: _A | Numbers,
    filter: _A | Numbers,
    out_backprop: _A | Numbers,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    name: str | None = None,
) -> _A: ...

@overload
def Div(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> _Any: ...

@overload
def Erf(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Erf(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Exp(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def ExpandDims(
    *,
    input: _A,
    axis: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Expm1(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Expm1(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def ExtractVolumePatches(
    *,
    input: Numbers,
    ksizes: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ExtractVolumePatches(
    *,
    input: _A,
    ksizes: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    name: str | None = None,
) -> _A: ...

@overload
def Fill(
    *,
    dims: Array | Numbers,
    value: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Fill(
    *,
    dims: Array | Numbers,
    value: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Floor(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Floor(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def FloorDiv(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def FloorMod(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

class _FractionalAvgPoolOutput(NamedTuple, Generic[_T]):
    output: _T
    row_pooling_sequence: _T
    col_pooling_sequence: _T

@overload
def FractionalAvgPool(
    *,
    value: Numbers,
    pooling_ratio: Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> _FractionalAvgPoolOutput[NDArray[_Any]]: ...
@overload
def FractionalAvgPool(
    *,
    value: _A,
    pooling_ratio: Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> _FractionalAvgPoolOutput[_A]: ...

@overload
def FractionalAvgPoolGrad(
    *,
    orig_input_tensor_shape: Array | Numbers,
    out_backprop: Numbers,
    row_pooling_sequence: Array | Numbers,
    col_pooling_sequence: Array | Numbers,
    overlapping: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def FractionalAvgPoolGrad(
    *,
    orig_input_tensor_shape: Array | Numbers,
    out_backprop: _A,
    row_pooling_sequence: Array | Numbers,
    col_pooling_sequence: Array | Numbers,
    overlapping: bool = False,
    name: str | None = None,
) -> _A: ...

class _FractionalMaxPoolOutput(NamedTuple, Generic[_T]):
    output: _T
    row_pooling_sequence: _T
    col_pooling_sequence: _T

@overload
def FractionalMaxPool(
    *,
    value: Numbers,
    pooling_ratio: Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> _FractionalMaxPoolOutput[NDArray[_Any]]: ...
@overload
def FractionalMaxPool(
    *,
    value: _A,
    pooling_ratio: Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> _FractionalMaxPoolOutput[_A]: ...

@overload
def FractionalMaxPoolGrad(
    *,
    orig_input: Numbers,
    orig_output: Numbers,
    out_backprop: Numbers,
    row_pooling_sequence: Array | Numbers,
    col_pooling_sequence: Array | Numbers,
    overlapping: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def FractionalMaxPoolGrad(
    *,
    orig_input: _A | Numbers,
    orig_output: _A | Numbers,
    out_backprop: _A | Numbers,
    row_pooling_sequence: Array | Numbers,
    col_pooling_sequence: Array | Numbers,
    overlapping: bool = False,
    name: str | None = None,
) -> _A: ...

class _FusedBatchNormOutput(NamedTuple, Generic[_T]):
    y: _T
    batch_mean: _T
    batch_variance: _T
    reserve_space_1: _T
    reserve_space_2: _T

@overload
def FusedBatchNorm(
    *,
    x: Numbers,
    scale: Numbers,
    offset: Numbers,
    mean: Numbers,
    variance: Numbers,
    epsilon: float = 9.999999747378752e-05,
    exponential_avg_factor: float = 1.0,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormOutput[NDArray[_Any]]: ...
@overload
def FusedBatchNorm(
    *,
    x: _A | Numbers,
    scale: _A | Numbers,
    offset: _A | Numbers,
    mean: _A | Numbers,
    variance: _A | Numbers,
    epsilon: float = 9.999999747378752e-05,
    exponential_avg_factor: float = 1.0,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormOutput[_A]: ...

class _FusedBatchNormGradOutput(NamedTuple, Generic[_T]):
    x_backprop: _T
    scale_backprop: _T
    offset_backprop: _T
    reserve_space_3: _T
    reserve_space_4: _T

@overload
def FusedBatchNormGrad(
    *,
    y_backprop: Numbers,
    x: Numbers,
    scale: Numbers,
    reserve_space_1: Numbers,
    reserve_space_2: Numbers,
    epsilon: float = 9.999999747378752e-05,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormGradOutput[NDArray[_Any]]: ...
@overload
def FusedBatchNormGrad(
    *,
    y_backprop: _A | Numbers,
    x: _A | Numbers,
    scale: _A | Numbers,
    reserve_space_1: _A | Numbers,
    reserve_space_2: _A | Numbers,
    epsilon: float = 9.999999747378752e-05,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormGradOutput[_A]: ...

class _FusedBatchNormGradV2Output(NamedTuple, Generic[_T]):
    x_backprop: _T
    scale_backprop: _T
    offset_backprop: _T
    reserve_space_3: _T
    reserve_space_4: _T

@overload
def FusedBatchNormGradV2(
    *,
    y_backprop: Numbers,
    x: Numbers,
    scale: Array | Numbers,
    reserve_space_1: Array | Numbers,
    reserve_space_2: Array | Numbers,
    epsilon: float = 9.999999747378752e-05,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormGradV2Output[NDArray[_Any]]: ...
@overload
def FusedBatchNormGradV2(
    *,
    y_backprop: _A | Numbers,
    x: _A | Numbers,
    scale: Array | Numbers,
    reserve_space_1: Array | Numbers,
    reserve_space_2: Array | Numbers,
    epsilon: float = 9.999999747378752e-05,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormGradV2Output[_A]: ...

class _FusedBatchNormGradV3Output(NamedTuple, Generic[_T]):
    x_backprop: _T
    scale_backprop: _T
    offset_backprop: _T
    reserve_space_4: _T
    reserve_space_5: _T

@overload
def FusedBatchNormGradV3(
    *,
    y_backprop: Numbers,
    x: Numbers,
    scale: Array | Numbers,
    reserve_space_1: Array | Numbers,
    reserve_space_2: Array | Numbers,
    reserve_space_3: Array | Numbers,
    epsilon: float = 9.999999747378752e-05,
    data_format: Literal["NHWC", "NCHW", "NDHWC", "NCDHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormGradV3Output[NDArray[_Any]]: ...
@overload
def FusedBatchNormGradV3(
    *,
    y_backprop: _A | Numbers,
    x: _A | Numbers,
    scale: Array | Numbers,
    reserve_space_1: Array | Numbers,
    reserve_space_2: Array | Numbers,
    reserve_space_3: Array | Numbers,
    epsilon: float = 9.999999747378752e-05,
    data_format: Literal["NHWC", "NCHW", "NDHWC", "NCDHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormGradV3Output[_A]: ...

class _FusedBatchNormV2Output(NamedTuple, Generic[_T]):
    y: _T
    batch_mean: _T
    batch_variance: _T
    reserve_space_1: _T
    reserve_space_2: _T

@overload
def FusedBatchNormV2(
    *,
    x: Numbers,
    scale: Array | Numbers,
    offset: Array | Numbers,
    mean: Array | Numbers,
    variance: Array | Numbers,
    epsilon: float = 9.999999747378752e-05,
    exponential_avg_factor: float = 1.0,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormV2Output[NDArray[_Any]]: ...
@overload
def FusedBatchNormV2(
    *,
    x: _A,
    scale: Array | Numbers,
    offset: Array | Numbers,
    mean: Array | Numbers,
    variance: Array | Numbers,
    epsilon: float = 9.999999747378752e-05,
    exponential_avg_factor: float = 1.0,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormV2Output[_A]: ...

class _FusedBatchNormV3Output(NamedTuple, Generic[_T]):
    y: _T
    batch_mean: _T
    batch_variance: _T
    reserve_space_1: _T
    reserve_space_2: _T
    reserve_space_3: _T

@overload
def FusedBatchNormV3(
    *,
    x: Numbers,
    scale: Array | Numbers,
    offset: Array | Numbers,
    mean: Array | Numbers,
    variance: Array | Numbers,
    epsilon: float = 9.999999747378752e-05,
    exponential_avg_factor: float = 1.0,
    data_format: Literal["NHWC", "NCHW", "NDHWC", "NCDHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormV3Output[NDArray[_Any]]: ...
@overload
def FusedBatchNormV3(
    *,
    x: _A,
    scale: Array | Numbers,
    offset: Array | Numbers,
    mean: Array | Numbers,
    variance: Array | Numbers,
    epsilon: float = 9.999999747378752e-05,
    exponential_avg_factor: float = 1.0,
    data_format: Literal["NHWC", "NCHW", "NDHWC", "NCDHW"] | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> _FusedBatchNormV3Output[_A]: ...

@overload
def Gather(
    *,
    params: Numbers,
    indices: Array | Numbers,
    validate_indices: bool = True,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Gather(
    *,
    params: _A,
    indices: Array | Numbers,
    validate_indices: bool = True,
    name: str | None = None,
) -> _A: ...

@overload
def GatherNd(
    *,
    params: Numbers,
    indices: Array | Numbers,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def GatherNd(
    *,
    params: _A,
    indices: Array | Numbers,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> _A: ...

@overload
def GatherV2(
    *,
    params: Numbers,
    indices: Array | Numbers,
    axis: Array | Numbers,
    batch_dims: int = 0,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def GatherV2(
    *,
    params: _A,
    indices: Array | Numbers,
    axis: Array | Numbers,
    batch_dims: int = 0,
    name: str | None = None,
) -> _A: ...

def Greater(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> _Any: ...

def GreaterEqual(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> _Any: ...

@overload
def Identity(
    *,
    input: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Identity(
    *,
    input: _A,
    name: str | None = None,
) -> _A: ...

def IdentityN(
    *,
    input: Sequence[Array | Numbers],
    name: str | None = None,
) -> list[_Any]: ...

def InTopK(
    *,
    predictions: Array | Numbers,
    targets: Array | Numbers,
    k: int,
    name: str | None = None,
) -> _Any: ...

def InTopKV2(
    *,
    predictions: Array | Numbers,
    targets: Array | Numbers,
    k: Array | Numbers,
    name: str | None = None,
) -> _Any: ...

@overload
def Inv(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Inv(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def InvGrad(
    *,
    y: Numbers,
    dy: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def InvGrad(
    *,
    y: _A | Numbers,
    dy: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def InvertPermutation(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def L2Loss(
    *,
    t: _A,
    name: str | None = None,
) -> _A: ...

@overload
def LRN(
    *,
    input: Numbers,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def LRN(
    *,
    input: _A,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    name: str | None = None,
) -> _A: ...

@overload
def LRNGrad(
    *,
    input_grads: Numbers,
    input_image: Numbers,
    output_image: Numbers,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def LRNGrad(
    *,
    input_grads: _A | Numbers,
    input_image: _A | Numbers,
    output_image: _A | Numbers,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    name: str | None = None,
) -> _A: ...

@overload
def LeakyRelu(
    *,
    features: Numbers,
    alpha: float = 0.20000000298023224,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def LeakyRelu(
    *,
    features: _A,
    alpha: float = 0.20000000298023224,
    name: str | None = None,
) -> _A: ...

@overload
def LeakyReluGrad(
    *,
    gradients: Numbers,
    features: Numbers,
    alpha: float = 0.20000000298023224,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def LeakyReluGrad(
    *,
    gradients: _A | Numbers,
    features: _A | Numbers,
    alpha: float = 0.20000000298023224,
    name: str | None = None,
) -> _A: ...

def Less(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> _Any: ...

def LessEqual(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> _Any: ...

@overload
def LinSpace(
    *,
    start: Numbers,
    stop: Numbers,
    num: Array | Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def LinSpace(
    *,
    start: _A | Numbers,
    stop: _A | Numbers,
    num: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Log(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Log(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Log1p(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Log1p(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def LogSoftmax(
    *,
    logits: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> _Any: ...

def LogicalNot(
    *,
    x: Array | Numbers,
    name: str | None = None,
) -> _Any: ...

def LogicalOr(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    name: str | None = None,
) -> _Any: ...

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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
def MaxPoolGradGradV2(
    *,
    orig_input: Numbers,
    orig_output: Numbers,
    grad: Numbers,
    ksize: Array | Numbers,
    strides: Array | Numbers,
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def MaxPoolGradGradV2(
    *,
    orig_input: _A | Numbers,
    orig_output: _A | Numbers,
    grad: _A | Numbers,
    ksize: Array | Numbers,
    strides: Array | Numbers,
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> _A: ...

@overload
def MaxPoolGradGradWithArgmax(
    *,
    input: Numbers,
    grad: Numbers,
    argmax: Array | Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def MaxPoolGradGradWithArgmax(
    *,
    input: _A | Numbers,
    grad: _A | Numbers,
    argmax: Array | Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def MaxPoolGradV2(
    *,
    orig_input: Numbers,
    orig_output: Numbers,
    grad: Numbers,
    ksize: Array | Numbers,
    strides: Array | Numbers,
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def MaxPoolGradV2(
    *,
    orig_input: _A | Numbers,
    orig_output: _A | Numbers,
    grad: _A | Numbers,
    ksize: Array | Numbers,
    strides: Array | Numbers,
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> _A: ...

@overload
def MaxPoolGradWithArgmax(
    *,
    input: Numbers,
    grad: Numbers,
    argmax: Array | Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def MaxPoolGradWithArgmax(
    *,
    input: _A | Numbers,
    grad: _A | Numbers,
    argmax: Array | Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def MaxPoolV2(
    *,
    input: Numbers,
    ksize: Array | Numbers,
    strides: Array | Numbers,
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def MaxPoolV2(
    *,
    input: _A,
    ksize: Array | Numbers,
    strides: Array | Numbers,
    padding: Literal["SAME", "VALID"] | bytes,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> _A: ...

class _MaxPoolWithArgmaxOutput(NamedTuple, Generic[_T]):
    output: _T
    argmax: _T

@overload
def MaxPoolWithArgmax(
    *,
    input: Numbers,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    Targmax: _Any = "int64",
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> _MaxPoolWithArgmaxOutput[NDArray[_Any]]: ...
@overload
def MaxPoolWithArgmax(
    *,
    input: _A,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: Literal["SAME", "VALID"] | bytes,
    Targmax: _Any = "int64",
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> _MaxPoolWithArgmaxOutput[_A]: ...

@overload
def Maximum(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def Minimum(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def MirrorPad(
    *,
    input: Numbers,
    paddings: Array | Numbers,
    mode: Literal["REFLECT", "SYMMETRIC"] | bytes,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def MirrorPad(
    *,
    input: _A,
    paddings: Array | Numbers,
    mode: Literal["REFLECT", "SYMMETRIC"] | bytes,
    name: str | None = None,
) -> _A: ...

@overload
def MirrorPadGrad(
    *,
    input: Numbers,
    paddings: Array | Numbers,
    mode: Literal["REFLECT", "SYMMETRIC"] | bytes,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def MirrorPadGrad(
    *,
    input: _A,
    paddings: Array | Numbers,
    mode: Literal["REFLECT", "SYMMETRIC"] | bytes,
    name: str | None = None,
) -> _A: ...

@overload
def Mod(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Mod(
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
) -> NDArray[_Any]: ...
@overload
def Mul(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

def Multinomial(
    *,
    logits: Array | Numbers,
    num_samples: Array | Numbers,
    seed: int = 0,
    seed2: int = 0,
    output_dtype: _Any = "int64",
    name: str | None = None,
) -> _Any: ...

@overload
def Neg(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Neg(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

def NoOp(
    *,
    name: str | None = None,
) -> _Any: ...

def NotEqual(
    *,
    x: Array | Numbers,
    y: Array | Numbers,
    incompatible_shape_error: bool = True,
    name: str | None = None,
) -> _Any: ...

@overload
def OneHot(
    *,
    indices: Array | Numbers,
    depth: Array | Numbers,
    on_value: Numbers,
    off_value: Numbers,
    axis: int = -1,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def OneHot(
    *,
    indices: Array | Numbers,
    depth: Array | Numbers,
    on_value: _A | Numbers,
    off_value: _A | Numbers,
    axis: int = -1,
    name: str | None = None,
) -> _A: ...

@overload
def OnesLike(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
    dtype: _Any,
    shape: Sequence[int | None] | None = None,
    name: str | None = None,
) -> NDArray[_Any]: ...

@overload
def PlaceholderWithDefault(
    *,
    input: Numbers,
    shape: Sequence[int | None] | None,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def PreventGradient(
    *,
    input: _A,
    message: str | bytes = "",
    name: str | None = None,
) -> _A: ...

@overload
def Prod(
    *,
    input: Numbers,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Prod(
    *,
    input: _A,
    axis: Array | Numbers,
    keep_dims: bool = False,
    name: str | None = None,
) -> _A: ...

def RandomStandardNormal(
    *,
    shape: Array | Numbers,
    dtype: _Any,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> _Any: ...

def RandomUniform(
    *,
    shape: Array | Numbers,
    dtype: _Any,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> _Any: ...

@overload
def RandomUniformInt(
    *,
    shape: Array | Numbers,
    minval: Numbers,
    maxval: Numbers,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def RandomUniformInt(
    *,
    shape: Array | Numbers,
    minval: _A | Numbers,
    maxval: _A | Numbers,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> _A: ...

@overload
def Range(
    *,
    start: Numbers,
    limit: Numbers,
    delta: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> _Any: ...

@overload
def RealDiv(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def RealDiv(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Reciprocal(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Reciprocal(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def ReciprocalGrad(
    *,
    y: Numbers,
    dy: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ReciprocalGrad(
    *,
    y: _A | Numbers,
    dy: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Relu(
    *,
    features: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def Reshape(
    *,
    tensor: _A,
    shape: Array | Numbers,
    name: str | None = None,
) -> _A: ...

def ResizeBilinear(
    *,
    images: Array | Numbers,
    size: Array | Numbers,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> _Any: ...

@overload
def ResizeBilinearGrad(
    *,
    grads: Array | Numbers,
    original_image: Numbers,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ResizeBilinearGrad(
    *,
    grads: Array | Numbers,
    original_image: _A,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def ResizeNearestNeighbor(
    *,
    images: Numbers,
    size: Array | Numbers,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ResizeNearestNeighbor(
    *,
    images: _A,
    size: Array | Numbers,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def ResizeNearestNeighborGrad(
    *,
    grads: Numbers,
    size: Array | Numbers,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ResizeNearestNeighborGrad(
    *,
    grads: _A,
    size: Array | Numbers,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> _A: ...

@overload
def Reverse(
    *,
    tensor: Numbers,
    dims: Array | Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Reverse(
    *,
    tensor: _A,
    dims: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def ReverseV2(
    *,
    tensor: Numbers,
    axis: Array | Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ReverseV2(
    *,
    tensor: _A,
    axis: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Round(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Round(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Rsqrt(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Rsqrt(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def RsqrtGrad(
    *,
    y: Numbers,
    dy: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def RsqrtGrad(
    *,
    y: _A | Numbers,
    dy: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def ScatterNd(
    *,
    indices: Array | Numbers,
    updates: Numbers,
    shape: Array | Numbers,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ScatterNd(
    *,
    indices: Array | Numbers,
    updates: _A,
    shape: Array | Numbers,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> _A: ...

@overload
def SegmentSum(
    *,
    data: Numbers,
    segment_ids: Array | Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def SegmentSum(
    *,
    data: _A,
    segment_ids: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Select(
    *,
    condition: Array | Numbers,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def SelectV2(
    *,
    condition: Array | Numbers,
    t: _A | Numbers,
    e: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Selu(
    *,
    features: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Selu(
    *,
    features: _A,
    name: str | None = None,
) -> _A: ...

@overload
def SeluGrad(
    *,
    gradients: Numbers,
    outputs: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def SeluGrad(
    *,
    gradients: _A | Numbers,
    outputs: _A | Numbers,
    name: str | None = None,
) -> _A: ...

def Shape(
    *,
    input: Array | Numbers,
    out_type: _Any = "int32",
    name: str | None = None,
) -> _Any: ...

def ShapeN(
    *,
    input: Sequence[Array | Numbers],
    out_type: _Any = "int32",
    name: str | None = None,
) -> list[_Any]: ...

@overload
def Sigmoid(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def SigmoidGrad(
    *,
    y: _A | Numbers,
    dy: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Sign(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Sign(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def Sin(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Sin(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

def Size(
    *,
    input: Array | Numbers,
    out_type: _Any = "int32",
    name: str | None = None,
) -> _Any: ...

@overload
def Slice(
    *,
    input: Numbers,
    begin: Array | Numbers,
    size: Array | Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> _SoftmaxCrossEntropyWithLogitsOutput[NDArray[_Any]]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def SoftplusGrad(
    *,
    gradients: _A | Numbers,
    features: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Softsign(
    *,
    features: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Softsign(
    *,
    features: _A,
    name: str | None = None,
) -> _A: ...

@overload
def SoftsignGrad(
    *,
    gradients: Numbers,
    features: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def SoftsignGrad(
    *,
    gradients: _A | Numbers,
    features: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def SpaceToBatchND(
    *,
    input: Numbers,
    block_shape: Array | Numbers,
    paddings: Array | Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def SpaceToBatchND(
    *,
    input: _A,
    block_shape: Array | Numbers,
    paddings: Array | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def SpaceToDepth(
    *,
    input: Numbers,
    block_size: int,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def SpaceToDepth(
    *,
    input: _A,
    block_size: int,
    data_format: Literal["NHWC", "NCHW"] | bytes = "NHWC",
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
) -> _SparseSoftmaxCrossEntropyWithLogitsOutput[NDArray[_Any]]: ...
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
) -> list[NDArray[_Any]]: ...
@overload
def Split(
    *,
    axis: Array | Numbers,
    value: _A,
    num_split: int,
    name: str | None = None,
) -> list[_A]: ...

@overload
def SplitV(
    *,
    value: Numbers,
    size_splits: Array | Numbers,
    axis: Array | Numbers,
    num_split: int,
    name: str | None = None,
) -> list[NDArray[_Any]]: ...
@overload
def SplitV(
    *,
    value: _A,
    size_splits: Array | Numbers,
    axis: Array | Numbers,
    num_split: int,
    name: str | None = None,
) -> list[_A]: ...

@overload
def Sqrt(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def Square(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...

@overload
def SquaredDifference(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def SquaredDifference(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def Squeeze(
    *,
    input: Numbers,
    axis: Sequence[int] = [],
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def StopGradient(
    *,
    input: _A,
    name: str | None = None,
) -> _A: ...

@overload
def StridedSlice(
    *,
    input: Numbers,
    begin: Array | Numbers,
    end: Array | Numbers,
    strides: Array | Numbers,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def StridedSlice(
    *,
    input: _A,
    begin: Array | Numbers,
    end: Array | Numbers,
    strides: Array | Numbers,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    name: str | None = None,
) -> _A: ...

@overload
def StridedSliceGrad(
    *,
    shape: Array | Numbers,
    begin: Array | Numbers,
    end: Array | Numbers,
    strides: Array | Numbers,
    dy: Numbers,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def StridedSliceGrad(
    *,
    shape: Array | Numbers,
    begin: Array | Numbers,
    end: Array | Numbers,
    strides: Array | Numbers,
    dy: _A,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    name: str | None = None,
) -> _A: ...

@overload
def Sub(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
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
) -> NDArray[_Any]: ...
@overload
def Tile(
    *,
    input: _A,
    multiples: Array | Numbers,
    name: str | None = None,
) -> _A: ...

class _TopKOutput(NamedTuple, Generic[_T]):
    values: _T
    indices: _T

@overload
def TopK(
    *,
    input: Numbers,
    k: int,
    sorted: bool = True,
    name: str | None = None,
) -> _TopKOutput[NDArray[_Any]]: ...
@overload
def TopK(
    *,
    input: _A,
    k: int,
    sorted: bool = True,
    name: str | None = None,
) -> _TopKOutput[_A]: ...

class _TopKV2Output(NamedTuple, Generic[_T]):
    values: _T
    indices: _T

@overload
def TopKV2(
    *,
    input: Numbers,
    k: Array | Numbers,
    sorted: bool = True,
    index_type: _Any = "int32",
    name: str | None = None,
) -> _TopKV2Output[NDArray[_Any]]: ...
@overload
def TopKV2(
    *,
    input: _A,
    k: Array | Numbers,
    sorted: bool = True,
    index_type: _Any = "int32",
    name: str | None = None,
) -> _TopKV2Output[_A]: ...

@overload
def Transpose(
    *,
    x: Numbers,
    perm: Array | Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Transpose(
    *,
    x: _A,
    perm: Array | Numbers,
    name: str | None = None,
) -> _A: ...

def TruncatedNormal(
    *,
    shape: Array | Numbers,
    dtype: _Any,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> _Any: ...

class _UniqueOutput(NamedTuple, Generic[_T]):
    y: _T
    idx: _T

@overload
def Unique(
    *,
    x: Numbers,
    out_idx: _Any = "int32",
    name: str | None = None,
) -> _UniqueOutput[NDArray[_Any]]: ...
@overload
def Unique(
    *,
    x: _A,
    out_idx: _Any = "int32",
    name: str | None = None,
) -> _UniqueOutput[_A]: ...

@overload
def Unpack(
    *,
    value: Numbers,
    num: int,
    axis: int = 0,
    name: str | None = None,
) -> list[NDArray[_Any]]: ...
@overload
def Unpack(
    *,
    value: _A,
    num: int,
    axis: int = 0,
    name: str | None = None,
) -> list[_A]: ...

@overload
def UnsortedSegmentSum(
    *,
    data: Numbers,
    segment_ids: Array | Numbers,
    num_segments: Array | Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def UnsortedSegmentSum(
    *,
    data: _A,
    segment_ids: Array | Numbers,
    num_segments: Array | Numbers,
    name: str | None = None,
) -> _A: ...

def VariableV2(
    *,
    shape: Sequence[int | None] | None,
    dtype: _Any,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> NDArray[_Any]: ...

def Where(
    *,
    condition: Array | Numbers,
    name: str | None = None,
) -> _Any: ...

@overload
def Xlogy(
    *,
    x: Numbers,
    y: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def Xlogy(
    *,
    x: _A | Numbers,
    y: _A | Numbers,
    name: str | None = None,
) -> _A: ...

@overload
def ZerosLike(
    *,
    x: Numbers,
    name: str | None = None,
) -> NDArray[_Any]: ...
@overload
def ZerosLike(
    *,
    x: _A,
    name: str | None = None,
) -> _A: ...
