"""The ten example games are short, and meet the numbers that are known of them."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import numpy as np
import pytest

import simlab
from simlab.catalog import find_game, find_policy
from simlab.plain import new_game
from simlab.plain.view import View
from simlab.scaffold.example_game import FOLDER, SHIPPED, mechanisms
from simlab.studies.doctor import examination
from simlab.studies.doctor.page import TITLES

MECHANISMS = [each for each in mechanisms() if each not in SHIPPED]
MOST_LINES = 150
SIGMAS = 5


def example(name) -> Any:
    return find_game(str(FOLDER / name / f"{name}.py"))


def laid_out(name, **options) -> Any:
    """Return an example game after its setup."""
    return new_game(example(name), **options)


def rows_of(name, policies, count, patch=None):
    """Play an example game and return its OUTCOME rows."""
    game = example(name)
    lineup = [find_policy(policy, game.policies, len(policies), game) for policy in policies]
    return game.engine().play(game.load(patch=patch).row, lineup, 1914, 0, count)


def is_near(sample, exact, variance=None):
    """Return whether the mean of a sample is what it should be, within its error."""
    variance = np.var(sample) if variance is None else variance
    return abs(np.mean(sample) - exact) < SIGMAS * np.sqrt(variance / len(sample))


def test_there_are_ten() -> None:
    assert len(MECHANISMS) == 10


@pytest.mark.parametrize("name", MECHANISMS)
def test_an_example_is_short_and_says_its_source(name) -> None:
    text = (FOLDER / name / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    docstring = text.split('"""')[1]
    assert "- R1." in docstring
    assert any(word in docstring for word in ("After ", "By ", "folk", "(1", " 1", " 20"))


@pytest.mark.parametrize("name", sorted({*MECHANISMS} - {"race", "cooperative_defence"}))
def test_the_last_policy_beats_random(name) -> None:
    game = example(name)
    players = game.players[0]
    best = game.policies[-1].name
    assert len(game.policies) >= 3
    credit = rows_of(name, [*["random"] * (players - 1), best], 60)["seats"]["credit"]
    assert credit[:, players - 1].mean() > 2 / (players + 1)


# race

LADDERS = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100}
CHUTES = {16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78}
TURNS = 39.2251


def spins(spin):
    """Return the mean number of turns from the start; `spin(square, n)` is the next square."""
    moves = np.eye(101)
    for square in range(100):
        for number in range(1, 7):
            moves[square, spin(square, number)] -= 1 / 6
    return np.linalg.solve(moves[:100, :100], np.ones(100))[0]


def test_chutes_and_ladders_takes_39_turns() -> None:
    """The absorbing Markov chain of the printed board, that of the rules, and games agree."""

    def by_the_board(square, number):
        end = square + number if square + number <= 100 else square
        return {**LADDERS, **CHUTES}.get(end, end)

    def by_the_rules(square, number):
        game = laid_out("race", players=1)
        game.squares[0] = square
        game.move(0, number)
        return game.squares[0]

    assert spins(by_the_board) == pytest.approx(TURNS, abs=1e-4)
    assert spins(by_the_rules) == pytest.approx(TURNS, abs=1e-4)
    assert is_near(rows_of("race", ["spinner"], 300)["turns"], TURNS)


# push your luck


@pytest.mark.parametrize(("columns", "n_rolls"), [((6, 7, 8), 1192), ((2, 3, 12), 568)])
def test_cant_stop_fits_as_many_rolls_as_can_be_counted(columns, n_rolls) -> None:
    game = laid_out("push_your_luck", players=2)
    game.runners = dict.fromkeys(columns, 1)
    n_fitting = n_counted = 0
    for dice in product(range(1, 7), repeat=4):
        game.dice = list(dice)
        n_fitting += bool(game.climbs())
        n_counted += any(a + b in columns for a, b in combinations(dice, 2))
    assert n_fitting == n_counted == n_rolls


def test_a_bust_in_cant_stop_loses_the_steps_of_the_turn() -> None:
    rows = rows_of("push_your_luck", ["random", "rule_of_28"], 40)["seats"][:, :2]
    assert (rows["climbs"] >= rows["claims"]).all()
    assert rows["busts"].any()
    assert (rows["claims"] == rows["score"]).all()
    assert (rows["score"].max(axis=1) >= 3).all()


# trick taking


