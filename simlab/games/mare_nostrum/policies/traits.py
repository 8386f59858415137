"""The traits of the balanced policy."""

from simlab.game.policy import Trait

TRAITS = {
    "good": Trait(0.48, 0.0, 5.0, "tokens that a good is worth that one does not produce yet"),
    "same_good": Trait(0.82, 0.0, 5.0, "tokens that one more of a good is worth that one produces"),
    "coin": Trait(0.29, 0.0, 5.0, "tokens that a coin of income is worth"),
    "horizon": Trait(4.05, 1.0, 30.0, "round up to which income is reckoned with"),
    "expansion": Trait(0.3, 0.0, 3.0, "part of what its sites are worth that a province is worth"),
    "trade": Trait(0.7, 0.0, 10.0, "tokens that a level of Trade is worth in a close race"),
    "culture": Trait(0.36, 0.0, 10.0, "tokens that a level of Culture is worth in a close race"),
    "military": Trait(1.27, 0.0, 10.0, "tokens that a military level is worth in a close race"),
    "politics": Trait(4, 0.0, 20.0, "how much more with each title one holds already"),
    "hero": Trait(0.36, 0.0, 40.0, "tokens that a hero or wonder is worth"),
    "next_hero": Trait(4.91, 0.0, 40.0, "how much more with each one owned already"),
    "powers": Trait(0.57, 0.0, 5.0, "weight of what a hero or wonder can do"),
    "pyramids": Trait(2.25, 0.0, 10.0, "pull of the Pyramids on tokens and income"),
    "city": Trait(1.53, 0.0, 40.0, "tokens that a great city is worth beyond its income"),
    "defence": Trait(3, 0.0, 5.0, "worth of guarding what rivals threaten"),
    "attack": Trait(0.57, 0.0, 5.0, "worth of what an attack may take"),
    "caution": Trait(1.8, 0.0, 5.0, "weight of one's own losses in an attack"),
    "rivalry": Trait(0.11, 0.0, 3.0, "worth of what rivals lose"),
    "denial": Trait(5.14, 0.0, 30.0, "tokens that hindering an imminent win is worth"),
    "legion": Trait(1.3, 0.0, 10.0, "tokens that a legion is worth as such"),
    "trireme": Trait(0.5, 0.0, 10.0, "tokens that each free province at its sea is worth"),
    "spare": Trait(0.66, 0.0, 2.0, "tokens that a good is worth which completes nothing yet"),
    "trading": Trait(0.7, 0.0, 1.0, "part of the best possible trade that one hopes for"),
    "parting": Trait(0.08, 0.0, 2.0, "tokens that it costs to show and lose a token in trade"),
    "spare_coin": Trait(0.41, 0.0, 2.0, "tokens that a coin is worth beyond what it buys"),
    "conversion": Trait(
        0, 0.0, 10.0, "worth of a province that is converted, against what can be occupied in it"
    ),
    "approach": Trait(0.25, 0.0, 2.0, "part of what it may seize that a legion beside it is worth"),
    "sailing": Trait(1.55, 0.0, 5.0, "times by which an attack must be better to sail for it"),
    "guard": Trait(0.3, 0.0, 1.0, "chance to lose a great city that a legion stays to take away"),
    "finish": Trait(4.24, 0.0, 30.0, "tokens that a level is worth which wins the last title"),
    "safety": Trait(
        0, 0.0, 200.0, "tokens it is worth that no rival can seize what lacks for a win by titles"
    ),
    "landing": Trait(
        0, 0.0, 10.0, "weight of the best province for a marker to which a trireme opens the way"
    ),
    "raiding": Trait(
        0, 0.0, 10.0, "tokens that a bare building of a rival is worth to which it opens the way"
    ),
    "fortress": Trait(0, 0.0, 10.0, "tokens that a fortress is worth as such"),
    "deterrence": Trait(
        0, 0.0, 20.0, "tokens that a building in reach of rivals is worth, shared among its guards"
    ),
    "desertion": Trait(
        0,
        0.0,
        20.0,
        "tokens that it is worth in a round that an enemy legion changes sides; 0: the power is"
        " worth one token, as are others that are hard to value",
    ),
}
