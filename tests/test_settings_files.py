"""The nearest settings file is found, and the command line comes on top."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from summarylint.engine import Linter
from summarylint.errors import SettingsError
from summarylint.reading.settings_files import find_settings, load_settings
from summarylint.settings import Settings

SHARED = '[tool.summarylint]\nfail-on = "note"\n'


def test_the_nearest_file_above_wins(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text(SHARED)
    assert find_settings(deep) == tmp_path / "pyproject.toml"
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\n")
    assert find_settings(deep) == tmp_path / "pyproject.toml"
    (deep / "summarylint.toml").write_text('fail-on = "error"\n')
    settings = load_settings(start=deep)
    assert (settings.fail_on, settings.root) == ("error", deep)
    assert load_settings(start=tmp_path / "a").fail_on == "note"
    assert load_settings(start=deep, isolated=True).fail_on == "warning"


def test_its_own_file_goes_before_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(SHARED)
    (tmp_path / "summarylint.toml").write_text("")
    assert load_settings(start=tmp_path).fail_on == "warning"


def test_pairs_come_on_top_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('ignore = ["HDG"]\nfail-on = "note"\n')
    settings = load_settings([str(path), "fail-on=error", "severity.dropped-hedge=note", 'select = ["IDN", "ATT"]', "require-tags=true"])
    assert settings.ignore == ("HDG",)
    assert settings.fail_on == "error"
    assert settings.severity == {"dropped-hedge": "note"}
    assert settings.select == ("IDN", "ATT")
    assert settings.require_tags is True


@pytest.mark.parametrize(
    ("configs", "words"),
    [
        (["none.toml"], "none.toml: cannot be read: No such file"),
        (["broken.toml"], "broken.toml:2: not TOML"),
        (["latin.toml"], "latin.toml: byte 1 is not UTF-8"),
        (["unknown.toml"], "unknown.toml: unknown key 'selct'; did you mean 'select'?"),
        (["pyproject.toml"], "has no table [tool.summarylint]"),
        (["broken.toml", "unknown.toml"], "names two files"),
        (["fail_onn=error"], "--config fail_onn=error: unknown key 'fail_onn'; did you mean 'fail-on'?"),
        (["fail-on=loud"], "must be error, warning or note, not 'loud'"),
    ],
)
def test_a_wrong_file_is_told_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, configs: list[str], words: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.toml").write_text("\na = ?")
    Path("latin.toml").write_bytes(b"#\xe4")
    Path("unknown.toml").write_text("selct = []")
    Path("pyproject.toml").write_text("[project]")
    with pytest.raises(SettingsError) as caught:
        load_settings(configs)
    assert words in str(caught.value)


def test_a_table_of_another_type_is_told(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool]\nsummarylint = "yes"\n')
    with pytest.raises(SettingsError, match=r"tool\.summarylint must be a table"):
        load_settings(start=tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
@pytest.mark.parametrize("configs", [(), ("fail-on=error",)])
def test_a_deleted_working_directory_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, configs: tuple[str, ...]) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(SettingsError, match="change into a folder that exists"):
        load_settings(configs)


def test_a_pair_may_be_longer_than_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_settings([f"exclude=['{'a' * 5000}']"]).exclude == ("a" * 5000,)


def test_each_entry_is_known_by_where_it_was_read(tmp_path: Path) -> None:
    file = tmp_path / "summarylint.toml"
    file.write_text('select = ["HDG"]\n[rule.dropped-hedge]\n[rule.altered-identifier]\n')
    given = 'rule={dropped-hedge={stances=["asked"]}}'
    settings = load_settings([str(file), given])
    assert settings.sources["select.HDG"] == str(file)
    assert settings.source_of("rule", "dropped-hedge") == f"--config {given}"
    assert settings.source_of("rule", "altered-identifier") == str(file)
    assert Settings().source_of("rule", "dropped-hedge") == "settings"


@pytest.mark.parametrize(
    ("key", "word", "hint"), [("ignore", "CON88", "did you mean"), ("select", "qqqq", "`summarylint rules` lists them")]
)
def test_an_unknown_rule_is_told_with_the_file_that_names_it(tmp_path: Path, key: str, word: str, hint: str) -> None:
    file = tmp_path / "summarylint.toml"
    file.write_text(f'{key} = ["{word}"]\n')
    with pytest.raises(SettingsError) as caught:
        Linter(load_settings([str(file)]))
    assert str(caught.value).startswith(f"{file}: {key}: unknown rule {word!r}; ")
    assert hint in str(caught.value)
