"""A slow, obvious referee: reads the events of a whole game and names every breach of the rules.

It keeps a table of its own, follows the events step by step, and counts the result again. It
shares nothing with the game but the names of events, cards, vineyards and columns. After a breach
it goes on from the events, so that one breach may bring others with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from simlab.engine.record import NOT_APPLICABLE
from simlab.games.arriala.events import KINDS
from simlab.games.arriala.state import ACTIONS, QUARTERS, SIZES, SOURCES
from tests.games.arriala.menu_by_hand import (
    ART_WORKS,
    NEUTRAL,
    NO_CARD,
    NOBODY,
    Legend,
    Position,
    board,
    pay,
    ranks,
)

Event = Mapping[str, Any]

FIELDS = {kind.name: kind.fields for kind in KINDS.values()}
PER_COLOUR = ("seat_0", "seat_1", "seat_2", "seat_3", "neutral")
ALL_BUILT, ROUND_LIMIT = 1, 2
NOT_JUDGED = {"deal", "rotation", "decisions"}
"""Columns that say which game it was and how often somebody was asked, not what happened."""


def referee(
    events: Sequence[Event],
    rules: Mapping[str, Any],
    legend: Legend,
    players: int,
    outcome: Mapping[str, float],
) -> list[str]:
    """Return every breach of the rules in a game; without one, every wrong column of its outcome.

    Args:
        events: what happened, in order, each with its name under `event` and its fields.
        rules: the rule values in force, by name.
        legend: what the numbers in events stand for, with the components in force.
        players: seats at the table.
        outcome: the columns reported of the game, those of a seat as `column of seat N`, those of a
            round as `column, round N`.
    """
    table = Table(rules, legend, players)
    for event in events:
        table.see(event)
    table.demand_the_end()
    return table.breaches or differences(table.outcome(), outcome)


def differences(expected: Mapping[str, float], actual: Mapping[str, float]) -> list[str]:
    """Return a sentence for each column that does not hold what the referee counted."""
    columns = [name for name in {**expected, **actual} if name not in NOT_JUDGED]
    return [
        f"Row: {name} is {actual.get(name)} instead of {expected.get(name)}."
        for name in columns
        if actual.get(name) != expected.get(name)
    ]


class Stage(NamedTuple):
    """A moment of the game: the rule that makes it, what it is, and the events it can bring."""

    rule: str
    moment: str
    events: tuple[str, ...]


STEPS = (
    *("moved", "placed", "went_to_vineyard", "went_to_canal", "river_built", "lock_built"),
    *("drew", "reshuffled", "art_built"),
)
NEUTRALS = Stage("A2", "neutral workers are placed", ("neutral_placed",))
DEAL = Stage("A1", "the first hands are dealt", ("dealt",))
BEGIN = Stage("A3", "a turn is due to begin", ("turn_began",))
ACT = Stage("A4–A11", "the player is free to act", (*STEPS, "turn_ended"))
DRAW = Stage("A9", "the new pile waits for the draw it was made for", ("drew",))
BUILD = Stage("A13", "a section is due to be built", ("section_built",))
SCORE = Stage("A14", "a section is due to be scored", ("section_scored",))
ALL_IS_BUILT = Stage("A16", "no section is left to build", ("game_over",))
LAST_ROUND = Stage("A18", "the last round has ended", ("game_over",))
COUNT = Stage("A16", "a vineyard is due to be counted", ("vineyard_counted",))
PAY = Stage("A16", "a vineyard is due to be paid", ("vineyard_scored",))
RANK = Stage("A17", "the seats are ranked", ("ranked",))
OVER = Stage("A16", "the game is over", ())


class Way(NamedTuple):
    """How a step is done: its rule, its action, and the kinds of cards that do it, too."""

    rule: str
    action: str
    cards: tuple[str, ...] = ()


WAYS = {
    "moved": Way("A4", "move", ("move_2", "move_3", "move_4", "move_5", "transfer")),
    "placed": Way("A5", "place", ("place",)),
    "went_to_vineyard": Way("A6", "to_vineyard", ("to_vineyard",)),
    "went_to_canal": Way("A6", "to_canal", ("to_canal",)),
    "river_built": Way("A7", "river"),
    "lock_built": Way("A8", "lock", ("lock",)),
    "drew": Way("A9", "draw"),
    "art_built": Way("A11", "play", ART_WORKS),
}


class Tally:
    """What is counted of one seat."""

    def __init__(self) -> None:
        self.points: Counter[str] = Counter()
        self.won: Counter[int] = Counter()
        self.drawn: Counter[int] = Counter()
        self.played: Counter[int] = Counter()
        self.spent: Counter[str] = Counter()
        self.lost = 0


class Table:
    """What lies on the table as far as the events tell, and the breaches so far."""

    def __init__(self, rules: Mapping[str, Any], legend: Legend, players: int) -> None:
        self.rules, self.players = rules, players
        self.section_points = legend["section_points"]
        self.cards = [row["card"] for row in legend["cards"]]
        self.vineyards = [row["vineyard"] for row in legend["vineyards"]]
        self.position = laid_out(rules, legend, players)
        self.tallies = [Tally() for _ in range(players)]
        self.counts: Counter[str] = Counter()
        self.built_sizes: Counter[int] = Counter()
        self.leaders: list[int] = []
        self.rounds: list[tuple[list[int], int]] = []
        self.leader = NOBODY
        self.due: list[list[int]] = []
        self.vineyards_due = sorted(self.position.board.vineyards)
        self.vineyard_winners: dict[int, int] = {}
        self.still_to_place = self.places_of_neutral_workers()
        self.still_to_deal = [s for s in range(players) for _ in range(rules["starting_cards"])]
        self.n_ranked = 0
        self.end = NOT_APPLICABLE
        self.event: Event = {}
        self.n_seen = 0
        self.breaches: list[str] = []
        self.ranges = self.known_things(len(legend["spaces"]))
        self.stage = NEUTRALS
        self.go_on_laying_out()

    def known_things(self, n_spaces: int) -> dict[str, range]:
        """Return the numbers that each field may hold."""
        seats, spaces, cards = range(self.players), range(n_spaces), range(len(self.cards))
        return {
            **{"seat": seats, "card": cards, "by_card": range(NO_CARD, len(self.cards))},
            **{"space": spaces, "from": spaces, "to": spaces, "first": spaces, "last": spaces},
            **{"colour": range(NOBODY, NEUTRAL + 1), "vineyard": range(len(self.vineyards))},
        }

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.position.seat

    @property
    def tally(self) -> Tally:
        """What is counted of the seat whose turn it is."""
        return self.tallies[self.seat]

    @property
    def round(self) -> int:
        """The round of the turn that began last, from 1."""
        return -(-self.counts["turns"] // self.players)

    # Judging.

    def see(self, event: Event) -> None:
        """Judge one event and let it happen."""
        self.event = event
        self.n_seen += 1
        if not self.is_readable(event):
            self.demand(False, self.stage.rule, "no such event exists")
            return
        name, stage = event["event"], self.stage
        self.demand(name in stage.events, stage.rule, f"no {name} while {stage.moment}")
        if name in (*STEPS, "turn_ended"):
            own = event.get("seat", self.seat) == self.seat
            self.demand(own, "A3", f"seat {self.seat} has the turn")
        getattr(self, f"on_{name}")(event)

    def is_readable(self, event: Event) -> bool:
        """Say whether there is such an event, and whether all it points at exists."""
        fields = FIELDS.get(event["event"])
        return (
            fields is not None
            and set(event) == {"event", *fields}
            and all(event[name] in self.ranges.get(name, (event[name],)) for name in fields)
        )

    def demand(self, is_right: bool, rule: str, sentence: str) -> None:
        """Write down a breach unless all is right."""
        if not is_right:
            self.breaches.append(f"{rule}: {sentence} (event {self.n_seen}: {dict(self.event)}).")

    def demand_the_end(self) -> None:
        stage = self.stage
        self.demand(stage is OVER, stage.rule, f"nothing follows while {stage.moment}")

    def demand_values(self, rule: str, **expected: int) -> None:
        """Demand that fields of the event hold these numbers."""
        for name, value in expected.items():
            self.demand(self.event[name] == value, rule, f"{name} is {value}")

    def take(self, things: Counter[Any], thing: object, rule: str) -> None:
        """Take a thing from its place, demanding that it was there."""
        self.demand(things[thing] > 0, rule, f"nothing like {thing} is there to be taken")
        things[thing] -= min(1, things[thing])

    def give_points(self, seat: int, source: str, points: int, rule: str) -> None:
        """Give points, demanding that they and the new score were told."""
        self.position.scores[seat] += points
        self.tallies[seat].points[source] += points
        self.demand_values(rule, points=points, score=self.position.scores[seat])

    # Setup.

    def places_of_neutral_workers(self) -> list[int]:
        """Return the towns where neutral workers are due, from the west [A2]."""
        has_some = self.players == 2 and self.rules["neutral_workers"]
        return list(self.position.board.towns) if has_some else []

    def go_on_laying_out(self) -> None:
        if not self.still_to_place:
            self.stage = DEAL if self.still_to_deal else BEGIN

    def on_neutral_placed(self, event: Event) -> None:
        space = self.still_to_place.pop(0) if self.still_to_place else None
        self.demand(event["space"] == space, "A2", f"a neutral worker is due at {space}")
        self.position.canal[NEUTRAL, event["space"]] += 1
        self.go_on_laying_out()

    def on_dealt(self, event: Event) -> None:
        seat = self.still_to_deal.pop(0) if self.still_to_deal else None
        self.demand(event["seat"] == seat, "A1", f"this card is for seat {seat}")
        self.take(self.position.pile, event["card"], "A1")
        self.position.hands[event["seat"]][event["card"]] += 1
        self.go_on_laying_out()

    # Turns.

    def on_turn_began(self, event: Event) -> None:
        seat = self.counts["turns"] % self.players
        self.counts["turns"] += 1
        self.demand_values("A3", seat=seat, number=self.round)
        self.position.seat = seat
        self.position.action_points = self.rules["action_points"]
        self.stage = ACT

    def on_turn_ended(self, event: Event) -> None:
        left = self.position.action_points
        self.demand_values("A4–A10", lost=left)
        self.tally.lost += left
        self.stage = BEGIN
        if self.seat == self.players - 1:
            self.end_round()

    def end_round(self) -> None:
        self.leaders.append(self.sole_leader())
        self.rounds.append((list(self.position.scores), len(self.position.built)))
        if self.round == self.rules["max_rounds"]:
            self.stage = LAST_ROUND

    # Steps.

    def charge(self, cost: int) -> None:
        """Demand the right price of this step, or its card, and that it can be paid [A10]."""
        way, card = WAYS[self.event["event"]], self.event.get("by_card", NO_CARD)
        if card != NO_CARD:
            self.play(card, way)
        is_played = card != NO_CARD or way.action == "play"
        due = self.rules["cost_play"] if is_played else cost
        self.demand_values("A10" if is_played else way.rule, paid=due)
        self.demand(
            due <= self.position.action_points, "A4–A10", "not enough action points are left"
        )
        self.position.action_points -= due
        self.tally.spent["play" if is_played else way.action] += due

    def play(self, card: int, way: Way) -> None:
        """Discard a card of the hand that does this step [A10]."""
        self.demand(self.cards[card] in way.cards, "A10", f"this card does not {way.action}")
        self.take(self.position.hands[self.seat], card, "A10")
        self.position.discards[card] += 1
        self.tally.played[card] += 1

    def finish_step(self) -> None:
        """Wait until what is complete is built and scored; then look who leads [A13, A16]."""
        self.due = self.position.completed()
        if self.due:
            self.stage = BUILD
            return
        self.look_who_leads()
        self.stage = ACT if self.position.unbuilt() else ALL_IS_BUILT

    def look_who_leads(self) -> None:
        """Count a change when another seat than the last one comes to lead alone."""
        leader = self.sole_leader()
        if leader == NOBODY:
            return
        self.counts["lead_changes"] += self.leader not in (NOBODY, leader)
        self.leader = leader

    def sole_leader(self) -> int:
        """Return the seat that has more points than every other, or NOBODY."""
        scores = self.position.scores
        best = max(scores)
        return scores.index(best) if scores.count(best) == 1 else NOBODY

    def demand_end_space(self, space: int) -> None:
        self.demand(space in self.position.end_spaces(), "A12", "no worker may end there")

    def demand_entrance(self, space: int, rule: str) -> None:
        """Demand that a worker may come to a space from the reserve or a vineyard."""
        self.demand_end_space(space)
        self.demand(space in self.position.entrances(), rule, "no worker is placed in a town")

    def on_moved(self, event: Event) -> None:
        start, goal = event["from"], event["to"]
        length = abs(goal - start)
        card = event["by_card"]
        is_free = card == NO_CARD or self.cards[card] == "transfer"
        is_near = is_free or length <= self.position.cards[card]["reach"]
        self.demand(is_near, "A10", "that is too far for the card")
        self.demand(start != goal, "A4", "the worker does not move")
        self.demand_end_space(goal)
        self.charge(length * self.rules["cost_move"])
        self.take(self.position.canal, (event["colour"], start), "A4")
        self.position.canal[event["colour"], goal] += 1
        self.finish_step()

    def on_placed(self, event: Event) -> None:
        self.demand_entrance(event["space"], "A5")
        self.charge(self.rules["cost_place"])
        self.take(self.position.reserve, self.seat, "A5")
        self.position.canal[self.seat, event["space"]] += 1
        self.finish_step()

    def on_went_to_vineyard(self, event: Event) -> None:
        has_room = event["vineyard"] in self.position.open_vineyards()
        self.demand(has_room, "A6", "that vineyard is full or not in play")
        self.charge(self.rules["cost_to_vineyard"])
        self.take(self.position.canal, (self.seat, event["from"]), "A6")
        self.position.vineyards[self.seat, event["vineyard"]] += 1
        self.finish_step()

    def on_went_to_canal(self, event: Event) -> None:
        self.demand_entrance(event["to"], "A6")
        self.charge(self.rules["cost_to_canal"])
        self.take(self.position.vineyards, (self.seat, event["vineyard"]), "A6")
        self.position.canal[self.seat, event["to"]] += 1
        self.finish_step()

    def on_river_built(self, event: Event) -> None:
        self.demand(self.position.has_free_blue_cell(), "A7", "no blue cell is free")
        self.charge(self.rules["cost_river"])
        self.take(self.position.canal, (self.seat, event["from"]), "A7")
        self.position.river[self.seat] += 1
        self.give_points(self.seat, "river", self.rules["river_points"], "A7")
        self.finish_step()

    def on_lock_built(self, event: Event) -> None:
        is_allowed = event["space"] in self.position.lock_cells()
        self.demand(is_allowed, "A8", "no lock may be built there")
        self.charge(self.rules["cost_lock"])
        self.position.locks.add(event["space"])
        self.position.lock_pieces -= 1
        self.give_points(self.seat, "locks", self.rules["lock_points"], "A8")
        self.finish_step()

    def on_reshuffled(self, event: Event) -> None:
        n_cards = self.position.discards.total()
        self.demand(not self.position.pile.total(), "A9", "the pile is not empty")
        self.demand(event["cards"] == n_cards > 0, "A9", f"{n_cards} cards are discarded")
        self.position.pile += self.position.discards
        self.position.discards = Counter()
        self.counts["reshuffles"] += 1
        self.stage = DRAW

    def on_drew(self, event: Event) -> None:
        self.charge(self.rules["cost_draw"])
        self.take(self.position.pile, event["card"], "A9")
        self.position.hands[self.seat][event["card"]] += 1
        self.tally.drawn[event["card"]] += 1
        self.finish_step()

    def on_art_built(self, event: Event) -> None:
        card = event["by_card"]
        self.demand(self.position.is_last(), "A11", "that seat is not last on the score track")
        self.demand(card not in self.position.art_works, "A11", "that art work stands already")
        self.demand(card != NO_CARD, "A11", "an art work is built by a card")
        self.charge(self.rules["cost_play"])
        self.position.art_works.add(card)
        self.give_points(self.seat, "art_works", self.rules["art_points"], "A11")
        self.finish_step()

    # Scoring.

    def on_section_built(self, event: Event) -> None:
        cells = self.due[0] if self.due else [NOBODY]
        self.demand_values("A13", first=cells[0], last=cells[-1])
        workers = self.position.workers_on(cells)
        for colour, name in enumerate(PER_COLOUR):
            self.demand_values("A13", **{name: workers[colour]})
        self.position.built |= set(cells)
        self.built_sizes[len(cells)] += 1
        self.stage = SCORE

    def on_section_scored(self, event: Event) -> None:
        cells = self.due.pop(0) if self.due else []
        n_workers = len(cells)
        worth = self.section_points.get(str(n_workers), 0)
        colour, points = pay(self.position.workers_on(cells), worth)
        self.demand_values("A14", workers=n_workers)
        self.reward(colour, "sections", points)
        if colour in range(self.players):
            self.tallies[colour].won[n_workers] += 1
        else:
            self.counts["unscored"] += 1
        self.finish_step()

    def reward(self, colour: int, source: str, points: int) -> None:
        """Give a colour what its majority is worth; nobody and neutral workers score nothing."""
        self.demand_values("A14", colour=colour)
        if colour in range(self.players):
            self.give_points(colour, source, points, "A14")
        else:
            self.demand_values("A14", points=0, score=0)

    # End and result.

    def on_game_over(self, event: Event) -> None:
        self.end = ROUND_LIMIT if self.stage is LAST_ROUND else ALL_BUILT
        self.demand_values(self.stage.rule, reason=self.end, rounds=self.round)
        self.leaders = [*self.leaders[: self.round - 1], self.sole_leader()]
        last = (list(self.position.scores), len(self.position.built))
        self.rounds = [*self.rounds[: self.round - 1], last]
        self.go_on_counting()

    def go_on_counting(self) -> None:
        self.stage = COUNT if self.vineyards_due else RANK

    def on_vineyard_counted(self, event: Event) -> None:
        vineyard = self.vineyards_due[0] if self.vineyards_due else NOBODY
        self.demand_values("A16", vineyard=vineyard)
        workers = self.position.in_vineyard(vineyard)
        for seat, name in enumerate(PER_COLOUR[:NEUTRAL]):
            self.demand_values("A16", **{name: workers[seat]})
        self.stage = PAY

    def on_vineyard_scored(self, event: Event) -> None:
        vineyard = self.vineyards_due.pop(0) if self.vineyards_due else NOBODY
        self.demand_values("A16", vineyard=vineyard)
        if vineyard != NOBODY:
            worth = self.position.board.vineyards[vineyard].points
            colour, points = pay(self.position.in_vineyard(vineyard), worth)
            self.reward(colour, "vineyards", points)
            self.vineyard_winners[vineyard] = colour
        self.go_on_counting()

    def on_ranked(self, event: Event) -> None:
        seat = self.n_ranked
        self.n_ranked += 1
        self.demand(event["seat"] == seat, "A17", f"seat {seat} is ranked now")
        points, on_canal = self.results()[event["seat"]]
        rank = ranks(self.results())[event["seat"]]
        self.demand_values("A17", points=points, on_canal=on_canal, rank=rank)
        self.stage = RANK if self.n_ranked < self.players else OVER

    def results(self) -> list[tuple[int, int]]:
        """Return the points of each seat and its workers on the canal [A17]."""
        return [
            (score, self.position.on_canal(seat)) for seat, score in enumerate(self.position.scores)
        ]

    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(ranks(self.results())) if rank == 1]

    def margin(self) -> int:
        """Return how many points the best score is beyond the next, 0 where it is shared."""
        best, second = sorted(self.position.scores, reverse=True)[:2]
        return best - second

    def outcome(self) -> dict[str, float]:
        """Return the columns to report of the game."""
        winners = self.winners()
        return {
            "finished": int(self.end == ALL_BUILT),
            "end_reason": self.end,
            "rounds": self.round,
            "turns": self.counts["turns"],
            "winner": winners[0] if len(winners) == 1 else NOT_APPLICABLE,
            "shared": int(len(winners) > 1),
            "first_seat_rank": ranks(self.results())[0],
            "margin": self.margin(),
            "lead_changes": self.counts["lead_changes"],
            **dict(self.leader_columns()),
            "sections": self.built_sizes.total(),
            "unscored": self.counts["unscored"],
            **by_size("built", self.built_sizes),
            "locks": len(self.position.locks),
            "river_works": self.position.river.total(),
            "art_works": len(self.position.art_works),
            **dict(self.vineyard_columns()),
            "reshuffles": self.counts["reshuffles"],
            **dict(self.round_columns()),
            **{
                f"{column} of seat {seat}": value
                for seat in range(self.players)
                for column, value in self.seat_columns(seat).items()
            },
        }

    def leader_columns(self) -> Iterator[tuple[str, int]]:
        """Yield who led alone at each quarter of the rounds and whether that seat won."""
        for percent in QUARTERS:
            leader = self.leaders[-(-percent * self.round // 100) - 1]
            is_led = leader != NOBODY
            yield f"leader_{percent}", leader if is_led else NOT_APPLICABLE
            won = int(leader in self.winners())
            yield f"leader_{percent}_won", won if is_led else NOT_APPLICABLE

    def vineyard_columns(self) -> Iterator[tuple[str, int]]:
        """Yield who won each vineyard."""
        for number, name in enumerate(self.vineyards):
            winner = self.vineyard_winners.get(number, NOBODY)
            yield f"winner_{name}", winner if winner != NOBODY else NOT_APPLICABLE

    def round_columns(self) -> Iterator[tuple[str, int]]:
        """Yield how the table was at the end of each round, before the vineyards."""
        for number, (scores, n_cells) in enumerate(self.rounds, 1):
            nobody = [NOT_APPLICABLE] * (NEUTRAL - self.players)
            for seat, score in enumerate([*scores, *nobody], 1):
                yield f"score_seat_{seat}, round {number}", score
            yield f"cells_built, round {number}", n_cells

    def seat_columns(self, seat: int) -> dict[str, float]:
        """Return the columns to report of one seat."""
        tally, lying, winners = self.tallies[seat], self.position, self.winners()
        return {
            "score": lying.scores[seat],
            "credit": 1 / len(winners) if seat in winners else 0.0,
            "rank": ranks(self.results())[seat],
            **{f"points_{name}": tally.points[name] for name in SOURCES},
            "sections_won": tally.won.total(),
            **by_size("won", tally.won),
            **{f"drawn_{name}": tally.drawn[card] for card, name in enumerate(self.cards)},
            **{f"played_{name}": tally.played[card] for card, name in enumerate(self.cards)},
            **{f"spent_{name}": tally.spent[name] for name in ACTIONS},
            "lost": tally.lost,
            "reserve": lying.reserve[seat],
            "on_canal": lying.on_canal(seat),
            "in_vineyards": sum(n for (of, _), n in lying.vineyards.items() if of == seat),
            "on_river": lying.river[seat],
        }


def laid_out(rules: Mapping[str, Any], legend: Legend, players: int) -> Position:
    """Return what lies on the table before the first event [A1, A2]."""
    return Position(
        board(legend, players),
        rules,
        legend["cards"],
        scores=[0] * players,
        hands=[Counter() for _ in range(players)],
        reserve=Counter(dict.fromkeys(range(players), rules["workers_per_player"])),
        pile=Counter({card: row["copies"] for card, row in enumerate(legend["cards"])}),
        lock_pieces=rules["lock_pieces"],
    )


def by_size(verb: str, sections: Counter[int]) -> dict[str, int]:
    """Return a column for each size, all from the last one on counted together."""
    large = sum(count for size, count in sections.items() if size >= SIZES)
    small = {f"{verb}_{size}": sections[size] for size in range(1, SIZES)}
    return {**small, f"{verb}_{SIZES}_or_more": large}
