from typing import Any

__version__: str

def find_op(name: str) -> int: ...
def argument_names(op: int) -> tuple[list[str], list[tuple[str, bool]]]: ...
def invoke(
    op: int, inputs: tuple[Any, ...], attrs: tuple[Any, ...], name: str | None, out: Any = None
) -> Any: ...
def set_num_threads(threads: int) -> None:
    """Sets how many threads an op uses, the caller's included; 0 means the default."""

def get_num_threads() -> int:
    """Returns how many threads an op uses."""
