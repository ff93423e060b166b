"""Names and processes images inside a Python process, with the engine and the model of Nomina."""

from typing import Any, Optional, Tuple, Union

__version__: str

class NominaError(ValueError):
    """An image or a recipe that cannot be used, as a sentence."""

    code: str
    """For programs: `unsupported`, `damaged`, `recipe`, `model` and others."""

def name(
    image: Union[bytes, bytearray], context: Optional[str] = None, language: Optional[str] = None, quick: bool = False
) -> dict[str, Any]:
    """What the embedded model says about an image: name, alternatives, altText, keywords, confidence and more.

    With `quick` only the quick networks look at it: less processor time, plainer names.
    """

def process(image: Union[bytes, bytearray], recipe: Optional[dict[str, Any]] = None) -> Tuple[bytes, dict[str, Any]]:
    """An image after a recipe (None: the defaults): its bytes, and what is known about it."""

def inspect(image: Union[bytes, bytearray]) -> dict[str, Any]:
    """What the headers of an image say: format, size, date, camera, place."""
