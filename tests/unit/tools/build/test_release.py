"""Test the conditions of a release: one version everywhere, and an entry in the change log."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.build import release

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Create a project with a change log and the files that state the version, and return its folder."""
    for name in release.versions():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    version = release.version()
    log = f"# What has changed\n\n## Next\n\n* More.\n\n## {version}\n\n* Much.\n\n## 0.0.1\n\n* Less.\n"
    (tmp_path / "CHANGELOG.md").write_text(log)
    return tmp_path


def test_the_version_is_the_same_everywhere_and_the_change_log_tells_of_it() -> None:
    (version,) = set(release.versions().values())
    assert release.notes(f"v{version}")


def test_a_release_says_its_own_part_of_the_change_log(project: Path) -> None:
    version = release.version()
    assert release.notes(f"v{version}", project) == "* Much.\n"


@pytest.mark.parametrize("tag", ["v9.9.9", "", "vNext", "0.1.0"])
def test_a_tag_that_is_not_the_version_is_refused(project: Path, tag: str) -> None:
    with pytest.raises(release.Unfit, match="names no version"):
        release.notes(tag, project)


def test_a_version_that_differs_somewhere_or_is_not_told_is_refused(project: Path) -> None:
    version = release.version()
    log = (project / "CHANGELOG.md").read_text()
    (project / "CHANGELOG.md").write_text(log.replace("* Much.\n", ""))
    with pytest.raises(release.Unfit, match="nothing under"):
        release.notes(f"v{version}", project)
    (project / "package.json").write_text('{"version": "9.9.9"}')
    with pytest.raises(release.Unfit, match=r"package\.json says 9\.9\.9"):
        release.notes(f"v{version}", project)
