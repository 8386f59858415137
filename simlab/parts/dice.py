"""Dice: a pool of dice to roll, keep and roll again."""

from __future__ import annotations

from collections.abc import Sequence

from simlab.game.scene import Hand, Scene
from simlab.parts.layout import cards_in
from simlab.plain.part import Part


class Dice(Part):
    """A pool of dice, of which some are kept and the others are loose.

    >>> from simlab.parts import Dice, try_out
    >>> game = try_out(dice=Dice())
    >>> game.dice.set_up(5)
    >>> faces = game.dice.roll(seat=0)
    >>> game.dice.keep(faces[0], faces[1])
    >>> len(game.dice.roll(seat=0)), len(game.dice.kept), len(game.dice.faces)
    (3, 2, 5)
    """

    draws_chance = True

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        return {"rolls": "{seat} rolls {faces}."}

    def set_up(self, n: int = 1, faces: int = 6) -> None:
        """Take `n` dice with this number of faces into the hand."""
        self.n_dice, self.n_faces = n, faces
        self.gather()

    def gather(self) -> None:
        """Take all dice into the hand again, for a new turn."""
        self.kept: list[int] = []
        self.loose: list[int] = []

    @property
    def faces(self) -> list[int]:
        """The faces of all dice on the table: those kept, then the loose ones."""
        return self.kept + self.loose

    @property
    def n_loose(self) -> int:
        """Number of dice that the next roll rolls."""
        return self.n_dice - len(self.kept)

    def roll(self, seat: int) -> list[int]:
        """Roll all dice that are not kept; return their faces.

        Raises:
            Misuse: all dice are kept.
        """
        if not self.n_loose:
            raise self.misuse("roll(): all dice are kept; gather() takes them again")
        self.loose = self._roll(seat, self.n_loose)
        return list(self.loose)

    def reroll(self, seat: int, *faces: int) -> list[int]:
        """Roll loose dice with these faces again; return their new faces.

        Raises:
            Misuse: no loose die shows such a face.
        """
        self._take_loose(faces)
        new_faces = self._roll(seat, len(faces))
        self.loose += new_faces
        return new_faces

    def keep(self, *faces: int) -> None:
        """Keep loose dice with these faces.

        Raises:
            Misuse: no loose die shows such a face.
        """
        self._take_loose(faces)
        self.kept += faces

    def _roll(self, seat: int, n: int) -> list[int]:
        faces = [self.stream.die(self.n_faces) for _ in range(n)]
        self.report("rolls", seat=seat, faces=", ".join(map(str, faces)))
        return faces

    def _take_loose(self, faces: Sequence[int]) -> None:
        for face in faces:
            if face not in self.loose:
                loose_faces = ", ".join(map(str, self.loose)) or "none"
                raise self.misuse(f"no loose die shows {face}; the loose dice show {loose_faces}")
            self.loose.remove(face)

    def scene(self) -> Scene:
        """Return the faces of the dice."""
        faces_by_title = {self.title: self.loose, f"{self.title}, kept": self.kept}
        return Scene(
            (), common=tuple(Hand(name, cards_in(faces)) for name, faces in faces_by_title.items())
        )