def leader_wins(players):
    """Return the chance that the leader takes a trick of one card each."""
    chance, unseen = 0.0, 50
    for turned, (lead, is_trump) in product(range(2, 15), product(range(2, 15), (False, True))):
        if is_trump and lead == turned:
            continue
        higher = 14 - lead
        n_beating = higher - (turned > lead) if is_trump else higher + 12
        probability = 1 / 13 * (1 if is_trump else 3) / 51
        chance += probability * comb(unseen - n_beating, players - 1) / comb(unseen, players - 1)
    return chance


def test_the_leader_of_a_deal_of_one_card_takes_it_as_often_as_can_be_counted() -> None:
    exact = leader_wins(4)
    rows = rows_of("trick_taking", ["counter"] * 4, 1000, {"deals": 1})
    assert is_near(rows["seats"]["tricks"][:, 0], exact, exact * (1 - exact))
    text = (FOLDER / "trick_taking" / "trick_taking.py").read_text(encoding="utf-8")
    assert f"{exact:.1%}".replace("%", " %") in text


def test_all_tricks_of_oh_hell_are_taken() -> None:
    tricks = rows_of("trick_taking", ["even", "counter", "random"], 30)["seats"]["tricks"]
    assert (tricks[:, :3].sum(axis=1) == sum(range(1, 8))).all()


# drafting


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        (["tempura"] * 3, 5),
        (["sashimi"] * 6, 20),
        (["dumpling"] * 4, 10),
        (["dumpling"] * 7, 15),
        (["squid nigiri", "wasabi", "egg nigiri", "salmon nigiri"], 8),
        (["wasabi", "wasabi", "squid nigiri", "squid nigiri"], 18),
        (["three maki", "wasabi"], 0),
    ],
)
def test_cards_of_sushi_go_have_the_printed_points(cards, points) -> None:
    game = laid_out("drafting", players=2)
    by_name = {str(card): card for card in game.table("cards")}
    assert game.value([by_name[card] for card in cards]) == points


def test_the_prizes_for_maki_are_shared() -> None:
    game = laid_out("drafting", players=4)
    prizes = {(5, 3, 3, 0): [6, 1, 1, 0], (4, 4, 2, 1): [4, 4, 0, 0], (0, 0, 1, 0): [0, 0, 6, 0]}
    for maki, points in prizes.items():
        assert [game.maki_points(list(maki), own) for own in maki] == points


def test_no_card_is_lost_while_hands_are_passed() -> None:
    game = laid_out("drafting", players=4)
    dealt = Counter(card for hand in game.hands for card in hand)
    while game.n_rounds == 0:
        cards = [card for group in (*game.hands, *game.laid) for card in group]
        assert Counter(cards) == dealt
        assert len({len(hand) for hand in game.hands}) == 1
        for _ in range(4):
            game.play(random.Random(len(cards)).choice(game.choices()))


# deck building


def big_money_turns(rng):
    """Return the turn in which Big Money buys its fourth Province, by a program of its own."""
    pile: list[int] = []
    discards, n_provinces, turn = [1] * 7 + [0] * 3, 0, 0
    while n_provinces < 4:
        hand: list[int] = []
        while len(hand) < 5:
            if not pile:
                pile, discards = discards, []
                rng.shuffle(pile)
            hand.append(pile.pop())
        turn += 1
        coins = sum(hand)
        n_provinces += coins >= 8
        bought = [0] if coins >= 8 else [3] if coins >= 6 else [2] if coins >= 3 else []
        discards += hand + bought
    return turn


def turns_of(policy, deal):
    """Return the turn in which a policy buys its fourth Province, alone."""
    definition, game = example("deck_building"), laid_out("deck_building", players=1, deal=deal)
    function = find_policy(policy, definition.policies, 1, definition).function
    traits = {"share": 12} if policy == "smithy_money" else {}
    while [str(card) for card in game.cards(game.seats[0])].count("Province") < 4:
        game.play(function(View(game, 0), game.choices(), None, **traits))
    return game.seats[0].turns


def test_big_money_has_four_provinces_at_about_turn_17() -> None:
    rng = random.Random(1914)
    alone = [big_money_turns(rng) for _ in range(3000)]
    played = [turns_of("big_money", deal) for deal in range(250)]
    assert is_near(played, np.mean(alone), np.var(alone))
    assert round(np.mean(alone)) == 17
    with_smithies = [turns_of("smithy_money", deal) for deal in range(100)]
    assert np.mean(with_smithies) < np.mean(played) - 1


