"""Arms of an examination: who plays under which rules in competitive and cooperative games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from simlab.experiment.small_noise import BY_CHANCE, SMALL
from simlab.studies.doctor.arm import NOISES, Arm, Question, Role
from simlab.studies.doctor.request import DoctorRequest, request_examination
from tests.support.doctor_games import write_dike, write_grab, write_quarry
from tests.support.kingmaker_games import SOLITAIRE, written

KUHN = "tests/plain/kuhn/kuhn.py"


def request_of(game: str, players: str = "", policy: str | None = None) -> DoctorRequest:
    options = {"game": game, "players": [players] if players else []}
    return request_examination(options, policy, 1)


def lineups(request: DoctorRequest, role: Role) -> dict[str, list[str]]:
    """Return the policies of the arms of a role, by what they ask."""
    return {
        question.subject: [str(policy) for policy in arm.scenario.lineup]
        for arm in request.arms
        for question in arm.questions
        if question.role == role
    }


def roles(request: DoctorRequest) -> Counter[Role]:
    return Counter(question.role for arm in request.arms for question in arm.questions)


def rule_arms(request: DoctorRequest, name: str) -> list[tuple[int, object]]:
    """Return number of players and rule value of the arms that ask a rule."""
    return [
        (arm.scenario.players, arm.scenario.rules.components.values[name])
        for arm in request.arms
        if Question(Role.RULE, name) in arm.questions
    ]


@pytest.fixture(scope="module")
def quarry(tmp_path_factory: pytest.TempPathFactory) -> DoctorRequest:
    return request_of(write_quarry(tmp_path_factory.mktemp("quarry")))


@pytest.fixture(scope="module")
def dike(tmp_path_factory: pytest.TempPathFactory) -> DoctorRequest:
    return request_of(write_dike(tmp_path_factory.mktemp("dike")))


def test_the_usual_players_come_first_at_the_smallest_table_of_several(
    quarry: DoctorRequest, dike: DoctorRequest
) -> None:
    for request in (quarry, dike):
        first = request.arms[0]
        assert first.is_usual and first.questions == [Question(Role.USUAL)]
        assert request.scenario is first.scenario
        assert request.scenario.players == 2
        assert len({str(policy) for policy in first.scenario.lineup}) == 1
        assert first.policy == request.policy
        assert request.left_out == {}


def test_a_player_meets_others_that_play_by_chance_and_other_policies_meet_it(
    quarry: DoctorRequest,
) -> None:
    usual = quarry.policy
    assert lineups(quarry, Role.AGAINST_CHANCE) == {"": [usual, BY_CHANCE]}
    challengers = lineups(quarry, Role.CHALLENGER)
    assert BY_CHANCE in challengers
    assert usual not in challengers
    assert all(lineup == [name, usual] for name, lineup in challengers.items())


def test_one_player_never_makes_a_kind_of_choice_or_only_that_one(quarry: DoctorRequest) -> None:
    usual = quarry.policy
    assert lineups(quarry, Role.NEVER)["dig"] == [f"{usual}:never=dig", usual]
    assert lineups(quarry, Role.ONLY)["dig"] == [f"{usual}:never=rest+use", usual]
    assert [*lineups(quarry, Role.NEVER)] == [*lineups(quarry, Role.ONLY)] == ["dig", "rest", "use"]


def test_of_two_kinds_never_one_is_only_the_other(dike: DoctorRequest) -> None:
    shared = [arm for arm in dike.arms if len(arm.questions) > 1]
    assert [arm.questions for arm in shared] == [
        [Question(Role.NEVER, "build"), Question(Role.ONLY, "pray")],
        [Question(Role.NEVER, "pray"), Question(Role.ONLY, "build")],
    ]


def test_a_cooperative_table_is_restricted_as_a_whole(dike: DoctorRequest) -> None:
    assert lineups(dike, Role.NEVER)["build"] == [f"{dike.policy}:never=build"] * 2


def test_a_cooperative_table_tries_again_and_one_player_carries_the_others(
    dike: DoctorRequest,
) -> None:
    attempts = lineups(dike, Role.AGAIN)
    assert len(attempts) >= len(NOISES) + 1
    assert BY_CHANCE in attempts
    assert all(lineup == [name] * 2 for name, lineup in attempts.items())
    assert lineups(dike, Role.ALONE) == {"": [dike.policy, BY_CHANCE]}
    assert not {Role.AGAINST_CHANCE, Role.CHALLENGER} & set(roles(dike))


def test_a_game_alone_asks_for_no_other_player(tmp_path: Path) -> None:
    request = request_of(write_dike(tmp_path), players="1")
    assert {arm.scenario.players for arm in request.arms} - {3} == {1}
    assert all(
        arm.questions[0].role in (Role.REFERENCE, Role.RULE)
        for arm in request.arms
        if arm.scenario.players == 3
    )
    assert Role.ALONE not in roles(request)


def test_a_player_never_uses_a_card_that_choices_offer(quarry: DoctorRequest) -> None:
    usual = quarry.policy
    assert lineups(quarry, Role.CARD) == {
        "pick": [f"{usual}:never=tools.pick", usual],
        "spoon": [f"{usual}:never=tools.spoon", usual],
    }


def test_rules_have_the_ends_of_their_ranges_at_the_smallest_and_the_largest_table(
    quarry: DoctorRequest,
) -> None:
    assert rule_arms(quarry, "toll") == [(2, 0), (2, 5), (3, 0), (3, 5)]
    assert rule_arms(quarry, "lead") == [(2, 20), (3, 20)]  # its value is one end already
    for arm in quarry.arms:
        if arm.questions[0].role != Role.RULE:
            assert arm.scenario.patch == {}


def test_all_other_numbers_of_players_are_looked_at_unless_one_is_named(
    quarry: DoctorRequest, tmp_path: Path
) -> None:
    def sizes(request: DoctorRequest, role: Role) -> list[int]:
        return [arm.scenario.players for arm in request.arms if arm.questions[0].role == role]

    assert sizes(quarry, Role.USUAL) == [2, 3]
    assert sizes(quarry, Role.REFERENCE) == []
    named = request_of(write_quarry(tmp_path), players="3")
    assert sizes(named, Role.USUAL) == [3]
    assert sizes(named, Role.REFERENCE) == [2]  # of rules, which may have no effect with three
    assert rule_arms(named, "toll") == [(3, 0), (3, 5), (2, 0), (2, 5)]


def test_a_cooperative_game_is_looked_at_with_one_player_too(dike: DoctorRequest) -> None:
    """A rule may be for a player alone."""
    usual_numbers = {arm.scenario.players for arm in dike.arms if arm.is_usual}
    asked = [arm for arm in dike.arms if arm.questions[0].role == Role.RULE]
    assert usual_numbers == {1, 2, 3}
    assert {arm.scenario.players for arm in asked} == {1, 2, 3}


def test_a_game_for_points_is_not_asked_who_wins() -> None:
    request = request_of(KUHN)
    assert set(roles(request)) <= {Role.USUAL, Role.RULE}


def test_a_game_without_kinds_or_cards_has_rivals_only(tmp_path: Path) -> None:
    request = request_of(written(tmp_path, SOLITAIRE))
    assert not {Role.CARD, Role.RULE} & set(roles(request))


def test_no_two_arms_play_the_same(quarry: DoctorRequest, dike: DoctorRequest) -> None:
    def table(arm: Arm) -> tuple[str, ...]:
        return (*map(str, arm.scenario.lineup), str(sorted(arm.scenario.patch.items())))

    for request in (quarry, dike):
        tables = [table(arm) for arm in request.arms]
        twice = [one for one, n in Counter(tables).items() if n > 1]
        assert twice == []


def test_players_of_a_game_without_chance_have_a_little_noise_everywhere(tmp_path: Path) -> None:
    """Else every deal would be the same game."""
    request = request_of(write_grab(tmp_path))
    assert request.table.noise == SMALL
    lineups = {str(arm.questions[0]): list(map(str, arm.scenario.lineup)) for arm in request.arms}
    assert lineups["usual players"] == [f"fool:noise={SMALL}"] * 2
    assert lineups["another policy knower"] == [f"knower:noise={SMALL}", f"fool:noise={SMALL}"]
    assert lineups["against chance"] == [f"fool:noise={SMALL}", "random"]
    assert lineups["never rest"] == [f"fool:noise={SMALL},never=rest", f"fool:noise={SMALL}"]


def test_players_of_a_game_of_chance_have_none(quarry: DoctorRequest) -> None:
    assert quarry.table.noise == 0
    assert "noise" not in quarry.policy
