"""``python -m lunar_envs`` is the command ``lunar-envs``."""

from .cli import main

raise SystemExit(main())