# auction


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("is_second", [False, True])
def test_the_price_of_sealed_bids_is_that_of_the_theory(players, is_second) -> None:
    """Both kinds have the same mean price, n - 1 of n + 1 parts of the highest value."""
    rounds = 10
    patch = {"second_price": is_second}
    rows = rows_of("auction", ["equilibrium"] * players, 150, patch)
    theory = 100 * (players - 1) / (players + 1)
    # the variance of an order statistic of uniform values is at most a twelfth of their range
    prices = rows["seats"]["prices"].sum(axis=1)
    assert is_near(prices / rounds, theory, 100**2 / 12 / rounds)


# area majority


def test_regions_pay_their_prizes_and_tied_players_the_lower_one() -> None:
    game = laid_out("area_majority", players=3)
    for counts, points in {(3, 2, 1): [7, 4, 2], (2, 2, 1): [4, 4, 2], (2, 2, 2): [2] * 3}.items():
        game.areas.set_up(game.prizes)
        for seat, n in enumerate(counts):
            game.areas.add(seat, "Castile", n)
        assert game.areas.points("Castile", game.prizes["Castile"]) == points


def test_no_piece_is_lost_and_none_comes_to_the_king() -> None:
    game, rng = laid_out("area_majority", players=4), random.Random(1)
    placed = 0
    while game.seat() is not None:
        seat, choice = game.seat(), rng.choice(game.choices())
        if choice[0] == "place":
            placed += (16 - game.played[seat]) // 3
            assert choice[1] != game.king
        game.play(choice)
    assert sum(sum(game.areas[region]) for region in game.prizes) == placed
    assert sum(game.scores()) <= 3 * sum(sum(prizes) for prizes in game.prizes.values())


# worker placement


