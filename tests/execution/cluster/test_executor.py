"""A cluster of real processes plays the same bytes as threads, whatever happens to its workers."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import simlab
from simlab.api.observer import Observer
from simlab.errors import ContractError, InputError, RunError
from simlab.execution.tally import Tally
from tests.support.dask_cluster import DaskCluster, dask_cluster, wait_until

ROOT = Path(__file__).parents[3]
SLEEPER = ROOT / "tests" / "cli" / "sleeper.py"
COIN = ROOT / "tests" / "cli" / "coin"
MARKET = ROOT / "tests" / "plain" / "market" / "market.py"
MIXED: dict[str, Any] = {"what": "pig", "policy": ["hold", "random"], "games": 2_000}
"""A run of 20 parts: each costs far more than its games."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path_factory.mktemp("cluster"), "a", "b") as running:
        yield running


def hashes(run: Path) -> dict[str, str]:
    """Return the hash of every file of a run."""
    return {
        str(path.relative_to(run)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in run.rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of the run that this process plays."""
    run = tmp_path_factory.mktemp("expected") / "run"
    return hashes(simlab.run(**MIXED, out=run).folder)


class Witness(Observer):
    """Counts the parts played and keeps the warnings."""

    def __init__(self) -> None:
        self.n_played = 0
        self.warnings: list[str] = []

    def played(self, tally: Tally) -> None:
        self.n_played += 1

    def stuck(self, warning: str) -> None:
        self.warnings.append(warning)


class Background:
    """A run on a cluster, played in a thread of this process."""

    def __init__(self, cluster: DaskCluster, out: Path, **options: Any) -> None:
        self.witness = Witness()
        self.error: BaseException | None = None
        arguments = {**MIXED, **options, "cluster": cluster.address, "out": out}
        self.thread = threading.Thread(target=self._play, args=(arguments,), daemon=True)
        self.thread.start()

    def _play(self, arguments: dict[str, Any]) -> None:
        try:
            simlab.run(**arguments, observer=self.witness)
        except BaseException as error:
            self.error = error

    def wait_for(self, n_parts: int) -> None:
        wait_until(
            lambda: self.witness.n_played >= n_parts or not self.thread.is_alive(),
            f"{n_parts} parts are played",
        )

    def end(self) -> None:
        self.thread.join(120)
        assert not self.thread.is_alive()


def test_a_cluster_writes_the_same_bytes(cluster, expected, tmp_path) -> None:
    run = simlab.run(**MIXED, cluster=cluster.address, out=tmp_path / "run")
    assert hashes(run.folder) == expected


@pytest.mark.long
def test_the_luck_of_games_is_the_same_on_a_cluster(cluster: DaskCluster, tmp_path: Path) -> None:
    options = {**MIXED, "games": 400, "less_luck": True}
    here = simlab.run(**options, out=tmp_path / "here")
    there = simlab.run(**options, cluster=cluster.address, out=tmp_path / "there")
    assert hashes(there.folder) == hashes(here.folder)


def test_a_scheduler_file_and_a_client_name_the_same_cluster(cluster, expected, tmp_path) -> None:
    from dask.distributed import Client

    run = simlab.run(**MIXED, cluster=str(cluster.file), out=tmp_path / "file")
    assert hashes(run.folder) == expected
    with Client(cluster.address, set_as_default=False) as client:
        run = simlab.run(**MIXED, cluster=client, out=tmp_path / "client")
        assert client.status == "running"
    assert hashes(run.folder) == expected


@pytest.mark.long
def test_policy_files_and_games_from_elsewhere_travel(cluster, tmp_path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(SLEEPER.read_text().replace("score > 0", "score < 0"))
    options: dict[str, Any] = {"policy": ["sleeps", "hold"], "policy_file": mine, "games": 600}
    here = simlab.run("pig", **options, out=tmp_path / "here")
    there = simlab.run("pig", **options, cluster=cluster.address, out=tmp_path / "there")
    assert hashes(here.folder) == hashes(there.folder)
    for game in (COIN, MARKET):
        here = simlab.run(str(game), games=400, out=tmp_path / f"{game.stem}_here")
        there = simlab.run(
            str(game), games=400, cluster=cluster.address, out=tmp_path / f"{game.stem}_there"
        )
        assert hashes(here.folder) == hashes(there.folder)


@pytest.mark.long
@pytest.mark.parametrize(
    ("what", "options"),
    [
        ("taxis", {"policy": ["planner", "greedy"], "games": 600}),
        ("arriala", {"players": [2, 3], "policy": "greedy", "games": 300}),
        ("mare_nostrum", {"policy": "balanced", "games": 300}),
        ("pig", {"policy": ["search:base=hold,rollouts=20", "hold"], "games": 100}),
        ("taxis_actions", {"games": 60}),
        (str(COIN), {"games": 3_000}),
    ],
)
def test_every_game_is_played_alike(cluster, tmp_path, what, options) -> None:
    here = simlab.run(what, **options, out=tmp_path / "here")
    there = simlab.run(what, **options, cluster=cluster.address, out=tmp_path / "there")
    assert hashes(here.folder) == hashes(there.folder)


@pytest.mark.long
def test_a_changed_policy_file_is_played_as_it_is_now(cluster, tmp_path) -> None:
    mine = tmp_path / "mine.py"
    text = SLEEPER.read_text().replace("score > 0", "score < 0")
    options: dict[str, Any] = {"policy": ["sleeps", "hold"], "policy_file": mine, "games": 600}
    for number, limit in enumerate(("10", "18")):
        mine.write_text(text.replace(">= 10", f">= {limit}"))
        run = tmp_path / f"{number}"
        simlab.run("pig", **options, cluster=cluster.address, out=run / "there")
        command = f"import simlab; simlab.run('pig', **{options!r}, out={str(run / 'here')!r})"
        program = f"from pathlib import PosixPath; {command}"
        subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)
        assert hashes(run / "here") == hashes(run / "there")


def test_the_rules_of_a_data_folder_travel(cluster, tmp_path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "rules.toml").write_text('[target]\nvalue = 40\nprovenance = "rule"\n')
    options: dict[str, Any] = {"policy": "hold", "games": 400, "data": folder}
    here = simlab.run("pig", **options, out=tmp_path / "here")
    there = simlab.run("pig", **options, cluster=cluster.address, out=tmp_path / "there")
    assert hashes(here.folder) == hashes(there.folder)


@pytest.mark.long
def test_studies_find_the_same_on_a_cluster(cluster) -> None:
    there = {"cluster": cluster.address}
    ask: dict[str, Any] = {"policy": "hold", "patch": "target=60", "max_games": 4_000}
    for study, arguments in (
        (simlab.ab, ask),
        (simlab.ladder, {"policy": ["hold", "random", "hold:at=10"], "games": 1_000}),
        (simlab.skill, {"policy": "hold", "games": 1_000}),
        (simlab.rare, {"policy": "hold:at=3", "win": True, "games": 4_000}),
        (simlab.metrics, {"policy": "hold"}),
    ):
        one, other = study("pig", **arguments), study("pig", **arguments, **there)
        assert one.to_dict() == other.to_dict()
    one, other = (
        simlab.headroom("pig", rollouts=[16], games=40, policy="hold:at=3", over="hold:at=3", **way)
        for way in ({}, there)
    )
    assert one.frame.equals(other.frame)


def test_a_pilot_run_is_played_by_the_cluster(cluster) -> None:
    plan = simlab.plan("pig", policy="hold", games=10_000, cluster=cluster.address)
    assert plan.to_dict()["jobs"] == 2
    assert plan.to_dict()["minutes"] > 0


def test_a_cluster_can_finish_what_threads_began(cluster, expected, tmp_path) -> None:
    run = simlab.run(**MIXED, out=tmp_path / "run").folder
    for part in (3, 7, 19):
        (run / "games" / f"part-{part:05d}.parquet").unlink()
    simlab.run(**MIXED, cluster=cluster.address, out=run)
    assert hashes(run) == expected


@pytest.mark.parametrize(
    ("n_kills", "games"), [(1, 40_000), pytest.param(10, 1_000_000, marks=pytest.mark.long)]
)
def test_killed_workers_change_no_byte(cluster, tmp_path, n_kills: int, games: int) -> None:
    options = {"games": games}
    expected = hashes(simlab.run(**{**MIXED, **options}, out=tmp_path / "here").folder)
    background = Background(cluster, tmp_path / "there", **options)
    for kill in range(n_kills):
        background.wait_for(1 + kill * 60 // n_kills)
        name = list(cluster.workers)[kill % 2]
        cluster.kill(name)
        cluster.add(name)
    background.end()
    assert background.error is None
    assert hashes(tmp_path / "there") == expected


@pytest.mark.long
def test_without_workers_a_run_waits_and_goes_on_with_a_new_one(tmp_path, expected) -> None:
    with dask_cluster(tmp_path, "a") as cluster:
        background = Background(cluster, tmp_path / "run", games=1_000_000)
        background.wait_for(1)
        cluster.kill("a")
        wait_until(lambda: bool(background.witness.warnings), "a warning")
        (warning,) = background.witness.warnings
        assert f"no worker is left at {cluster.address}" in warning
        assert f"dask worker {cluster.address}" in warning
        cluster.add("b")
        background.end()
        assert background.error is None
    assert len(simlab.read_run(tmp_path / "run").games()) == 1_000_000


def test_a_lost_scheduler_ends_the_run_and_keeps_what_is_finished(tmp_path) -> None:
    with dask_cluster(tmp_path, "a") as cluster:
        background = Background(cluster, tmp_path / "run", games=1_000_000)
        background.wait_for(2)
        cluster.kill_scheduler()
        background.end()
    assert isinstance(background.error, RunError)
    assert "does not answer any more; finished parts are kept" in str(background.error)
    assert len(list((tmp_path / "run" / "games").glob("part-*"))) >= 2


def test_damaged_results_are_played_again(cluster, expected, tmp_path) -> None:
    from dask.distributed import Client

    def damage(times: int) -> None:
        import dataclasses

        from simlab.execution.cluster import worker

        whole, left = worker.reply, [times]

        def damaged(*arguments: Any) -> worker.Reply:
            reply = whole(*arguments)
            left[0] -= 1
            return dataclasses.replace(reply, content=reply.content[:-9]) if left[0] >= 0 else reply

        worker.reply = damaged

    with Client(cluster.address, set_as_default=False) as client:
        client.run(damage, 2)
    witness = Witness()
    run = simlab.run(**MIXED, cluster=cluster.address, out=tmp_path / "run", observer=witness)
    assert hashes(run.folder) == expected
    assert len(witness.warnings) == 4
    assert "arrived damaged; the games are played again" in witness.warnings[0]


@pytest.mark.long
def test_a_worker_with_other_versions_does_not_play(expected, tmp_path) -> None:
    with dask_cluster(tmp_path, "a") as cluster:
        other = "from simlab import version; version.VERSION = '0.0.1'"
        (tmp_path / "other.py").write_text(other)
        cluster.add("old", options=("--preload", str(tmp_path / "other.py")))
        witness = Witness()
        run = simlab.run(**MIXED, cluster=cluster.address, out=tmp_path / "run", observer=witness)
        assert hashes(run.folder) == expected
        (warning,) = witness.warnings
        assert "does not play: it has simlab 0.0.1 instead of" in warning
        cluster.kill("a")
        with pytest.raises(
            RunError, match=r"no worker of .* can play these games: .* simlab 0.0.1"
        ):
            simlab.run(**MIXED, cluster=cluster.address, out=tmp_path / "none")


def test_what_breaks_the_contract_is_named_with_its_worker(cluster, tmp_path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(SLEEPER.read_text().replace("return menu[0]", "return 77"))
    options: dict[str, Any] = {"policy": ["sleeps", "hold"], "policy_file": mine, "games": 600}
    with pytest.raises(ContractError, match=r"returned choice 77.*\(worker tcp://"):
        simlab.run("pig", **options, cluster=cluster.address, out=tmp_path / "run")
    mine.write_text(SLEEPER.read_text().replace("menu[1]", "menu.there"))
    with pytest.raises(InputError, match=r"mine.py:\d+: .*there"):
        simlab.run("pig", **options, cluster=cluster.address, out=tmp_path / "other")
    assert not (tmp_path / "other").exists()


@pytest.mark.long
def test_a_policy_that_never_answers_is_reported_with_its_worker(tmp_path) -> None:
    with dask_cluster(tmp_path) as cluster:
        impatient = "from simlab.execution import watchdog; watchdog.STUCK_SECONDS = 1"
        (tmp_path / "impatient.py").write_text(impatient)
        cluster.add("a", options=("--preload", str(tmp_path / "impatient.py")))
        options = {"policy": ["sleeps", "hold"], "policy_file": SLEEPER, "games": 100}
        background = Background(cluster, tmp_path / "run", **options)
        wait_until(lambda: bool(background.witness.warnings), "a warning")
        warning = background.witness.warnings[0]
    assert "pig: policy sleeps at seat" in warning
    assert "has not returned for 1 s" in warning
    assert "(worker tcp://127.0.0.1:" in warning


def interrupted(
    cluster: str, run: Path, games: str, before: Callable[[], None] = lambda: None
) -> str:
    """Start a run, send Ctrl-C to all its processes as a terminal does; return its stderr."""
    words = ["run", "pig", "--policy", "hold", "--games", games, "--out", str(run)]
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from simlab.cli import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words, "--cluster", cluster],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: len(list(run.glob("games/part-*"))) > 1, "two parts are played")
    before()
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    return " ".join(err.split())


@pytest.mark.long
def test_ctrl_c_keeps_what_is_under_way(cluster, tmp_path) -> None:
    run = tmp_path / "run"
    messages = interrupted(cluster.address, run, "100m")
    assert "parts are kept, go on with: simlab resume" in messages
    assert not list(run.glob("games/_*.tmp"))


@pytest.mark.long
def test_ctrl_c_in_a_terminal_does_not_kill_local_processes(tmp_path) -> None:
    messages = interrupted("local:2", tmp_path / "run", "100m")
    assert "parts are kept, go on with: simlab resume" in messages
    assert "Traceback" not in messages
    assert "no worker" not in messages


@pytest.mark.long
def test_a_stopped_run_does_not_wait_for_new_workers(tmp_path) -> None:
    with dask_cluster(tmp_path, "a") as running:
        messages = interrupted(running.address, tmp_path / "run", "100m", lambda: running.kill("a"))
    assert "parts are kept, go on with: simlab resume" in messages


@pytest.mark.long
@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl for a certificate")
def test_tls_protects_a_cluster(expected, tmp_path) -> None:
    import dask.distributed

    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1")
    make = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject)
    subprocess.run([*make, "-keyout", key, "-out", cert], check=True, capture_output=True)
    files = ("--tls-ca-file", str(cert), "--tls-cert", str(cert), "--tls-key", str(key))
    own = {"ca-file": cert, "client.cert": cert, "client.key": key}
    settings = {f"distributed.comm.tls.{name}": str(file) for name, file in own.items()}
    with (
        dask.config.set(settings),
        dask_cluster(tmp_path, "a", options=("--protocol", "tls", *files)) as cluster,
    ):
        assert cluster.address.startswith("tls://")
        run = simlab.run(**MIXED, cluster=cluster.address, out=tmp_path / "run")
        assert hashes(run.folder) == expected
    with pytest.raises(InputError, match=r"cluster: tls://127\.0\.0\.1:9 needs a certificate"):
        simlab.run("pig", games=100, cluster="tls://127.0.0.1:9")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nowhere", '"nowhere" is no cluster; name one such as tcp://host:8786'),
        ("local:none", '"local:none" needs a number of processes from 1 to 256'),
        ("local:0", '"local:0" needs a number'),
    ],
)
def test_what_is_no_cluster_is_refused(name: str, problem: str) -> None:
    with pytest.raises(InputError, match=f"^cluster: {problem}"):
        simlab.run("pig", games=100, cluster=name)


def test_cores_of_this_machine_and_a_cluster_exclude_each_other() -> None:
    with pytest.raises(InputError, match=r"^jobs: the cluster has cores"):
        simlab.run("pig", games=100, cluster="local:2", jobs=2)


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch) -> None:
    monkeypatch.setattr("simlab.execution.cluster.address.CONNECT_SECONDS", 1)
    with pytest.raises(RunError, match="no Dask scheduler answers at tcp:"):
        simlab.run("pig", games=100, cluster="tcp://127.0.0.1:9")


@pytest.mark.long
def test_local_processes_play_the_same(expected, tmp_path) -> None:
    assert hashes(simlab.run(**MIXED, cluster="local:2", out=tmp_path / "run").folder) == expected
