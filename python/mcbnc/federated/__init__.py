"""x"""

from ._client import Client
from ._coordinator import Coordinator
from ._errors import Incomplete, OutOfStep, Refused
from ._limits import Limits

__all__ = ["Client", "Coordinator", "Incomplete", "Limits", "OutOfStep", "Refused"]
