"""The traits of the planner."""

from simlab.game.policy import Trait

TRAITS = {
    "soldier": Trait(0.44, 0, 2, "worth of one soldier in a hand, in points"),
    "joker": Trait(0.54, 0, 2, "worth of one soldier on a joker, in points"),
    "draw": Trait(
        1.24, 0, 3, "worth of a card not yet drawn, in points, if the deck is the shipped one"
    ),
    "action": Trait(0.6, 0, 2, "price of an action still needed to send a taxi, in points"),
    "delay": Trait(0.23, 0, 1, "price of each turn until a taxi can be sent, in points"),
    "short_1": Trait(0.42, 0, 1, "share of a taxi's worth while 1 soldier is missing"),
    "short_2": Trait(0.17, 0, 1, "share of a taxi's worth while 2 soldiers are missing"),
    "short_3": Trait(0.14, 0, 1, "share of a taxi's worth while 3 soldiers are missing"),
    "jam_6": Trait(0.05, 0, 2, "price of two free streets, in points per turn left"),
    "jam_7": Trait(0.28, 0, 3, "price of one free street, in points per turn left"),
    "jam_8": Trait(0.91, 0, 5, "price of no free street, in points per turn left"),
    "token": Trait(0.49, 0, 3, "price per soldier of a token that the next taxi will place"),
    "horizon": Trait(0.99, 0.05, 5, "share of its worth that a card has per turn left to its hand"),
    "discard": Trait(0.85, 0, 3, "worth of a card that the hand limit will take, in points"),
    "place_officer": Trait(0.98, 0, 4, "worth of this bonus card in the hand, in points"),
    "draw_two": Trait(1.06, 0, 4, "worth of this bonus card in the hand, in points"),
    "remove_token": Trait(0.66, 0, 4, "the same, in points per soldier that a token costs"),
    "extra_action": Trait(1.03, 0, 4, "worth of this bonus card in the hand, in points"),
    "demand": Trait(0.98, 0, 4, "soldiers of a colour wanted per soldier that taxis will need"),
    "coming": Trait(0.48, 0, 1, "share of a taxi's worth while only its back is known"),
}