@pytest.mark.parametrize(
    ("space", "good", "pips"),
    [("hunt", "food", 2), ("forest", "wood", 3), ("clay pit", "clay", 4), ("river", "gold", 6)],
)
@pytest.mark.parametrize("workers", [1, 3])
def test_workers_bring_what_can_be_counted(space, good, pips, workers) -> None:
    rolls = [sum(dice) // pips for dice in product(range(1, 7), repeat=workers)]
    game, brought = laid_out("worker_placement", players=2), []
    for _ in range(1000):
        before = game.goods[0][good]
        game.resolve(0, space, workers)
        brought.append(game.goods[0][good] - before)
    assert set(brought) <= set(rolls)
    assert is_near(brought, np.mean(rolls), np.var(rolls))


def test_who_finds_no_space_sends_the_others_to_the_hunt() -> None:
    game = laid_out("worker_placement", players=2)
    spaces = game.spaces
    for space, room in spaces.room.items():
        spaces.placed[space] = [1, 0] if space == "hunt" else [0, room]
    spaces.workers[:] = [2, 2]
    assert game.choices() == [("place", "hunt", 1), ("place", "hunt", 2)]
    game.play(("place", "hunt", 2))
    assert spaces.count("hunt", 0) == 3


def test_points_of_stone_age_are_those_of_huts_less_hunger() -> None:
    seats = rows_of("worker_placement", ["gatherer", "builder", "random"], 30)["seats"][:, :3]
    assert (seats["score"][seats["builds"] == 0] <= 0).all()
    points_of_huts = seats["score"] + 10 * seats["hungers"]
    assert (points_of_huts >= 9 * seats["builds"]).all()
    assert (points_of_huts <= 21 * seats["builds"]).all()


# simultaneous choice


@pytest.mark.parametrize("n", [3, 4])
def test_matching_bids_of_goofspiel_win_the_exact_margin(n) -> None:
    """All orders of prizes, and all orders of bids of a player by chance."""
    margins = []
    for prizes, bids in product(permutations(range(1, n + 1)), repeat=2):
        game = laid_out("simultaneous_choice", players=2, patch={"cards": n})
        game.prizes, game.prize = list(prizes[:-1]), prizes[-1]
        for bid in bids:
            game.play(("bid", game.prize))
            game.play(("bid", bid))
        margins.append(game.scores()[0] - game.scores()[1])
    assert np.mean(margins) == pytest.approx((n * n - 1) / 6)


def test_goofspiel_with_13_cards_has_the_margins_of_the_docstring() -> None:
    scores = rows_of("simultaneous_choice", ["matcher", "random"], 300)["seats"]["score"]
    assert is_near(scores[:, 0] - scores[:, 1], 28)
    scores = rows_of("simultaneous_choice", ["matcher", "one_above"], 3)["seats"]["score"]
    assert (scores[:, :2] == [13, 78]).all()


# cooperative defence

N_ORCS, STONES, SPARE, ROADS = 14, 2, 3, 3


@cache
def stones_left(turn, orcs, walls, spare, is_best):
    """Return the mean score of two players before an action, by dynamic programming.

    `orcs` has the road of the orc at the gate, in the meadow and in the forest, or None; they play
    their best, or shoot the nearest orc.
    """
    if orcs == (None, None, None):
        return sum(walls)
    is_archer = turn % 2 == 0
    targets = [place for place in range(3) if orcs[place] is not None]
    values = []
    for place in targets if is_best else targets[:1]:
        hit = (4 - place + is_archer) / 6
        others = tuple(None if i == place else road for i, road in enumerate(orcs))
        missed = advance(turn, orcs, walls, spare, is_best)
        values.append(hit * advance(turn, others, walls, spare, is_best) + (1 - hit) * missed)
    for road in range(ROADS) if is_best and spare else ():
        if walls[road] < STONES:
            mended = (*walls[:road], walls[road] + 1, *walls[road + 1 :])
            values.append(advance(turn, orcs, mended, spare - 1, is_best))
    return max(values)


def advance(turn, orcs, walls, spare, is_best):
    """Return the mean score after an action: the orcs advance, and another one comes."""
    gate, meadow, forest = orcs
    if gate is not None:
        if not walls[gate]:
            return 0
        walls = (*walls[:gate], walls[gate] - 1, *walls[gate + 1 :])
    coming = range(ROADS) if turn + 1 < N_ORCS else [None]
    means = [
        stones_left(turn + 1, (meadow, forest, road), walls, spare, is_best) for road in coming
    ]
    return sum(means) / len(means)


def test_the_wall_is_held_as_well_as_dynamic_programming_says() -> None:
    start = (0, (None, None, 0), (STONES,) * ROADS, SPARE)
    shooting, best = (stones_left(*start, is_best) for is_best in (False, True))
    scores = {
        policy: rows_of("cooperative_defence", [policy] * 2, 600)["score"]
        for policy in ("random", "shooter", "guard")
    }
    assert is_near(scores["shooter"], shooting)
    means = [scores[policy].mean() for policy in ("random", "shooter", "guard")]
    assert means == sorted(means)
    assert means[-1] < best + 0.1
    text = (FOLDER / "cooperative_defence" / "cooperative_defence.py").read_text(encoding="utf-8")
    assert f"{best:.2f}" in text


def faults_in_readme(name) -> set[str]:
    """Return the faults that the README of an example says doctor finds."""
    text = (FOLDER / name / "README.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| ([A-Z][^|]*?) \|", text.partition("## What doctor says")[2], re.MULTILINE
    )
    return {re.split(r":|, with", row)[0] for row in rows}


@pytest.mark.parametrize("name", MECHANISMS)
def test_a_readme_says_what_doctor_says_of_the_example(name) -> None:
    text = (FOLDER / name / "README.md").read_text(encoding="utf-8")
    assert f"`simlab doctor simlab/examples/{name}/{name}.py`" in text
    assert faults_in_readme(name) <= set(TITLES.values())
    assert ("nothing wrong was found" in " ".join(text.split())) == (not faults_in_readme(name))


@pytest.mark.long
@pytest.mark.parametrize("name", MECHANISMS)
def test_doctor_finds_the_faults_that_a_readme_names(name, monkeypatch, tmp_path) -> None:
    deals = {"SCREEN_DEALS": 200, "FRESH_DEALS": 2000, "MOST_ROLLOUT_DEALS": 64}
    for limit, number in {**deals, "VARIANT_PART": 0, "MOST_DECIDES_GAMES": 0}.items():
        monkeypatch.setattr(examination, limit, number)
    file = FOLDER / name / f"{name}.py"
    diagnosis = simlab.doctor(str(file), minutes=1000, out=tmp_path).study
    assert {TITLES[finding.key.fault] for finding in diagnosis.wrong} == faults_in_readme(name)
