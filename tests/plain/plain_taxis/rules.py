"""Les Taxis de la Marne, by Jérémie Caplanne, in plain Python.

The numbers in brackets are those of the rules in simlab/games/taxis/RULES.md.
"""

from typing import Any

from simlab.games.taxis.evaluation import WEIGHTS
from simlab.games.taxis.schema import SCHEMA
from simlab.plain import PlainGame

from . import words
from .board import scene_of
from .facts import facts_under
from .problems import problems_in, remarks_on
from .words import BY_CHOICE, BY_ITSELF, DECK_EMPTY, EVENTS, JAM, KINDS, RESERVE

COLOURS = ("red", "blue", "green", "yellow")
EFFECTS = ("place_officer", "draw_two", "remove_token", "extra_action")
COLUMN = {name: number for number, name in enumerate((*COLOURS, "joker", *EFFECTS))}
"""Where the soldiers of a colour in a hand are counted, and the bonus cards with an effect."""
JOKER = COLUMN["joker"]
CLOCKWISE, COUNTER_CLOCKWISE = "clockwise", "counter_clockwise"


class Taxis(PlainGame):
    """Send taxis from the Invalides, together."""

    title = "Les Taxis de la Marne in plain Python"
    players = (1, 5)
    cooperative = True
    parameters = SCHEMA.parameters
    tables = SCHEMA.tables
    sources = ("taxi_deck", "soldier_deck", "reshuffle")
    kinds = KINDS
    ends = (DECK_EMPTY, JAM)
    events = EVENTS
    headings = ("turn_began",)
    timeline = ("streets", "tokens")
    fold_events = staticmethod(words.fold_events)
    standing = staticmethod(words.standing)
    facts = staticmethod(facts_under)
    problems = staticmethod(problems_in)
    remarks = staticmethod(remarks_on)
    scene = scene_of
    decision_limit = 20_000

    # Setup

    def setup(self, players, chance):
        """Clear the table; seat 0 says where the officers begin, and the deal comes after [T1]."""
        self.n_players = players
        self.ring = sorted(self.table("streets"), key=lambda street: street.position)
        self.colours = [COLUMN[street.colour] for street in self.ring]
        self.place_of = {street.street: place for place, street in enumerate(self.ring)}
        self.taxis: list[Any] = [None for _ in self.ring]
        self.has_token = [False for _ in self.ring]
        self.n_taxis = self.n_tokens = 0
        self.officers: list[int] = []
        self.taxi_deck = [taxi for taxi in self.table("taxis") for _ in range(taxi.copies)]
        self.next_taxi, self.next_place = None, 0
        self.pile = [card for card in self.table("soldiers") for _ in range(card.copies)]
        self.discards = []
        self.is_reshuffled = False
        self.hands: list[list[Any]] = [[] for _ in range(RESERVE + 1)]
        self.held = [[0] * len(COLUMN) for _ in range(RESERVE + 1)]
        self.to_move = self.round = self.turns = self.points = self.most_taken = 0
        self.noted_streets = self.noted_tokens = 0
        self.actions = self.bonus_cards_played = 0
        self.has_arrived = self.is_bonus_forbidden = self.is_exchange_forbidden = False
        self.given = self.drawn = None
        self.loading = self.loaded = self.matching = 0
        self.phase = "place officers"
        self.end = DECK_EMPTY
        self.log("left_undrawn", n=len(self.taxi_deck))

    def beginnings(self):
        """Return colours of two streets for two officers, or spots for an odd one [T1]."""
        taken = [self.ring[spot].colour for spot in self.officers]
        if self.rules.officers - len(self.officers) >= 2:
            colours = [street.colour for street in self.ring]
            return [
                ("colour", colour)
                for colour in COLOURS
                if colours.count(colour) == 2 and colour not in taken
            ]
        return [
            ("spot", spot) for spot, street in enumerate(self.ring) if street.colour not in taken
        ]

    def place_officers(self, spots):
        """Let officers begin on some spots; after the last one, deal and begin [T1, T2, T5]."""
        for spot in spots:
            self.log("officer_placed", officer=len(self.officers), street=self.ring[spot])
            self.officers.append(spot)
        if len(self.officers) == self.rules.officers:
            self.deal()
            self.show_next_back()
            self.begin_turn()

    def deal(self):
        """Deal one card at a time from seat 0; alone, first the hand, then the reserve [T3, T4]."""
        n_cards, n_reserve = min(self.rules.initial_cards, len(self.pile)), 0
        if self.n_players == 1:
            n_reserve = min(self.rules.solo_reserve_limit, n_cards // 2)
        for n in range(n_cards):
            hand = RESERVE if n >= n_cards - n_reserve else n % self.n_players
            card = self.draw_card()
            self.add_card(hand, card)
            self.log("dealt", owner=hand, card=card)

    def add_card(self, hand, card):
        """Put a card into a hand, whose soldiers and bonus cards are counted."""
        self.hands[hand].append(card)
        self.held[hand][column_of(card)] += amount_of(card)

    def remove_card(self, hand, card):
        """Take a card out of a hand."""
        cards = self.hands[hand]
        take_out(cards, cards.index(card))
        self.held[hand][column_of(card)] -= amount_of(card)

    def show_next_back(self):
        """Choose the next taxi: the colour of its back is on top of the deck [T2]."""
        self.next_taxi = None
        if self.taxi_deck:
            number = self.chance["taxi_deck"].below(len(self.taxi_deck))
            self.put_on_top(take_out(self.taxi_deck, number))
            self.log("next_back", colour=self.ring[self.next_place].colour)

    def put_on_top(self, taxi):
        """Let a taxi be the next one, and note the place of its street."""
        self.next_taxi, self.next_place = taxi, self.place_of[taxi.street]

    def back_of(self, taxi):
        """Return the colour on the back of a taxi, which is that of its street [T2]."""
        return self.ring[self.place_of[taxi.street]].colour

    # A turn

    def seat(self):
        return None if self.phase == "over" else self.to_move

    def begin_turn(self):
        """Give the player their actions; bonus cards may come before the taxi [T14]."""
        self.actions, self.bonus_cards_played = self.rules.actions_per_turn, 0
        self.has_arrived = self.is_bonus_forbidden = self.is_exchange_forbidden = False
        self.log("turn_began", seat=self.to_move, number=self.round + 1)
        if self.rules.bonus_before_arrival and self.may_play_bonus():
            self.phase = "before arrival"
        else:
            self.arrive()

    def go_on(self):
        """Return to the player, or end the turn when nothing can be done any more [T10–T15]."""
        if not self.has_arrived:
            self.phase = "before arrival"
        elif self.actions > 0 or self.may_play_bonus():
            self.phase = "actions"
        else:
            self.end_turn(BY_ITSELF)

    def choices(self):
        """Return what the player may choose, by kinds of choices."""
        match self.phase:
            case "actions":
                return self.actions_and_bonus_cards()
            case "load":
                return self.loads()
            case "take":
                return self.takes()
            case "discard for event" | "discard for limit":
                return [("discard", card) for card in dict.fromkeys(self.hands[self.to_move])]
            case "place by bonus":
                return self.places()
            case "remove token":
                return [("untoken", spot) for spot, token in enumerate(self.has_token) if token]
            case "keep":
                return ["keep", "reserve"]
            case "before arrival":
                return ["reveal", *(("bonus", effect) for effect in self.playable_effects())]
        return self.beginnings()

    def play(self, choice):
        match choice:
            case "draw":
                self.draw()
            case ("move", officer, way):
                self.move_officer(officer, way)
            case ("send", street):
                self.begin_loading(street)
            case ("load", card):
                self.load(card)
            case "depart":
                self.depart()
            case ("give", card):
                self.given, self.phase = card, "take"
            case ("take", card, hand):
                self.exchange(hand, card)
            case "end_turn":
                self.end_turn(BY_CHOICE)
            case ("discard", card):
                self.discard(card)
            case ("bonus", effect):
                self.play_bonus(effect)
            case ("place", officer, spot):
                self.place_by_bonus(officer, spot)
            case ("untoken", street):
                self.remove_token(street)
            case "keep":
                self.keep_drawn()
            case "reserve":
                self.reserve_drawn()
            case "reveal":
                self.arrive()
            case ("colour", colour):
                self.place_officers(
                    [spot for spot, street in enumerate(self.ring) if street.colour == colour]
                )
            case ("spot", spot):
                self.place_officers([spot])

    # Step 1: a taxi arrives

    def arrive(self):
        """Let taxis arrive until no event brings another one [T6–T8]."""
        event = "another_taxi"
        while event == "another_taxi":
            if self.next_taxi is None:
                self.end_game(DECK_EMPTY)
                return
            if self.n_taxis == len(self.ring):
                self.end_game(JAM)
                return
            event = self.place_taxi(self.next_taxi)
        self.phase = "actions"
        if event == "no_bonus":
            self.is_bonus_forbidden = True
        elif event == "silence":
            self.is_exchange_forbidden = self.does_silence_matter()
        elif event == "discard" and self.hands[self.to_move]:
            self.phase = "discard for event"

    def place_taxi(self, taxi):
        """Place a taxi at its street or the next free one; return the event that it brings [T6]."""
        wanted = street = self.next_place
        while self.taxis[street] is not None:
            street = self.next_to(street, self.rules.arrival_direction)
        self.log(
            "arrivals",
            seat=self.to_move,
            taxi=taxi,
            street=self.ring[street],
            passed=self.passed_between(wanted, street),
        )
        while wanted != street:
            self.overtake(wanted)
            wanted = self.next_to(wanted, self.rules.arrival_direction)
        self.taxis[street] = taxi
        self.log("left_standing")
        self.log("left_undrawn", n=-1)
        self.n_taxis += 1
        if self.n_taxis > self.most_taken:
            self.most_taken = self.n_taxis
            self.log("most_streets")
        if not self.has_arrived:
            self.count_turn()
        self.show_next_back()
        return self.meet_event(taxi.event)

    def overtake(self, street):
        """Give a taxi that is overtaken its token, unless it has one [T6]."""
        if self.has_token[street]:
            self.log("overtaken", street=self.ring[street])
        else:
            self.has_token[street] = True
            self.n_tokens += 1
            self.log("tokens_placed", street=self.ring[street])

    def count_turn(self):
        """Count a turn once its first taxi is placed."""
        self.has_arrived = True
        self.turns += 1
        self.log("turns")

    def meet_event(self, event):
        """Report the event of a taxi; return it, or none where events are off [T8, T9]."""
        if not self.rules.events:
            return "none"
        if event == "no_bonus":
            self.log("event_no_bonus")
        elif event == "silence":
            self.log("event_silence" if self.does_silence_matter() else "event_without_effect")
        elif event == "discard":
            self.log("event_discard")
        elif event == "another_taxi":
            self.log("event_another_taxi")
        return event

    def does_silence_matter(self):
        """Return whether silence bans exchanges: alone, and where the rules say so [T8]."""
        return self.n_players == 1 or self.rules.silence_forbids_exchange

    # Step 2: actions

    def actions_and_bonus_cards(self):
        """Return what can be done in step 2 [T10–T15]."""
        choices = ["end_turn"]
        if self.actions > 0:
            if self.pile or self.discards:
                choices.append("draw")
            choices += self.moves()
            choices += self.sends()
            if not self.is_exchange_forbidden:
                choices += self.gifts()
        choices += [("bonus", effect) for effect in self.playable_effects()]
        return choices

    def draw(self):
        """Draw a card; alone, the player sees it before it goes to hand or reserve [T10]."""
        self.actions -= 1
        self.log("draws")
        self.drawn = self.draw_card()
        if self.n_players == 1 and len(self.hands[RESERVE]) < self.rules.solo_reserve_limit:
            self.phase = "keep"
        else:
            self.keep_drawn()

    def draw_card(self):
        """Take a card of the pile; None if all cards are in hands [T10].

        The pile has no order: each card is chosen when it is drawn.
        """
        if not self.pile:
            if not self.discards:
                return None
            self.log("reshuffles", cards=len(self.discards))
            self.pile, self.discards = self.discards, []
            self.is_reshuffled = True
        source = "reshuffle" if self.is_reshuffled else "soldier_deck"
        return take_out(self.pile, self.chance[source].below(len(self.pile)))

    def keep_drawn(self):
        self.add_card(self.to_move, self.drawn)
        self.log("drew", seat=self.to_move, card=self.drawn)
        self.drawn = None
        self.go_on()

    def reserve_drawn(self):
        self.add_card(RESERVE, self.drawn)
        self.log("drew_to_reserve", seat=self.to_move, card=self.drawn)
        self.drawn = None
        self.go_on()

    def moves(self):
        """Return the moves of officers to adjacent spots; of two on one, either will do [T11]."""
        return [
            ("move", officer, way)
            for officer, spot in enumerate(self.officers)
            if self.officers.index(spot) == officer
            for way in (CLOCKWISE, COUNTER_CLOCKWISE)
            if self.can_stand(self.next_to(spot, way))
        ]

    def can_stand(self, spot):
        """Return whether one more officer may come to stand on a spot [T11]."""
        return self.rules.officers_may_share or spot not in self.officers

    def move_officer(self, officer, way):
        origin, spot = self.officers[officer], self.next_to(self.officers[officer], way)
        self.actions -= 1
        self.officers[officer] = spot
        self.log(
            "moves",
            seat=self.to_move,
            officer=officer,
            origin=self.ring[origin],
            street=self.ring[spot],
        )
        self.go_on()

    def gifts(self):
        """Return the cards of which another hand has a different one to exchange [T12]."""
        return [
            ("give", card)
            for card in dict.fromkeys(self.hands[self.to_move])
            if self.is_wanted(card)
        ]

    def is_wanted(self, given):
        """Return whether another hand has a card that differs from one."""
        return any(
            card != given
            for hand, cards in enumerate(self.hands)
            if hand != self.to_move
            for card in cards
        )

    def takes(self):
        """Return the cards of other hands that differ from the one offered [T12]."""
        return [
            ("take", card, hand)
            for hand, cards in enumerate(self.hands)
            if hand != self.to_move
            for card in dict.fromkeys(cards)
            if card != self.given
        ]

    def exchange(self, other, wanted):
        """Swap the card offered for one of another hand [T12]."""
        self.actions -= 1
        self.remove_card(self.to_move, self.given)
        self.remove_card(other, wanted)
        self.add_card(self.to_move, wanted)
        self.add_card(other, self.given)
        self.log(
            "exchanges",
            seat=self.to_move,
            card=self.given,
            other=other,
            other_card=wanted,
        )
        self.go_on()

    def sends(self):
        """Return the taxis with an officer that the player can pay [T13]."""
        return [
            ("send", spot)
            for officer, spot in enumerate(self.officers)
            if self.can_pay(self.to_move, spot) and self.officers.index(spot) == officer
        ]

    def can_pay(self, seat, street):
        """Return whether a taxi is at a street for which a hand has the soldiers [T13]."""
        if self.taxis[street] is None:
            return False
        held = self.held[seat]
        matching = held[self.colours[street]]
        if matching == 0 and not self.rules.joker_any_street:
            return False
        return matching + held[JOKER] >= self.need_at(street)

    def need_at(self, street):
        """Return the soldiers that the taxi at a street takes, its token included [T13]."""
        return self.taxis[street].value + self.rules.token_penalty * self.has_token[street]

    def begin_loading(self, street):
        """Choose the taxi to send; its soldiers are chosen one by one [T13]."""
        self.loading, self.loaded, self.matching = street, 0, 0
        self.phase = "load"

    def loads(self):
        """Return the soldiers that may board, and departure once there are enough [T13]."""
        choices = ["depart"] if self.may_depart() else []
        choices += [
            ("load", card)
            for card in dict.fromkeys(self.hands[self.to_move])
            if card.colour in ("joker", self.ring[self.loading].colour)
        ]
        return choices

    def may_depart(self):
        if self.matching == 0 and not self.rules.joker_any_street:
            return False
        return self.loaded >= self.need_at(self.loading)

    def load(self, card):
        """Let the soldiers of one card board [T13]."""
        self.remove_card(self.to_move, card)
        self.discards.append(card)
        self.loaded += card.value
        self.matching += card.colour != "joker"
        self.log("loaded", seat=self.to_move, card=card, street=self.ring[self.loading])

    def depart(self):
        """Send the loaded taxi; its street and token are free again [T13, T21]."""
        street, taxi = self.loading, self.taxis[self.loading]
        self.log("overloaded", n=self.loaded - self.need_at(street))
        self.log(
            "sent",
            seat=self.to_move,
            value=taxi.value,
            street=self.ring[street],
            soldiers=self.loaded,
            token=self.rules.token_penalty * self.has_token[street],
        )
        self.log("sends")
        self.log("left_standing", n=-1)
        self.log(f"sent_{self.back_of(taxi)}")
        self.log(f"sent_value_{taxi.value}")
        self.actions -= 1
        self.log("tier", n=self.tier_of(self.points + taxi.value) - self.tier_of(self.points))
        self.points += taxi.value
        self.n_taxis -= 1
        self.taxis[street] = None
        self.n_tokens -= self.has_token[street]
        self.has_token[street] = False
        self.go_on()

    # Bonus cards

    def playable_effects(self):
        """Return the effects of the bonus cards that the player may play now [T14]."""
        return [effect for effect in EFFECTS if self.is_playable(effect)]

    def may_play_bonus(self):
        return any(self.is_playable(effect) for effect in EFFECTS)

    def is_playable(self, effect):
        """Return whether a bonus card is there and of use: an officer always finds a spot."""
        if self.is_bonus_forbidden or self.held[self.to_move][COLUMN[effect]] == 0:
            return False
        if effect == "draw_two":
            return len(self.pile) + len(self.discards) > 0
        return effect != "remove_token" or self.n_tokens > 0

    def play_bonus(self, effect):
        """Play a bonus card; officers and tokens are chosen next [T14].

        It is discarded last, so that it is not part of a reshuffle that it causes.
        """
        card = next(card for card in self.hands[self.to_move] if card.effect == effect)
        self.remove_card(self.to_move, card)
        self.bonus_cards_played += 1
        self.log(f"bonus_{effect}", seat=self.to_move, card=card)
        if effect == "draw_two":
            self.draw_two()
        elif effect == "extra_action":
            self.actions += 1
        self.discards.append(card)
        if effect == "place_officer":
            self.phase = "place by bonus"
        elif effect == "remove_token":
            self.phase = "remove token"
        else:
            self.go_on()

    def draw_two(self):
        """Draw two cards, one after the other, or one if there is only one [T14]."""
        for _ in range(2):
            card = self.draw_card()
            if card is not None:
                self.add_card(self.to_move, card)
                self.log("drew_by_bonus", seat=self.to_move, card=card)

    def places(self):
        """Return the spots where a bonus card may put an officer [T14]."""
        return [
            ("place", officer, spot)
            for officer, origin in enumerate(self.officers)
            if self.officers.index(origin) == officer
            for spot in range(len(self.ring))
            if spot != origin and self.can_stand(spot)
        ]

    def place_by_bonus(self, officer, spot):
        origin = self.officers[officer]
        self.officers[officer] = spot
        self.log(
            "moved_by_bonus",
            seat=self.to_move,
            officer=officer,
            origin=self.ring[origin],
            street=self.ring[spot],
        )
        self.go_on()

    def remove_token(self, street):
        self.has_token[street] = False
        self.n_tokens -= 1
        self.log("token_removed", street=self.ring[street])
        self.go_on()

    # The end of a turn and of the game

    def end_turn(self, how):
        """Count the actions not taken, then ask for the surplus cards [T15]."""
        self.log("wasted_actions", seat=self.to_move, n=self.actions, how=how)
        self.check_hand_limit()

    def check_hand_limit(self):
        """Ask for a discard while the hand is above the limit, else pass the turn on [T16]."""
        if len(self.hands[self.to_move]) > self.rules.hand_limit:
            self.phase = "discard for limit"
        else:
            self.pass_on()

    def discard(self, card):
        """Discard a card for an event or for the hand limit [T8, T16]."""
        self.remove_card(self.to_move, card)
        self.discards.append(card)
        if self.phase == "discard for event":
            self.log("discarded_by_event", seat=self.to_move, card=card)
            self.go_on()
        else:
            self.log("discarded_by_limit", seat=self.to_move, card=card)
            self.check_hand_limit()

    def pass_on(self):
        """Begin the turn of the next seat clockwise [T17]."""
        self.to_move = (self.to_move + 1) % self.n_players
        if self.to_move == 0:
            self.end_round()
        self.begin_turn()

    def end_round(self):
        """Count a round and note the table at its end: a taxi may come by the same choice."""
        self.round += 1
        self.log("rounds")
        self.log("streets", n=self.n_taxis - self.noted_streets)
        self.log("tokens", n=self.n_tokens - self.noted_tokens)
        self.noted_streets, self.noted_tokens = self.n_taxis, self.n_tokens

    def end_game(self, reason):
        """End the game at once, and the round if its first taxi has come [T7]."""
        if self.turns > self.round * self.n_players:
            self.end_round()
        self.end, self.phase = reason, "over"
        self.log("game_over", reason=reason, score=self.points)

    def tier_of(self, points):
        """Return how many lower bounds of the victory table some points reach [T21]."""
        return sum(points >= getattr(tier, "from") for tier in self.table("tiers"))

    def scores(self):
        return self.points

    def ended_by(self):
        return self.end

    # What a seat cannot see

    def hide(self, seat, chance):
        """Choose the next taxi again among those with the same back [T2].

        The rest of the deck and the pile have no order until a card is drawn.
        """
        if self.next_taxi is None:
            return
        back = self.ring[self.next_place].colour
        alike = [place for place, taxi in enumerate(self.taxi_deck) if self.back_of(taxi) == back]
        chosen = chance["taxi_deck"].below(len(alike) + 1)
        if chosen < len(alike):
            place, taxi = alike[chosen], self.next_taxi
            self.put_on_top(self.taxi_deck[place])
            self.taxi_deck[place] = taxi

    # What a table is worth before the end

    def evaluate(self, seat):
        """Return the points expected at the end, those won so far included."""
        points = self.points + WEIGHTS.taken_street * self.n_taxis
        points += sum(self.worth_to_come(taxi) for taxi in self.taxi_deck)
        if self.next_taxi is not None:
            points += self.worth_to_come(self.next_taxi)
        for street, taxi in enumerate(self.taxis):
            if taxi is not None:
                points += WEIGHTS.point_standing * taxi.value
                points += WEIGHTS.token * self.has_token[street]
        for hand in self.hands:
            for card in hand:
                is_joker = card.colour == "joker"
                weight = WEIGHTS.soldier_on_joker if is_joker else WEIGHTS.soldier
                points += weight * card.value
        return points

    def worth_to_come(self, taxi):
        return WEIGHTS.taxi_to_come + WEIGHTS.point_to_come * taxi.value

    # The ring, and words

    def next_to(self, spot, way):
        """Return the adjacent spot [T6, T11]."""
        return (spot + (1 if way == CLOCKWISE else -1)) % len(self.ring)

    def passed_between(self, wanted, street):
        """Return how many streets a taxi passes from the one it was for to the one it takes."""
        way = street - wanted if self.rules.arrival_direction == CLOCKWISE else wanted - street
        return way % len(self.ring)

    @classmethod
    def sentence(cls, event):
        return words.sentence_of(event) or super().sentence(event)

    @staticmethod
    def in_words(name, value, rules):
        return words.value_in_words(name, value, rules) or PlainGame.in_words(name, value, rules)


def column_of(card):
    """Return where a card is counted."""
    return COLUMN[card.colour if card.effect == "none" else card.effect]


def amount_of(card):
    """Return the soldiers of a card; a bonus card counts as one."""
    return card.value if card.effect == "none" else 1


def take_out(cards, place):
    """Take a card out of cards that have no order: the last one moves to its place."""
    card = cards[place]
    cards[place] = cards[-1]
    cards.pop()
    return card
