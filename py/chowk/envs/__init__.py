"""The games as environments for programs that learn to play. `docs/environments.md` describes them.

`env` and `raw_env` return environments of PettingZoo for all players. `SoloEnv` is an environment of Gymnasium for one
player against Chowk's opponents. These need the extra `gym`. No module of the web page imports this package.

The public names are those in `__all__`. All others may change.
"""

from importlib.util import find_spec

_MISSING = [name for name in ("numpy", "gymnasium", "pettingzoo") if find_spec(name) is None]
if _MISSING:
    raise ImportError(f"chowk.envs needs {' and '.join(_MISSING)}. Install them: pip install chowk[gym]")

from chowk.envs.playing import Playing, coding_of  # noqa: E402 - only with its packages
from chowk.envs.seats import BoardEnv, env, raw_env  # noqa: E402
from chowk.envs.solo import SoloEnv  # noqa: E402

__all__ = ["BoardEnv", "Playing", "SoloEnv", "coding_of", "env", "raw_env"]
