"""The wheel holds the library and nothing else, and works where no checkout is near."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
LEFT_BEHIND = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "runs", "*.egg-info")
PLAY = """
import pathlib
import lunar_envs
from lunar_envs.api.raster import FONTS

home = pathlib.Path(lunar_envs.__file__).parent
assert (home / "py.typed").exists() and list(FONTS.glob("*.ttf"))
for game in lunar_envs.games.values():
    assert list(game.data_folder.glob("*.csv")) and home in game.data_folder.parents
    state = game.new(seed=1)
    while not game.is_over(state):
        game.step(state, game.legal(state).argmax())
print(home)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy, since a build leaves files in the folder that it builds from."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(CHECKOUT, folder / "source", ignore=LEFT_BEHIND)
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, folder / "source")
    return next(folder.glob("*.whl"))


def run(*command, **options):
    finished = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def test_the_wheel_holds_the_library_alone(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    shipped = {name for name in names if ".dist-info/" not in name}
    assert shipped == {
        path.relative_to(CHECKOUT).as_posix()
        for path in (CHECKOUT / "lunar_envs").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_every_game_plays_from_the_wheel(wheel, tmp_path):
    environment = tmp_path / "environment"
    venv.create(environment)
    folder = environment / ("Scripts" if sys.platform == "win32" else "bin")
    python = folder / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", wheel)
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    uncompiled = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # what a wheel lacks shows without a minute of compiling
    home = run(python, "-I", "-c", PLAY, cwd=tmp_path, env=uncompiled)
    assert site in Path(home.strip()).parents
