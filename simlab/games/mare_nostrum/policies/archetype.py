"""Archetypes: the balanced policy with other weights."""

from simlab.games.mare_nostrum.policies.balanced import balanced

pyramid_saver = balanced.archetype(
    "pyramid_saver",
    "Plays like the balanced one, and wants twelve tokens for the Pyramids.",
    pyramids=4.0,
    good=1.6,
    coin=1.4,
    hero=0.5,
    next_hero=0.5,
)
patron = balanced.archetype(
    "patron",
    "Plays like the balanced one, and prizes heroes and wonders.",
    hero=12.0,
    next_hero=8.0,
    pyramids=0.3,
)
conqueror = balanced.archetype(
    "conqueror",
    "Plays like the balanced one, and goes for capitals and legendary cities.",
    city=15.0,
    attack=1.5,
    legion=4.0,
    trireme=1.0,
    caution=0.4,
    hero=1.0,
    next_hero=1.0,
)
politician = balanced.archetype(
    "politician",
    "Plays like the balanced one, and prizes levels that take a title.",
    trade=3.0,
    culture=3.0,
    military=3.0,
    politics=3.0,
    hero=1.0,
    next_hero=1.0,
)
