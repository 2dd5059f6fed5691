"""Tell hatchling which files the wheel contains. pyproject.toml names this file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelHook(BuildHookInterface):  # type: ignore[misc]  # hatchling is read without types
    """Build hook that adds the wheel's files, among them the kernels, which the project's own compiler makes."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the wheel's files. An editable installation uses the sources in place, and has no kernels."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "py"))
        from tools.build import wheel

        chosen = wheel.files(self.app.display_info)
        build_data["force_include"] |= {str(path): name for name, path in chosen.items()}
