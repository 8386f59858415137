"""Part: base class of ready-made components of plain games, such as a deck or a track."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from simlab.errors import Misuse, did_you_mean, not_one_of
from simlab.game.scene import Scene

if TYPE_CHECKING:
    from simlab.plain.chance import Chance, Stream
    from simlab.plain.game import PlainGame
    from simlab.plain.ledger import Ledger
    from simlab.plain.rules import RulesInForce


class Part:
    """A component of a game, declared in its class: `deck = Deck()`.

    Each game has its own copy under the same name, which `set_up` makes ready. The part draws from
    the source of chance of its name, unless another one is given. Its events are columns and lines
    called `deck_draws`; an entry in `events` of the game words one otherwise.
    """

    draws_chance = False
    """Whether it needs a source of chance."""
    hides_last = False
    """Whether what it hides depends on what other parts hide."""
    reveals: ClassVar[frozenset[str]] = frozenset()
    """Its events, without its name, whose field `choice` is what a seat chose before."""

    if TYPE_CHECKING:
        players: int
        _chance: Chance
        _ledger: Ledger
        _in_force: RulesInForce

    def __init__(self, *, source: str = "") -> None:
        self.name = ""
        self.source = source

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        self.source = self.source or name

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):  # asked for by Python, for instance when it copies
                raise AttributeError(name)
            kind = type(self).__name__
            if "_ledger" not in vars(self):
                raise Misuse(
                    f"declare a {kind} in the class of the game, such as"
                    f" `{kind.lower()} = {kind}()`; setup() then calls its set_up()"
                )
            near = did_you_mean(name, _public([*vars(self), *dir(type(self))]))
            raise Misuse(f'{self.name}: a {kind} has no "{name}".{near}')

    @property
    def title(self) -> str:
        """The name in words."""
        return self.name.replace("_", " ")

    def sentences(self) -> dict[str, str]:
        """Return the sentence of each event that it reports, without the name of the part."""
        return {}

    def at_table(self, game: PlainGame) -> Self:
        """Return the copy of a declared part that belongs to a game, empty."""
        part = copy.copy(self)
        part._chance, part._ledger, part._in_force = game.chance, game._ledger, game._in_force
        part.players = game._ledger.players
        part.set_up()
        return part

    def of(self, game: PlainGame) -> Self:
        """Return the copy of a declared part that a game has.

        Raises:
            Misuse: the game declares no such part, or declares it later.
        """
        attribute = vars(game).get(self.name)
        if attribute is None:
            kind = type(self).__name__
            raise Misuse(f"declare the {kind} in the class before the parts that use it")
        part: Self = attribute
        return part

    def set_up(self, *args: Any, **options: Any) -> None:
        """Make the part ready, as at the start of a game."""

    def hide(self, game: PlainGame, seat: int, chance: Chance) -> None:
        """Deal again what a seat cannot see of it."""

    def concealed(self) -> int:
        """Return how many choices it keeps that nobody but those who made them may know yet."""
        return 0

    @property
    def concealing(self) -> tuple[str, str] | None:
        """Two attributes that are both neither 0 nor empty while it keeps such choices, if ever."""
        return None

    def scene(self) -> Scene:
        """Return what lies where; what one seat alone sees is marked secret."""
        return Scene(seats=())

    def number(self, seat: int) -> int | None:
        """Return the number that priority lists know by the name of the part, if any."""
        return None

    @property
    def stream(self) -> Stream:
        """The source of chance of this part."""
        return self._chance[self.source]

    def report(self, event: str, **details: Any) -> None:
        """Report an event; fields that its sentence does not name are left out."""
        name = f"{self.name}_{event}"
        fields = self._ledger.fields[name]
        known = {key: value for key, value in details.items() if key in fields or key == "n"}
        self._ledger.log(name, known)

    def misuse(self, sentence: str) -> Misuse:
        """Return the error of a line of the game that asks for what is not possible."""
        return Misuse(f"{self.name}: {sentence}")

    def unknown(self, name: object, names: Iterable[str]) -> Misuse:
        """Return the error of a line that names a space or an area that is not there."""
        return self.misuse(not_one_of(str(name), list(names) or ["nothing at all"]))

    def cards_of(self, cards: str | Iterable[Any]) -> list[Any]:
        """Return cards; a text names a component table, whose rows are there `copies` times."""
        if not isinstance(cards, str):
            return list(cards)
        rows = self._in_force.table(cards)
        return [row for row in rows for _ in range(vars(row).get("copies", 1))]


def _public(names: Iterable[str]) -> list[str]:
    return [name for name in names if not name.startswith("_")]


def parts_declared_in(attributes: Mapping[str, Any]) -> dict[str, Part]:
    """Return the parts among the attributes of a class."""
    return {name: value for name, value in attributes.items() if isinstance(value, Part)}


def sources_with(sources: Sequence[str], parts: Iterable[Part]) -> tuple[str, ...]:
    """Return the sources of a game and those of its parts."""
    part_sources = (part.source for part in parts if part.draws_chance)
    # parts last: one that is added leaves the streams of the others as they were
    return tuple(dict.fromkeys((*sources, *part_sources)))


def events_with(events: Mapping[str, str], parts: Iterable[Part]) -> dict[str, str]:
    """Return the events of a game and those of its parts, which the game may word otherwise."""
    part_events = {
        f"{part.name}_{event}": sentence
        for part in parts
        for event, sentence in part.sentences().items()
    }
    return {**events, **{name: part_events[name] for name in part_events if name not in events}}
