"""The standard doors: PettingZoo's AECEnv, Gymnasium's Env and VectorEnv. They know no game."""

from .aec import LunarEnv
from .seat import SeatEnv, random_policy
from .vector import LunarVectorEnv

__all__ = ["LunarEnv", "LunarVectorEnv", "SeatEnv", "random_policy"]
