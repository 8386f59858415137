"""A game without sense whose methods are idioms of Python, each with a column for what it returns.

`IDIOMS` mean in kernels what they mean in Python; `REFUSED` do not, and are refused with a reason.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection
from pathlib import Path

IDIOMS = {
    "counter_of_an_inner_function": """
        def of(cards):
            counts = Counter()
            for card in cards:
                counts[card % 4] += 1
            groups = defaultdict(int)
            groups[d] += 2
            return counts[7] * 100 + counts[e % 4] * 10 + len(counts) + groups[e]

        return of(self.cards) + of([d])
    """,
    # items that are written out are evaluated before the loop
    "numbers_of_items_that_a_loop_changes": """
        total = 0
        for n, card in enumerate([e, d + e, self.pot]):
            e, d = d + 1, card
            self.pot += n
            total = total * 5 + card * (n + 1)
        return total + e * 3 + self.pot
    """,
    "numbers_of_items_of_a_loop_that_ends_early": """
        total = 0
        for n, card in enumerate([e, d, self.pot, 3]):
            if card == 0:
                continue
            if card > 3:
                break
            total = total * 5 + card + n
        return total * 4 + n
    """,
    # lists that are made where they are wanted
    "argument_that_gets_another_list": """
        return self.sum_above(self.cards, d) * 100 + len(self.cards) + sum(self.cards)
    """,
    "items_added_at_once": """
        own = [d] if e > 2 else []
        own += [card for card in self.cards if card > e]
        own += [e, self.bonus(d)]
        own += self.some_cards(d)
        return len(own) * 100 + sum(place * n for place, n in enumerate(own))
    """,
    "items_added_to_themselves": """
        own = [d, e]
        own += [n + 1 for n in own]
        own += [own[0] + len(own)]
        return sum(own) * 10 + len(own)
    """,
    "items_added_by_helpers": """
        own = [e]
        own += self.different_from(d)
        own += self.below_or_above(e)
        own.extend(self.different_from(e))
        first = self.below_or_above(d)
        return sum(place * n for place, n in enumerate(own)) + len(first)
    """,
    "items_added_by_a_helper_that_gets_them": """
        own = [e, d]
        own += self.with_sums(own)
        return sum(place * n for place, n in enumerate(own))
    """,
    "different_ones": """
        kinds = list(dict.fromkeys(card % 3 for card in self.cards))
        kinds.append(7)
        total = 0
        for card in dict.fromkeys([*self.cards, d + 64, d, 0]):
            total = total * 3 + card
        return total + kinds[0] * 10 + len(kinds)
    """,
    "different_ones_of_a_set": """
        found = {card % 4 for card in self.cards} | {card + 64 for card in self.cards}
        return len(found) + sum(found)
    """,
    "total_that_its_value_changes": """
        total = e
        total += self.bonus(d) + (total := 5)
        return total
    """,
    # names that are known in the game only
    "event_by_its_name": """
        self.log(f"mood_{MOODS[e % 3]}", n=d)
        if self.mood in MOODS:
            self.log(f"mood_{self.mood}")
        name = "size_2" if d > 0 else "size_0"
        self.log(name, n=e)
        self.log(f"size_{e // 2}", n=2)
        return d
    """,
    "source_by_its_name": """
        source = "deck" if d > 0 else "held"
        return self.chance[source].below(9) + self.chance["held" if e else "deck"].die()
    """,
    # pairs as keys of attributes
    "tiles_are_laid": """
        free = [(x + dx, y + dy) for x, y in self.tiles for dx, dy in STEPS]
        free = [spot for spot in free if spot not in self.tiles and abs(spot[0]) < 4]
        spot = self.chance.pick(free)
        self.tiles[spot] = d
        if len(self.tiles) > 9:
            self.tiles = {(0, 0): e}
        return spot[0] * 10 + spot[1] + sum(self.tiles.values())
    """,
    "tile_beside": """
        total = 0
        for (x, y), worth in self.tiles.items():
            total = total * 3 + self.tiles.get((x + 1, y), 0) - x * y * worth
        return total
    """,
    "tile_that_is_turned": """
        self.tiles[d, e] = self.tiles.get((d, e), 5) + 1
        self.tiles[(d, e)] %= 4
        worth = self.tiles.pop((d, e))
        return worth * 10 + ((d, e) in self.tiles) + len(self.tiles)
    """,
    "farthest_tile": """
        x, y = max(self.tiles, key=lambda spot: (abs(spot[0]) + abs(spot[1]), spot[0], spot[1]))
        lowest = min(self.tiles)
        return x * 100 + y * 10 + lowest[0] + lowest[1]
    """,
    "spot_or_none": """
        if self.spot is not None and self.spot > (d, e):
            row, column = self.spot
            self.spot = None
            return row * 10 + column
        is_same = self.spot == (e, d)
        self.spot = (d, e)
        return len(self.spot) + is_same + self.spot[0] * 10
    """,
    "spot_that_must_be_there": """
        self.spot = (e, d) if d > 0 else None
        if not self.spot or (0, 0) >= self.spot:
            return 90
        self.spot = (self.spot[1], self.spot[0])
        return sum(self.spot) * 10 + max(self.spot, (2, 2))[0]
    """,
    "holder_or_none": """
        if self.holder is None or self.holder[1] < e:
            self.holder = (self.mood, e)
        mood, number = self.holder
        if number == 4:
            self.holder = None
        return number * 10 + (mood == "calm")
    """,
    "trick_of_pairs": """
        self.trick.append((self.mood, e))
        mood, highest = max(self.trick, key=lambda pair: pair[1])
        total = sum(n for word, n in self.trick if word == mood)
        for word, n in self.trick:
            total += n + (word == "calm")
        if len(self.trick) > 3:
            total += self.trick[0][1] * 100
            self.trick = []
        return total * 10 + highest
    """,
    "spots_that_are_taken": """
        self.spots.discard((e, d))
        self.spots.add((d, e))
        spots = sorted(self.spots)
        if len(self.spots) > 7:
            self.spots = {(1, e)}
        return spots[0][0] * 100 + spots[-1][1] * 10 + ((e, d) in self.spots) + len(self.spots)
    """,
    "spots_beside": """
        around = {(d + dx, e + dy) for dx, dy in STEPS}
        free = sorted(around - self.spots)
        return len(around & self.spots) * 100 + free[0][0] + len(around | self.spots)
    """,
    "sets_of_spots_compared": """
        own = {(x, y) for x, y in self.spots if x >= 0}
        if own == self.spots:
            return 5 + (own <= {(0, 0), (d, e)}) + 2 * (own < self.spots)
        return int(own < self.spots) + 2 * (own >= {(d, e)}) + 4 * own.isdisjoint({(1, 1)})
    """,
    "frontier": """
        tiles = {(0, 0), (0, 1)}
        for _ in range(e):
            frontier = sorted({(x + dx, y + dy) for x, y in tiles for dx, dy in STEPS} - tiles)
            tiles.add(frontier[d])
        return len(tiles) + sum(x * y for x, y in tiles)
    """,
    "owners_of_spots": """
        key = (self.mood, e % 2)
        self.owners.setdefault(key, []).append(d)
        if len(self.owners[key]) > 5:
            self.owners[key] = [e]
        return sum(self.owners[key]) + 10 * len(self.owners)
    """,
    "line_of_spots": """
        return max(sum((x + n, y) in self.spots for n in range(3)) for x, y in self.spots)
    """,
    # lists and dicts that are made of themselves
    "rows_that_change_places": """
        rows = [[d], [e, 2]]
        rows = [rows[1], rows[0]]
        return len(rows[0]) * 10 + rows[1][0]
    """,
    "groups_that_change_places": """
        groups = {1: [d], 2: [e, 2]}
        groups = {1: groups[2], 2: groups[1]}
        return len(groups[1]) * 10 + groups[2][0]
    """,
    "the_only_group_left": """
        groups = {1: [d], 2: [e, 2]}
        groups = {1: groups[2]}
        return len(groups[1]) * 10 + len(groups)
    """,
    "hands_that_are_passed_on": """
        self.hands = self.hands[1:] + self.hands[:1]
        self.hands[0].append(d)
        self.hands = [self.hands[(seat - 1) % 2] for seat in range(len(self.hands))]
        self.hands = [self.hands[-1], *self.hands[:-1]] if e > 2 else self.hands[::-1]
        del self.hands[0][:-5]
        return len(self.hands[0]) * 10 + sum(self.hands[1])
    """,
    "hands_replaced_by_their_order": """
        self.hands = sorted(self.hands, key=lambda hand: (-len(hand), sum(hand)))
        return len(self.hands[0]) * 10 + sum(self.hands[1])
    """,
    "hand_that_is_taken_out_and_put_back": """
        self.hands.append(self.hands.pop(0))
        hand = self.hands.pop()
        hand.append(e)
        n = len(hand)
        self.hands.insert(0, hand)
        del self.hands[0][:-5]
        return n * 10 + len(self.hands[0])
    """,
    "hands_of_a_part_that_are_passed_on": """
        self.held.hands = self.held.hands[1:] + self.held.hands[:1]
        self.held.draw(0)
        card = self.held[0][-1]
        self.held.discard(0, card)
        return card
    """,
    "group_that_is_taken_out": """
        groups = {1: [d], 2: [e, 5]}
        own = groups.pop(2)
        groups[3] = [len(own)]
        own.append(4)
        return sum(own) * 10 + len(groups)
    """,
    "ships_that_change_places": """
        self.ships = [self.ships[1], self.ships[0]]
        self.ships[0].cargo = (self.ships[0].cargo + d) % 9
        self.ships = sorted(self.ships, key=lambda ship: -ship.cargo)
        return self.ships[0].cargo * 10 + self.ships[1].cargo
    """,
    "ships_gone_through_in_order": """
        total = 0
        for n, ship in enumerate(sorted(self.ships, key=lambda ship: (ship.cargo, d))):
            ship.cargo = (ship.cargo + n) % 9
            total = total * 10 + ship.cargo
        for ship in [ship for ship in self.ships if ship.cargo > e]:
            ship.cargo -= 1
        return total * 10 + len([ship for ship in self.ships if ship.cargo > 3])
    """,
    "first_of_ships_in_order": """
        first = sorted(self.ships, key=lambda ship: -ship.cargo)[0]
        first.cargo = (first.cargo + d) % 9
        return sum(ship.cargo for ship in sorted(self.ships, key=lambda ship: ship.cargo)[:1])
    """,
    "fullest_and_emptiest_ship": """
        best, least = None, None
        for ship in self.ships:
            if best is None or ship.cargo > best.cargo:
                best = ship
            if least is None or ship.cargo < least.cargo:
                least = ship
        if best is not least:
            best.cargo, least.cargo = least.cargo, best.cargo
        return best.cargo * 10 + least.cargo
    """,
    "ship_that_may_be_none": """
        ship = next((ship for ship in self.ships if ship.cargo == e), None)
        last = max(self.ships, key=lambda ship: ship.cargo, default=None)
        if not ship:
            ship = self.ships[0] if d > 0 else last
        ship.load(d)
        return ship.cargo * 10 + (ship is last) + (ship == last)
    """,
    "ship_from_helper": """
        ship = self.ship_above(d)
        if ship is None:
            return 90
        ship.load(e)
        best = self.fullest_of(self.ships[0], self.ship_above(e))
        best.cargo = (best.cargo + 1) % 9
        return best.cargo * 10 + (best is ship)
    """,
    "the_other_ships": """
        first = self.ship_above(d)
        for ship in self.ships:
            if ship is not first:
                ship.load(1)
        return sum(ship.cargo for ship in self.ships if ship is first or ship != first)
    """,
    "ship_that_is_sunk": """
        ship = self.ship_above(d)
        if ship is not None:
            self.ships.remove(ship)
            self.ships.append(Ship(e))
        self.ships[1].decks[0] += d
        decks = self.ships[0].decks[0] + 3 * sum(self.ships[1].decks) + len(self.ships[1].decks)
        return self.ships[0].cargo * 10 + self.ships[1].cargo + decks * 100
    """,
    "ships_that_others_sink": """
        for ship in list(self.ships):
            ship.load(e)
        n = self.sunk(self.ships[d % 2])
        self.ships.append(Ship(n + e))
        return self.ships[0].cargo * 10 + self.ships[1].cargo
    """,
    "one_of_some_ships": """
        first = last = self.ships[0]
        for ship in self.ships:
            last = ship
        other = self.ship_above(d) or last
        return (first is last) * 20 + (first == last) * 10 + other.cargo
    """,
    "ships_sunk_in_a_loop_over_all": """
        for ship in list(self.ships):
            if ship.cargo > d:
                self.ships.remove(ship)
        for ship in self.ships[:]:
            ship.load(1)
            if ship.cargo == e:
                self.pot += ship.cargo
                self.ships.remove(ship)
                self.ships.append(Ship(d % 5))
                continue
            if ship.cargo == 2:
                self.ships.remove(ship)
        while len(self.ships) < 2:
            self.ships.append(Ship(e + len(self.ships)))
        return sum(n * ship.cargo for n, ship in enumerate(self.ships)) * 10 + self.pot
    """,
    "ships_sunk_in_order": """
        for ship in sorted(self.ships, key=lambda ship: -ship.cargo):
            if ship.cargo > d:
                self.ships.remove(ship)
        for ship in [ship for ship in self.ships if ship.cargo % 2]:
            self.ships.remove(ship)
        while len(self.ships) < 2:
            self.ships.append(Ship(e + len(self.ships)))
        return self.ships[0].cargo * 10 + self.ships[1].cargo
    """,
    "first_ship_that_is_sunk": """
        for ship in self.ships:
            if ship.cargo > d:
                self.ships.remove(ship)
                break
            ship.load(2)
        while len(self.ships) < 2:
            self.ships.append(Ship(e + len(self.ships)))
        return self.ships[0].cargo * 10 + self.ships[1].cargo
    """,
    "new_ship_with_a_name": """
        n = len(self.ships)
        total = 0
        for place in range(2):
            ship = Ship(n + place)
            ship.load(d)
            if ship.cargo > 3:
                ship.cargo -= 1
            self.ships.append(ship)
            total = total * 9 + ship.cargo + self.ships[-1].cargo
        del self.ships[2:]
        return total
    """,
    "ship_that_goes_to_the_end": """
        ship = self.ships.pop(0)
        ship.cargo = (ship.cargo + e) % 9
        self.ships.append(ship)
        return self.ships[0].cargo * 10 + self.ships[1].cargo
    """,
    "ships_that_are_kept": """
        self.ships = [ship for ship in self.ships if ship.cargo != e]
        while len(self.ships) < 2:
            self.ships.append(Ship(d % 9))
        return self.ships[0].cargo * 10 + self.ships[1].cargo
    """,
    "deleted_name": """
        worth = d * 2
        self.pot = worth
        del worth
        return self.pot
    """,
    # texts
    "words_ordered": """
        best = max([("calm", d), ("wild", e)])
        return best[1] * 10 + (self.mood < "rough") + (MOODS[e % 3] > "b")
    """,
    "words_sorted": """
        moods = [("wild", d), (self.mood, e)]
        moods.sort()
        words = sorted([self.mood, "rough", MOODS[d % 3]], reverse=True)
        return moods[0][1] * 10 + MOODS.index(words[0])
    """,
    "word_that_breaks_a_tie": """
        stock = {"wild": d, "rough": e, "calm": 2}
        scarce = sorted(stock, key=lambda mood: (stock[mood], mood))
        return MOODS.index(scarce[0]) * 10 + MOODS.index(min(stock, key=lambda mood: mood))
    """,
    "letters_of_words": """
        mood = MOODS[e % 3]
        is_long = mood.startswith("w") or mood.endswith("gh")
        return len(mood) * 100 + is_long * 10 + ("l" in mood) + mood.count("l")
    """,
    # tests as numbers
    "signs": """
        sign = (d > 0) - (d < 0)
        return sign * 10 - (self.pot > e) + ((self.cards[0] > 1) + (self.cards[1] > 1))
    """,
    # sets of which the order does not count
    "sums_over_sets": """
        total = 0
        for n in {card % 5 for card in self.cards}:
            total += n * n
            if n > d:
                self.pot -= n
            elif n == e:
                self.pot += 7
        for x, y in self.spots:
            total += x * y
        return total * 10 + self.pot
    """,
    "set_made_of_a_set": """
        own = {card % 4 for card in self.cards}
        others = {n + 1 for n in own}
        return len(others) * 10 + len({n + step for n in own for step in (1, 2)})
    """,
    # parts
    "hand_that_grows_in_its_loop": """
        self.held.draw(0)
        total = 0
        for card in self.held[0]:
            total += card
            if card % 2:
                self.held.deal(1)
        while self.held[0]:
            self.held.discard(0, self.held[0][-1])
        return total
    """,
    "market_that_is_taken_from_in_its_loop": """
        total = 0
        for card in self.market:
            if card % 3:
                total = total * 20 + self.market.take(card)
                self.deck.discard(card)
            if total > 9000:
                break
        return total
    """,
    "second_name_of_a_hand": """
        hand = self.held[1]
        self.held.draw(1, 2)
        card = hand[-1]
        self.held.discard(1, card)
        return card * 10 + len(hand)
    """,
    "list_that_another_method_adds_to": """
        hand = self.hands[0]
        self.add_to_hand(0, d)
        return len(hand) * 10 + hand[-1] + len(hand[:-7]) * len(self.hands[1])
    """,
    # matches
    "match_of_numbers": """
        match self.cards[e]:
            case 0 | 1:
                return 10
            case n if n > self.step():
                self.pot = n
            case 3 as n:
                return n + self.place
            case _:
                self.pot += 1
        return self.pot * 10 + self.place
    """,
    "match_of_pairs": """
        match (d > 0, e):
            case (1, 0):
                return 1
            case (is_high, n) if n > 2:
                return n + 10 * is_high
            case (_, n):
                return 50 + n
    """,
    # None, and numbers that may be -1
    "best_so_far": """
        best = None
        for card in self.cards:
            if best is None or card > best:
                best = card
        return best
    """,
    "last_below": """
        found = None
        for card in self.cards:
            if card < 0:
                found = card
        return 99 if found is None else found
    """,
    "place_of_best": """
        best = None
        for place in range(len(self.cards)):
            if best is None or self.cards[place] > self.cards[best]:
                best = place
        return best
    """,
    "none_later_in_a_loop": """
        last, n = 0, 0
        while n < 4:
            n += 1
            if last is None:
                return 50 + n
            if self.cards[n] < d:
                last = None
        return 90 if last is None else last
    """,
    "truth_of_none": """
        worth = None
        if e > 1:
            worth = d
        return 1 if worth else 2
    """,
    "method_without_return": """
        worth = self.first_above(d)
        return 70 if worth is None else worth
    """,
    "any_of_none": """
        self.slots[e % 3] = None if d < 0 else d
        return 10 * any(self.slots) + sum(1 for slot in self.slots if slot is None)
    """,
    "default_none": """
        low = min((card for card in self.cards if card > 4), default=None)
        return 40 if low is None else low
    """,
    "key_that_misses": """
        self.marks[e] = d
        mark = self.marks.get((e + 1) % 5)
        return 77 if mark is None else mark
    """,
    "rarely_none": """
        self.rare = None if self.chance.below(300) == 0 else d
        return 60 if self.rare is None else 1 if not self.rare else self.rare
    """,
    "argument_becomes_none": """
        return self.halved(e)
    """,
    # order of evaluation
    "bonus_changes_it": """
        self.pot += self.bonus(d)
        return self.pot
    """,
    "sum_then_change": """
        return self.pot + self.bonus(e) + self.pot * 100
    """,
    "pure_before_change": """
        return self.doubled() - self.bonus(e) * 3
    """,
    "index_before_change": """
        self.cells[self.place] += self.step()
        return self.cells[0] + 10 * self.cells[1] + 100 * self.cells[2]
    """,
    "value_before_index": """
        self.cells[self.step() % 3] = self.place
        return self.cells[0] + 10 * self.cells[1] + 100 * self.cells[2]
    """,
    "drawn_index": """
        self.cells[self.chance.below(3)] += self.chance.below(4)
        return self.cells[0] + 10 * self.cells[1] + 100 * self.cells[2]
    """,
    "all_before_any": """
        self.pot, self.place = e % 3, self.pot_again()
        return self.pot * 10 + self.place % 7
    """,
    "items_at_once": """
        place = e % 3
        self.cells[0], self.cells[1] = d, self.cells[place]
        return self.cells[0] * 10 + self.cells[1]
    """,
    "index_assigned_first": """
        place = 0
        place, self.cells[place] = 1, d
        return self.cells[0] + 10 * self.cells[1] + place
    """,
    "compared_before_change": """
        return (self.pot < self.bonus(d) + self.pot) * 2 + (self.pot in [self.bonus(2), 3])
    """,
    "arguments_by_name": """
        return self.pair_of(high=self.chance.die(), low=self.chance.below(3))
    """,
    "named_and_placed": """
        return self.pair_of(high=d, low=e) * 100 + self.pair_of(d, e)
    """,
    "or_of_changes": """
        return (self.bonus(d) or self.pair_of(d, e)) * 100 + self.pot
    """,
    "and_of_draws": """
        return (self.chance.below(3) and self.pair_of(d, e)) * 100 + self.chance.die()
    """,
    "test_or_number": """
        return (self.bonus(d) > 2 or self.bonus(e) or self.step()) * 100 + self.pot
    """,
    "arguments_before_change": """
        return self.pair_of(self.pot, self.bonus(1))
    """,
    "most_of_changes": """
        return max(self.pot, self.bonus(3), self.pot) - min(self.pot, d)
    """,
    "drawn_argument": """
        total = 0
        for number in self.twice_the_same(self.chance.die()):
            total = total * 10 + number
        return total
    """,
    "any_stops": """
        return any(self.chance.die() == 6 for _ in range(3)) * 10 + self.chance.die()
    """,
    "all_stops": """
        return all(self.chance.die() < 5 for _ in range(3)) * 10 + self.chance.die()
    """,
    "in_stops": """
        return (6 in (self.chance.die() for _ in range(3))) * 10 + self.chance.die()
    """,
    "any_of_changes": """
        return any(self.bonus(number) > 2 for number in self.cards) * 1000 + self.pot
    """,
    "loop_over_draws": """
        total = 0
        for face in [self.chance.die() for _ in range(2)]:
            total = total * 10 + face + self.chance.below(2)
        return total
    """,
    "most_by_key": """
        return max(d, e, -d, key=lambda number: number % 5) * 10 + min(d, e, key=lambda n: -n)
    """,
    # when a list is made
    "made_before_change": """
        factor = d
        products = [factor * number for number in range(4)]
        factor += 5
        return sum(products) + factor
    """,
    "made_of_attribute": """
        sums = [self.pot + number for number in range(4)]
        self.pot += d
        return sum(sums) + max(sums)
    """,
    "made_before_call": """
        sums = [self.pot * number for number in (1, 2)]
        self.bonus(4)
        return sum(sums)
    """,
    "range_before_change": """
        places = range(self.place)
        self.place = (self.place + 1) % 4
        return len(places) * 10 + sum(places)
    """,
    "row_of_row": """
        sums = [card + e for card in self.cards]
        doubled = [2 * number for number in sums]
        e += 1
        return sum(doubled)
    """,
    "loop_over_what_changes": """
        total = 0
        for number in (self.pot, self.place, d):
            self.place = 2
            total = total * 7 + number
        return total
    """,
    # new lists
    "counted_faces": """
        counts = [0] * 7
        for card in self.cards:
            counts[card + 3 if card < 3 else 6] += 1
        counts[0] = 5
        return sum(number * place for place, number in enumerate(counts))
    """,
    "counted_by_comprehension": """
        counts = [0 for _ in range(5)]
        counts[e] += 2
        counts[(e + 1) % 5] = d
        return counts[0] + 3 * counts[1] + 7 * counts[4]
    """,
    "helper_changes_list": """
        numbers = [d, 2]
        self.lengthen(numbers, e)
        return sum(numbers) * 10 + len(numbers)
    """,
    "second_name_of_list": """
        numbers = [d]
        same = numbers
        same.append(3)
        return len(numbers) * 10 + sum(numbers)
    """,
    "copy_before_replaced": """
        old = self.cells
        self.cells = [old[1], old[2], old[0]]
        return old[0] + 10 * self.cells[0]
    """,
    "hand_of_attribute": """
        hand = self.hands[e % 2]
        hand.append(d)
        if len(hand) > 3:
            hand.pop(0)
        return sum(hand) + 10 * len(self.hands[e % 2])
    """,
    "given_to_neighbour": """
        for card in self.hands[0]:
            self.hands[1].append(card)
        self.hands[0].clear()
        self.hands[0].append(e)
        del self.hands[1][0]
        return sum(self.hands[1])
    """,
    "removed_and_left": """
        numbers = list(self.cards)
        for number in numbers:
            if number < d:
                numbers.remove(number)
                break
        return sum(numbers)
    """,
    "rows_kept": """
        self.hands = [hand for hand in self.hands if len(hand) < 40]
        return len(self.hands)
    """,
    # names
    "generated_names": """
        place_1, item_1, i_1, n_1, number_1, total_1 = 3, 4, 5, 6, 7, 8
        place_1_ = 9
        total = sum(card * place_1 for card in self.cards) + max(self.cards)
        total += sum(card * place for place, card in enumerate(self.cards))
        return total + item_1 + i_1 + n_1 + number_1 + total_1 + place_1_
    """,
    "names_of_kernels": """
        state, rules, rng, rules_, NO_VALUE, HOLD, put, returned = 1, 2, 3, 4, 5, 6, 7, 8
        total = state + rules + rng + rules_ * 10 + NO_VALUE + HOLD
        return total + put + returned + len(self.cards)
    """,
    "variable_inside_and_outside": """
        total = 5

        def doubled(number):
            total = number * 2
            for place in range(3):
                total += place
            return total

        place = 40
        return total * 100 + doubled(d) + doubled(e) * 7 + place
    """,
    "argument_that_changes": """
        def raised(number):
            self.pot += 1
            return number

        return raised(self.pot) + 10 * raised(d)
    """,
    "argument_assigned": """
        def counted_down(number):
            while number > 0:
                number -= 2
            return number

        n = e
        return counted_down(n) + 10 * n
    """,
    "lists_inside": """
        def row_of(n):
            most = n * 2
            return [most + number for number in range(3)]

        one = row_of(d)
        other = row_of(e)
        return sum(one) + 10 * sum(other)
    """,
    "functions_of_two_modules": """
        return first_value(d) * 10 + second_value(d)
    """,
    "value_of_class": """
        worth = self.factor * 10
        if self.turn > 4:
            self.factor = 5
        return worth
    """,
    # sets, dicts, fractions
    "sets_in_any_order": """
        numbers = {d, e} | {3}
        both = numbers & {1, 2, 3}
        rest = numbers - both
        return len(numbers) * 100 + len(both) * 10 + sum(rest) + (d in rest) + max(numbers)
    """,
    "sorted_set": """
        return sum(place * number for place, number in enumerate(sorted(set(self.cards))))
    """,
    "set_of_attribute": """
        self.seen |= {d, e}
        if len(self.seen) > 5:
            self.seen = set(self.cards)
        return sum(number * number for number in self.seen) + min(self.seen)
    """,
    "popped_with_default": """
        self.marks[e] = d
        return self.marks.pop(d, 8) * 10 + len(self.marks)
    """,
    "fractions_in_passing": """
        share = sum(card / 2 for card in self.cards)
        return int(share * 4) + int(max(d / 4, e / 3) * 12)
    """,
    "named_start": """
        numbered = sum(place * card for place, card in enumerate(self.cards, start=2))
        return numbered + sum(self.cards, start=d) * 3 + self.chance.die(faces=4)
    """,
    "part_of_list_as_argument": """
        return self.total_of(self.cards[1:]) + 3 * self.total_of(self.cards[:e])
    """,
    "optional_argument": """
        worth = self.first_above(d)
        return self.or_zero(worth) + self.or_zero(None) + self.or_zero(5)
    """,
    "found_twice": """
        first = second = None
        for card in self.cards:
            if card > 2 and first is None:
                first = card
            if card < 0:
                second = card
        return (first == second) * 10 + (first is not None and second is not None)
    """,
    "read_later_by_function": """
        factor = 2

        def scaled(number):
            return number * factor

        one = scaled(d)
        factor = 5
        return one * 10 + scaled(d)
    """,
    "list_changed_inside": """
        found = []

        def note(number):
            found.append(number)
            return len(found)

        note(d)
        note(e)
        return sum(found) * 10 + len(found)
    """,
    "read_from_one_of_two": """
        cards = self.cells if d > 0 else self.cards
        return sum(cards) + len(cards)
    """,
    "checked_calls": """
        assert self.bonus(1) >= 0
        if self.bonus(1) < 0:
            raise ValueError
        return self.pot
    """,
    "whole_or_not": """
        return int((d + 0.5) % 2 * 10) + -7 // 2 + 2**10 + (1 << 20)
    """,
    "rounded": """
        return round(d / 2) * 100 + round(-e / 2) * 10 + round(d) + sum(map(round, [e / 3, 2.5]))
    """,
    # what draws, changes or stops within an expression
    "middle_draws": """
        return (0 < self.chance.below(3) < 2 + self.chance.below(2)) * 10 + self.chance.die()
    """,
    "last_draws": """
        return (3 < d < self.chance.die()) * 10 + self.chance.die()
    """,
    "key_draws": """
        return sorted(self.cards, key=lambda card: self.chance.below(9))[0]
    """,
    "key_changes": """
        def key(card):
            self.pot += 1
            return card % 3

        numbers = self.cards[:]
        numbers.sort(key=key, reverse=True)
        return numbers[0] * 100 + numbers[-1] * 10 + self.pot
    """,
    "key_of_two": """
        best = max(self.cards, key=lambda card: (card % 2, -card))
        return best * 10 + min(self.cards, key=lambda card: (card % 3, card), default=0)
    """,
    "named_within": """
        if (face := self.chance.die()) > 3 and (other := face + d) > 2:
            return face * 10 + other
        return face
    """,
    "list_of_changes_or_other": """
        return sum(self.some_cards(d) or self.cells)
    """,
    "lists_at_once": """
        self.cells, self.spare = self.cards[:3], self.cells + [1]
        return sum(self.cells) * 10 + sum(self.spare[:3])
    """,
    "first_that_fits": """
        first = next(card for card in [*self.cards, 90] if card > d)
        return first * 10 + next((card for card in self.cards if card > 70), 5)
    """,
    # loops
    "list_grows": """
        numbers = list(self.cards)
        for number in numbers:
            if len(numbers) < 8:
                numbers.append(number + 1)
        return sum(numbers)
    """,
    "list_shrinks": """
        numbers = list(self.cards)
        for place, number in enumerate(numbers):
            if number < 1:
                numbers.remove(number)
        return len(numbers) * 10 + sum(numbers)
    """,
    "helper_shrinks": """
        for card in self.cards:
            self.drop(card)
        return len(self.cards)
    """,
    "else_of_loop": """
        for card in self.cards:
            if card == d:
                found = 1
                break
        else:
            found = 2
        n = 0
        while n < e:
            n += 1
            if n == 3:
                break
        else:
            found += 10
        return found
    """,
    "function_that_leaves": """
        def place_of(number):
            for place, card in enumerate(self.cards):
                if card == number:
                    return place
                if card > 50:
                    break
            if number < 0:
                return 90
            return 80 + number

        return place_of(d) * 100 + place_of(e)
    """,
    "function_that_counts": """
        n = 0

        def add(number):
            nonlocal n
            n += number

        add(d)
        add(e)
        return n
    """,
    # lists
    "list_that_is_given_up": """
        self.spare = self.cells
        self.cells = [d, e, 2]
        self.spare.append(9)
        self.spare, self.cells = self.cells, []
        self.cells += [1, 2, 3]
        return sum(self.spare) * 100 + len(self.spare) * 10 + len(self.cells)
    """,
    "halves": """
        halves = [card / 2 for card in self.cards]
        return int(sum(sorted(halves)[:2]) * 2) + len(halves)
    """,
    "every_other": """
        return sum(self.cards[::2]) * 10 + sum(self.cards[-1::-2]) + sum(self.cards[3:0:-1])
    """,
    "turned": """
        numbers = [*self.cards, d]
        numbers.reverse()
        return sum(n * number for n, number in enumerate(numbers)) + sum(map(abs, numbers))
    """,
    "cut_out": """
        numbers = [e, *self.cards]
        del numbers[1:3]
        del numbers[0]
        return sum(numbers) * 10 + len(numbers)
    """,
    "first_and_rest": """
        first, *rest = [d, *self.cards]
        *others, last = rest
        return first * 100 + sum(others) * 10 + last
    """,
    "lists_compared": """
        numbers = list(self.cards)
        return (numbers == self.cards) * 4 + (numbers[1:] != self.cards) * 2 + ((d, e) < (e, d))
    """,
    "numbers_of_numbers": """
        whole, left = divmod(d + 20, 3)
        return whole * 100 + left * 10 + (~e) + pow(2, e)
    """,
    "filtered": """
        return len(list(filter(None, self.cards))) * 10 + len(
            [card for card in map(lambda card: card - d, self.cards) if card > 0]
        )
    """,
    "different_items": """
        return sum({card % 3 for card in self.cards}) * 10 + len({d, e, d})
    """,
    # tuples
    "best_pair": """
        pairs = [(card * e, card) for card in self.cards]
        return max(pairs)[1] * 10 + min(pairs)[0]
    """,
    "sorted_pairs": """
        pairs = [(card % 3, card) for card in self.cards]
        total = 0
        for value, card in sorted(pairs):
            total = total * 3 + value + card
        pairs.sort(reverse=True)
        return total * 10 + pairs[0][1] - pairs[-1][0]
    """,
    "pairs_changed": """
        pairs = []
        for card in self.cards:
            pairs.append((card, d))
            if len(pairs) > 3:
                pairs.pop(0)
        pairs.insert(1, (e, 5))
        pairs[0] = (pairs[1][1], pairs[0][0])
        total = sum(a * b for a, b in pairs)
        return total * 10 + ((e, 5) in pairs) + pairs.count((e, 5)) + pairs.index((e, 5))
    """,
    "removed_pair": """
        pairs = list(zip([*self.cards, 7, 8], [e, d, 3]))
        pairs.remove((pairs[1][0], d))
        del pairs[0]
        first, second = pairs[0]
        pairs.reverse()
        self.chance.shuffle(pairs)
        return first * 100 + second * 10 + pairs[0][1] + len(pairs) + sum(n for n, _ in pairs[1:])
    """,
    "best_place": """
        value, place = max((card, place) for place, card in enumerate(self.cards))
        least = min(zip(self.cards, self.cells))
        return value * 10 + place + least[0] * 100
    """,
    "ordered_places": """
        order = sorted(enumerate(self.cards), key=lambda pair: pair[1])
        other = sorted(enumerate(self.cards), key=lambda p: (p[1] % 2, -p[0]), reverse=True)
        return order[0][0] * 10 + order[-1][0] + sum(a * b for a, (b, _) in enumerate(other))
    """,
    "none_or_pair": """
        best = max(((card, e) for card in self.cards if card > d), default=None)
        if best is None:
            return 77
        return best[0] * 10 + best[1]
    """,
    "best_pair_so_far": """
        best = None
        for place, card in enumerate(self.cards):
            if best is None or (card % 4, place) > best:
                best = (card % 4, place)
        other = None
        for place, card in enumerate(self.cards):
            if card > d and (other is None or card > other[0]):
                other = (card, place)
        total = 0 if other is None else other[0] * 10 + other[1]
        return total * 100 + best[0] * 10 + best[1] + (other == (3, 1)) + (other != best)
    """,
    "spot_in_variable": """
        spot = (d, e)
        other = spot
        spot = (spot[1], spot[0])
        while spot[0] > 2:
            spot = (spot[0] - 1, spot[1] + 1)
        return spot[0] * 100 + spot[1] * 10 + (spot == (1, 2)) + (other < spot) + other[d % 2]
    """,
    "spots_by_branch": """
        if d > 0:
            spot = (d, 1)
        else:
            spot = (2, e)
        step = (0, 1) if e > 2 else (1, 0)
        a, b = spot
        return a * 100 + b * 10 + step[0] + sum(spot)
    """,
    "halves_in_pairs": """
        pairs = [(card / 2, card) for card in self.cards]
        pairs.append((d, e))
        pairs.sort()
        return int(pairs[0][0] * 2) * 100 + int(max(pairs)[0] * 2) * 10 + pairs[-1][1]
    """,
    "pairs_by_key": """
        pairs = [(card * 1.5 - card * card, card) for card in self.cards]
        best = max(pairs, key=lambda pair: pair[0])
        return best[1] * 10 + max(pairs, key=lambda pair: pair[1] % 2)[1]
    """,
    "set_of_spots": """
        seen = {(0, 0)}
        x, y = 0, 0
        for card in self.cards:
            x, y = (x + card) % 2, (y + d) % 3
            seen.add((x, y))
        seen.discard((1, 1))
        return len(seen) * 100 + ((1, 0) in seen) * 10 + sorted(seen)[0][1]
    """,
    "pair_from_helper": """
        low, high = self.low_and_high(d)
        pair = self.low_and_high(e)
        return low * 1000 + high * 100 + pair[0] * 10 + self.spread(pair)
    """,
    "pair_or_none_from_helper": """
        found = self.found_pair(d)
        return 55 if found is None else found[0] * 10 + found[1]
    """,
    "pairs_from_helper": """
        pairs = self.numbered(d)
        return len(pairs) * 100 + self.sum_of_pairs(pairs) + self.sum_of_pairs([(d, e), (e, 1)])
    """,
    "words_in_pairs": """
        moods = [("calm", d), ("rough", e), ("wild", 3)]
        word, number = moods[e % 3]
        names = [name for name, n in moods if n > 1]
        return number * 10 + (word == "calm") + len(names) + (("wild", 3) in moods)
    """,
    "pairs_of_pairs": """
        pairs = [((card, d), (card % 2, e)) for card in self.cards]
        (a, b), rest = max(pairs)
        best = min(pairs)
        return a * 1000 + b * 100 + rest[0] * 10 + best[1][1] + best[0][0]
    """,
    "triples_kept": """
        rows = [(card, place, card > d) for place, card in enumerate(self.cards)]
        rows = [row for row in rows if row[2] or row[1] > 2]
        rows += [(d, e, True)]
        more = rows + [(1, 2, False)]
        return sum(a * b + c for a, b, c in more) * 10 + len(rows) + (rows == more[:-1])
    """,
    "pairs_in_attribute": """
        pairs = [(card, d) for card in [*self.cards, 1, 2][:2]]
        self.routes = pairs
        return self.routes[0][0] * 10 + self.routes[1][1] + sum(self.routes[0])
    """,
    "larger_pair": """
        best = max((d, e), (e, d), (1, 1))
        least = min((d, 4), (e, 0))
        return best[0] * 100 + best[1] * 10 + least[1]
    """,
    "tuples_of_two_lengths": """
        spot = ()
        if d > 0:
            spot = (d, e)
        return len(spot) * 10 + sum(spot)
    """,
    "pairs_while": """
        waiting = [(e, 0)]
        total = 0
        while waiting:
            n, depth = waiting.pop()
            total += n * (depth + 1)
            if depth < 3:
                waiting.append((n + 1, depth + 1))
        return total
    """,
    "pair_is_saved": """
        pairs = [(card, place) for place, card in enumerate(self.cards)]
        first = pairs[0]
        pairs.sort()
        last = pairs.pop()
        pairs.append((9, 9))
        return first[0] * 100 + first[1] * 10 + last[0] + last[1]
    """,
    "many_spots": """
        spots = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
        near = [(x + dx, y + dy) for x, y in spots[:2] for dx, dy in ((0, 1), (1, 0))]
        good = [spot for spot in near if spot in spots]
        return len(good) * 10 + len(spots) + sum(x * y for x, y in good)
    """,
    "slots_in_pairs": """
        pairs = [(slot, n) for n, slot in enumerate(self.slots)]
        empty = [n for slot, n in pairs if slot is None]
        return len(empty) * 10 + sum(n for slot, n in pairs if slot)
    """,
    "stable_pairs": """
        pairs = [(card, place) for place, card in enumerate(self.cards)]
        pairs.sort(key=lambda pair: pair[0] % 2, reverse=True)
        return sum(n * n * place for n, (_, place) in enumerate(pairs))
    """,
    "lists_by_key": """
        self.routes = [(card, place) for place, card in enumerate(self.cards)]
        self.routes.sort(key=sum, reverse=True)
        return sum(n * route[0] for n, route in enumerate(self.routes))
    """,
    # dicts
    "counted_cards": """
        counts = {}
        for card in self.cards:
            counts[card] = counts.get(card, 0) + 1
        return sum(k * n for k, n in counts.items()) + max(counts.values()) * 100
    """,
    "counted_by_key": """
        counts = {card: 0 for card in self.cards}
        for card in self.cards:
            counts[card] += 1
        return max(counts, key=counts.get) * 10 + len(counts)
    """,
    "counted_if_in": """
        counts = {}
        for card in self.cards:
            if card in counts:
                counts[card] += 1
            else:
                counts[card] = 1
        return max(counts.values())
    """,
    "from_keys": """
        counts = dict.fromkeys(self.cards, 0)
        for card in self.cards:
            counts[card] += card
        return sum(counts.values()) + list(counts)[0]
    """,
    "keys_with_none": """
        best = dict.fromkeys(range(3))
        best[d % 3] = e
        best[4] = sum(1 for n in best.values() if n is None)
        return best[4] * 10 + sum(n for n in best.values() if n is not None)
    """,
    "computed_keys": """
        worth = {1: d, 2: e, d + 3: 7}
        return worth[1] * 10 + worth[2] + worth[d + 3] + len(worth)
    """,
    "key_put_again": """
        order = {}
        for n in (3, 1, 2):
            order[n] = n
        del order[3]
        order[3] = d
        total = 0
        for n in order:
            total = total * 10 + n
        return total
    """,
    "key_popped": """
        left = {1: d, 2: e}
        taken = left.pop(1) + left.pop(7, 3)
        return taken * 10 + len(left)
    """,
    "first_places": """
        first = {}
        for place, card in enumerate(self.cards):
            first.setdefault(card, place)
        return sum(first.values()) * 10 + first.setdefault(99, d)
    """,
    "order_by_dict": """
        worth = {card: card % 3 for card in self.cards}
        total = 0
        for card in sorted(worth, key=lambda c: (worth[c], -c)):
            total = total * 7 + card
        return total
    """,
    "dict_of_itself": """
        worth = {card: card % 3 for card in self.cards}
        worth = {k: v + len(worth) for k, v in worth.items() if v}
        return sum(worth.values()) * 10 + len(worth)
    """,
    "dict_in_loop": """
        total = 0
        for n in range(3):
            counts = {}
            for card in self.cards:
                counts[card % (n + 1)] = counts.get(card % (n + 1), 0) + 1
            total = total * 10 + len(counts) + counts.get(0, 0)
        return total
    """,
    "dict_again": """
        counts = {1: d}
        if e:
            counts = {2: e, 3: d}
        return sum(counts) * 10 + sum(counts.values())
    """,
    "second_name_of_dict": """
        counts = {1: d}
        same = counts
        same[2] = e
        return len(counts) * 10 + sum(counts.values())
    """,
    "copies_of_dict": """
        counts = {1: d}
        same = dict(counts)
        same[2] = e
        other = counts.copy()
        other[3] = 1
        return len(counts) * 10 + sum(same.values()) + len(other)
    """,
    "dict_kept": """
        counts = {}
        for card in self.cards:
            counts[abs(card)] = 1
        self.marks = counts
        return len(self.marks)
    """,
    "dict_kept_of_itself": """
        self.marks = {k: v + len(self.marks) for k, v in self.marks.items() if v < 90}
        return len(self.marks)
    """,
    "dicts_joined": """
        all_of = {**self.marks, 1: d, **{2: e}}
        return sum(all_of.values()) + len(all_of)
    """,
    "dicts_updated": """
        own = {1: d}
        own |= {2: e}
        own.update({3: 1})
        return sum(own.values())
    """,
    "dicts_compared": """
        own = {1: d, 2: e}
        other = {2: e}
        other[1] = d
        return int(own == other) * 2 + int(own != {1: d})
    """,
    "dict_of_pairs": """
        own = dict(zip(self.cards, range(5)))
        return sum(k * v for k, v in own.items())
    """,
    "most_of_pairs": """
        own = {card: card % 3 for card in self.cards}
        return max(own.items(), key=lambda pair: pair[1])[0]
    """,
    "values_change_in_loop": """
        own = {card: 1 for card in self.cards}
        for card in own:
            own[card] += 2
        return sum(own.values())
    """,
    "halves_by_key": """
        own = {card: card / 2 for card in self.cards}
        for card in own:
            own[card] += 0.5
        return int(sum(own.values()) * 2)
    """,
    "one_of_two_dicts": """
        own = {1: d} if d > 0 else {2: e}
        return sum(own) + sum(own.values())
    """,
    "drawn_keys": """
        own = {}
        own[self.chance.below(4)] = self.chance.below(9)
        own[self.chance.below(4)] = own.get(self.chance.below(4), 5)
        return sum(own) * 100 + sum(own.values())
    """,
    "numbered_keys": """
        own = {}
        for card in self.cards:
            own[card] = len(own)
        return sum(k * v for k, v in own.items())
    """,
    "length_before_key": """
        self.marks[e + 50] = len(self.marks)
        self.marks[e + 60] = 1 if e + 60 in self.marks else 2
        return self.marks[e + 50] * 10 + self.marks[e + 60]
    """,
    "copy_of_attribute": """
        copy = dict(self.marks)
        copy[e + 70] = d
        return self.marks.get(e + 70, 77) + len(self.marks)
    """,
    "same_key_twice": """
        return len({d: 1, e: 2}) * 10 + {1: d, e: 5}[1]
    """,
    "key_of_attribute": """
        return int(self.marks == {0: 1}) + len(self.marks | {e + 80: 2})
    """,
    "helper_gets_dict": """
        counts = {}
        for card in self.cards:
            counts[card] = card % 3
        return self.weighted(counts) * 100 + self.weighted({1: d, 2: e})
    """,
    "helper_returns_dict": """
        counts = self.counted(self.cards)
        return max(counts.values()) * 10 + counts[self.cards[0]]
    """,
    "counter_of_cards": """
        counts = Counter(self.cards)
        return counts[2] * 10 + counts[99] + len(counts)
    """,
    "counter_asked_at_once": """
        return Counter(self.cards)[self.cards[0]] + Counter(card % 2 for card in self.cards)[1] * 10
    """,
    "most_common_card": """
        counts = Counter(self.cards)
        return counts.most_common(1)[0][0] * 10 + counts.most_common(1)[0][1]
    """,
    "most_common_in_order": """
        total = 0
        for card, n in Counter(self.cards).most_common():
            total = total * 3 + card * n
        return total
    """,
    "two_most_common": """
        return sum(n for card, n in Counter(self.cards).most_common(2))
    """,
    "counter_counts": """
        counts = Counter()
        for card in self.cards:
            counts[card % 3] += 1
        counts[77] += len(counts)
        return sum(k * n for k, n in counts.items()) + max(counts.values())
    """,
    "counter_total": """
        counts = Counter(self.cards)
        return counts.total() + max(counts, key=counts.get)
    """,
    "counter_without": """
        counts = Counter(self.cards)
        del counts[d]
        del counts[99]
        return len(counts)
    """,
    "default_of_zero": """
        counts = defaultdict(int)
        for card in self.cards:
            counts[card] += 1
        n = counts[99]
        return len(counts) * 10 + n + max(counts.values())
    """,
    "default_before_value": """
        counts = defaultdict(int)
        counts[d] += len(counts)
        return counts[d] * 10 + counts[e] + len(counts)
    """,
    "default_of_five": """
        counts = defaultdict(lambda: 5)
        counts[d] += 1
        return counts[d] * 10 + counts[e]
    """,
    "helper_fills_dict": """
        counts = {}
        self.count_one(counts, d)
        self.count_one(counts, e)
        return len(counts) * 10 + sum(counts.values())
    """,
    "argument_in_branch": """
        return self.some_or_one([d, e], d) * 10 + self.some_or_one(self.cards, e)
    """,
    "pairs_in_order": """
        worth = {card: card % 3 for card in self.cards}
        total = 0
        for card, n in sorted(worth.items(), key=lambda pair: (pair[1], pair[0])):
            total = total * 5 + card + n
        return total
    """,
    "spots_as_keys": """
        own = {}
        for n in self.cards:
            own[n, d] = own.get((n, d), 0) + 1
        return max(own.values()) * 10 + len(own)
    """,
    "walk_of_spots": """
        seen = {(0, 0): 0}
        x, y = 0, 0
        for card in self.cards:
            x, y = (x + card) % 3 - 1, (y + d) % 2
            if (x, y) not in seen:
                seen[x, y] = len(seen)
        return sum((a * 3 + b) * n for (a, b), n in seen.items()) + len(seen)
    """,
    "best_spot_of_dict": """
        worth = {(a, b): (a * d + b * e) % 7 for a in range(3) for b in range(3)}
        best = max(worth, key=worth.get)
        a, b = best
        return a * 10 + b + worth[best]
    """,
    "spots_in_order": """
        worth = {(a, b): (a * d + b * e) % 7 for a in range(3) for b in range(3)}
        total = 0
        for spot in sorted(worth, key=lambda s: (worth[s], s)):
            total = (total * 5 + spot[0] * 3 + spot[1]) % 997
        return total
    """,
    "spots_taken_out": """
        worth = {(1, 2): d, (e, 3): 4}
        del worth[1, 2]
        worth.pop((9, 9), 0)
        return len(worth)
    """,
    "triples_as_keys": """
        worth = {}
        for a in self.cards:
            worth[a, d, -e] = a
        return sum(x * 2 + y + z for x, y, z in worth)
    """,
    "spots_counted": """
        counts = Counter((card % 2, card % 3) for card in self.cards)
        best, n = counts.most_common(1)[0]
        return best[0] * 100 + best[1] * 10 + n
    """,
    "spots_go_on": """
        own = {(1, 2): d, (3, e): 4}
        total = 0
        for spot in own:
            total = total * 10 + spot[0] * spot[1]
            own[spot] = total
        return sum(own.values())
    """,
    "pairs_by_card": """
        own = {}
        for card in self.cards:
            own[card] = (card % 3, d)
        a, b = own[self.cards[0]]
        return a * 10 + b + sum(x for x, y in own.values())
    """,
    "way_back": """
        parents = {(0, 0): (9, 9)}
        spot = (0, 0)
        for card in self.cards:
            new = (abs(card), len(parents))
            parents[new] = spot
            spot = new
        n = 0
        while spot != (9, 9):
            n += spot[0]
            spot = parents[spot]
        return n
    """,
    "grouped_cards": """
        groups = {}
        for card in self.cards:
            groups.setdefault(card % 2, []).append(card)
        total = sum(len(own) * key for key, own in groups.items())
        return total * 10 + max(len(own) for own in groups.values())
    """,
    "groups_of_attribute": """
        self.groups.setdefault(e % 2, []).append(d)
        if len(self.groups[e % 2]) > 5:
            self.groups[e % 2] = []
        return len(self.groups[e % 2])
    """,
    "groups_by_default": """
        groups = defaultdict(list)
        for card in self.cards:
            groups[card % 2].append(card)
        return sum(groups[0]) * 10 + len(groups[1])
    """,
    "sets_by_default": """
        groups = defaultdict(set)
        for card in self.cards:
            groups[card % 2].add(card)
        return sum(groups[0]) * 10 + len(groups[1])
    """,
    "groups_made": """
        groups = {n: [card for card in self.cards if card % 3 == n] for n in range(3)}
        return sum(sum(g) * k for k, g in groups.items()) + len(groups[0])
    """,
    "group_if_in": """
        groups = {}
        for card in self.cards:
            if card % 2 not in groups:
                groups[card % 2] = []
            groups[card % 2].append(card)
        return sum(groups.get(0, [5])) + sum(groups[self.cards[0] % 2]) * 10
    """,
    "group_with_name": """
        groups = {1: [d], 2: []}
        own = groups[1]
        own.append(e)
        groups[2].append(3)
        return sum(groups[1]) * 10 + len(groups[1])
    """,
    "grid_of_zeros": """
        grid = [[0] * 3 for _ in range(2)]
        grid[e % 2][1] += d
        grid[1][2] = e
        return sum(sum(row) for row in grid) * 10 + grid[e % 2][1]
    """,
    "rows_written_out": """
        grid = [[d, e], [1]]
        grid.append([5, 6, 7])
        grid[0], grid[1] = [2], [d, d]
        return sum(len(row) * sum(row) for row in grid)
    """,
    "rows_from_helper": """
        rows = self.rows_of(d)
        rows[0].append(4)
        return sum(map(sum, rows)) + len(rows)
    """,
    "groups_from_helper": """
        groups = self.grouped(self.cards)
        return sum(len(g) * k for k, g in groups.items())
    """,
    "groups_filled_by_helper": """
        groups = {}
        self.group_one(groups, d)
        self.group_one(groups, e)
        return sum(len(g) * k for k, g in groups.items())
    """,
    "largest_group": """
        groups = {}
        for card in self.cards:
            groups.setdefault(card % 2, []).append(card)
        best = max(groups, key=lambda k: len(groups[k]))
        total = 0
        for card in sorted(groups[best]):
            total = total * 3 + card
        return total
    """,
    "group_taken_out": """
        groups = {1: [d], 2: [e, 5], 3: []}
        del groups[1]
        groups[1] = [7]
        return sum(k * len(g) for k, g in groups.items()) + list(groups)[0]
    """,
    "group_popped": """
        groups = {1: [d], 2: [e]}
        own = groups.pop(7, [3]) + groups.pop(2, [])
        return sum(own) * 10 + len(groups)
    """,
    "dict_of_dicts": """
        own = {1: {2: d}, 3: {4: e}}
        own[1][5] = 7
        return own[1][2] + len(own[1])
    """,
    "spots_around": """
        spots = {(0, 0): [(0, 1), (1, 0)], (0, 1): [(0, 0)]}
        return len(spots[0, 0]) + sum(x for x, y in spots[0, 0])
    """,
    "pair_or_other": """
        own = {1: (d, e)}
        a, b = own.get(d, (7, 8))
        return a * 10 + b
    """,
    "longest_row": """
        rows = [[d], [e, 2]]
        longest = []
        for row in rows:
            if len(row) > len(longest):
                longest = row
        return sum(longest)
    """,
    "best_row": """
        rows = [[d], [e, 2]]
        return max(rows, key=len)[0] + sum(min(rows, key=sum))
    """,
    "first_seen": """
        seen = []
        for card in self.cards:
            if (card, d) not in seen:
                seen.append((card, d))
        return len(seen)
    """,
    "best_first_none": """
        best = None
        for place, card in enumerate(self.cards):
            pair = (card % 3, place)
            if best is None or pair[0] > best[0] or (pair[0] == best[0] and pair[1] > 2):
                best = pair
        return best[0] * 10 + best[1]
    """,
    "last_pair_grows": """
        runs = []
        for card in sorted(self.cards):
            if runs and runs[-1][0] == card % 3:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((card % 3, 1))
        return len(runs) * 10 + max(n for _, n in runs)
    """,
    "empty_forever": """
        pairs = []
        total = 0
        for a, b in pairs:
            total += a * b
        return total + len(pairs) + ((d, e) in pairs) + pairs.count((1, 2))
    """,
    "toggled": """
        chosen = set()
        for card in self.cards:
            spot = (card % 2, e)
            if spot in chosen:
                chosen.remove(spot)
            else:
                chosen.add(spot)
        return len(chosen)
    """,
    "search_of_spots": """
        ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
        seen, waiting = {(0, 0)}, [(0, 0)]
        while waiting:
            x, y = waiting.pop(0)
            for dx, dy in ways:
                spot = (x + dx, y + dy)
                if 0 <= spot[0] < 3 and 0 <= spot[1] < 3 and spot not in seen and spot != (1, d):
                    seen.add(spot)
                    waiting.append(spot)
        return len(seen)
    """,
    "fraction_by_second_name": """
        halves = []
        same = halves
        same.append(0.5)
        same.append(d / 4)
        return int(sum(halves) * 4)
    """,
    "pair_as_argument_changes": """
        return self.walked((d, e), 3) * 10 + self.walked((1, 1), e)
    """,
    # lists of lists
    "grouped": """
        groups = [[] for _ in range(3)]
        for card in self.cards:
            groups[card % 3].append(card)
        groups[e % 3].append(d)
        longest = max(groups, key=len)
        return sum(n * sum(group) for n, group in enumerate(groups)) * 10 + len(longest)
    """,
    "grid_of_numbers": """
        grid = [[0] * 3 for _ in range(2)]
        grid[e % 2][d % 3] += 1
        grid[0][2] = grid[1][0] + 5
        columns = [sum(row[x] for row in grid) for x in range(3)]
        grid[1] = [d, e, 1]
        grid.append([1, 1])
        return sum(sum(row) for row in grid) * 10 + columns[2] + len(grid[-1])
    """,
    "copied_hands": """
        hands = [hand[:] for hand in self.hands]
        hands[0].append(d)
        hands[1][0:1] = [e, e]
        self.hands[0].append(1)
        self.hands[0].pop()
        return sum(map(sum, hands)) * 10 + len(self.hands[0]) % 10 + len(hands[0])
    """,
    "hands_in_order": """
        total = 0
        for hand in sorted(self.hands, key=len):
            total = total * 7 + len(hand) + sum(hand)
        order = sorted(self.hands, key=lambda hand: (sum(hand) % 3, len(hand)), reverse=True)
        full = [hand for hand in self.hands if len(hand) > 1]
        return total % 1000 + len(order[0]) * 3 + sum(len(hand) for hand in full)
    """,
    "lists_moved": """
        groups = [[card, n] for n, card in enumerate([*self.cards, 1, 2])]
        groups.sort(key=sum)
        first = list(groups.pop(0))
        first.append(4)
        groups.insert(1, [9, d])
        groups.reverse()
        groups[0], groups[1] = groups[1], groups[0]
        groups = [group for group in groups if group[0] > d] + [first]
        return sum(n * sum(group) for n, group in enumerate(groups))
    """,
    "runs": """
        runs, run = [], []
        for card in sorted(self.cards):
            if run and card > run[-1] + 1:
                runs.append(run)
                run = []
            run.append(card)
        runs.append(run)
        return len(runs) * 10 + max(len(run) for run in runs)
    """,
    "rows_of_pairs": """
        rows = [[(card, n) for n in range(2)] for card in [*self.cards, 1][:3]]
        rows[0].append((d, e))
        return sum(a * b for row in rows for a, b in row) + len(rows[0])
    """,
    "sets_in_list": """
        seen = [set() for _ in range(2)]
        for card in self.cards:
            seen[card % 2].add(card % 3)
        return len(seen[0]) * 10 + len(seen[1]) + (2 in seen[0])
    """,
    "lists_to_helper": """
        rows = self.rows_of(e)
        rows[0].append(d)
        self.fill_row(rows, 3)
        return sum(sum(row) for row in rows) * 10 + len(rows)
    """,
    "row_by_name": """
        grid = [[0] * 3 for _ in range(3)]
        for y, row in enumerate(grid):
            row[y] = d
            row.append(y)
        first = grid[0]
        first[1] = 7
        return sum(grid[0]) * 100 + sum(grid[1]) + sum(grid[2])
    """,
    "halves_in_lists": """
        shares = [[], [0.5]]
        for card in self.cards:
            shares[card % 2].append(card / 2)
        return int(sum(map(sum, shares)) * 2)
    """,
    "kept_lists": """
        groups = [[1], [2, d]]
        groups[0].append(e)
        self.routes = groups
        return sum(map(sum, self.routes))
    """,
    "equal_lists": """
        groups = [[card % 2, 1] for card in [*self.cards, 1]]
        return ([1, 1] in groups) * 10 + groups.count([0, 1]) + (groups[0] == [1, 1])
    """,
    "lists_exchanged": """
        first, second = self.hands
        total = len(first) * 10 + len(second)
        self.hands[0], self.hands[1] = self.hands[1], self.hands[0]
        self.hands[e % 2].append(d)
        return total * 10 + sum(self.hands[0]) + sum(self.hands[1]) * 3
""",
    "attributes_exchanged": """
        self.cells, self.spare = self.spare, self.cells
        self.spare.append(d)
        self.cells, self.spare = self.spare, self.cells
        self.pot, self.place = self.place % 3, self.pot % 3
        return sum(self.cells.pop() * 10 for _ in range(1)) + sum(self.spare) + self.pot
    """,
    "items_exchanged": """
        pairs = [(card, n) for n, card in enumerate([*self.cards, 1, 2, 3, 4])]
        pairs[0], pairs[-1] = pairs[-1], pairs[0]
        a, b = self.chance.below(4), self.chance.below(4)
        pairs[a], pairs[b] = pairs[b], pairs[a]
        halves = [card / 2 for card in [*self.cards, 1, 2, 3, 4]]
        halves[a], halves[b] = halves[b], halves[a]
        rows = [[1], [2, 3], [d]]
        rows[0], rows[e % 3] = rows[e % 3], rows[0]
        return sum(n * x * y for n, (x, y) in enumerate(pairs)) + int(halves[a] * 2) + sum(rows[0])
""",
    # infinite numbers and math
    "lowest_from_infinity": """
        best = float("inf")
        for card in self.cards:
            if card < best:
                best = card
        return best
    """,
    "place_of_most": """
        best, at = float("-inf"), None
        for place, card in enumerate(self.cards):
            if card > best:
                best, at = card, place
        return at
    """,
    "infinity_that_stays": """
        low = math.inf
        for card in self.cards:
            if card > 4 and card < low:
                low = card
        return -1 if low == math.inf else low
    """,
    "infinite_default": """
        low = min((card for card in self.cards if card > 3), default=math.inf)
        return 0 if low == math.inf else low
    """,
    "floor_and_ceiling": """
        return math.floor(d / 2) * 10 + math.ceil(d / 3)
    """,
    "square_roots": """
        return int(math.sqrt(e)) * 10 + math.isqrt(e * 7)
    """,
    "greatest_common": """
        return math.gcd(d, e)
    """,
    "infinite_list": """
        best = [math.inf] * 3
        best[e % 3] = d
        return min(best) if min(best) < math.inf else 9
    """,
    "infinite_attribute": """
        self.low = math.inf
        for card in self.cards:
            if card < self.low:
                self.low = card
        return self.low
    """,
    "infinity_or_half": """
        low = math.inf
        for card in self.cards:
            low = min(low, card / 2)
        return int(low * 2)
    """,
    "infinite_fraction": """
        low = math.inf
        if d > 0:
            low = d / 2
        return 1 if low == math.inf else int(low * 2)
    """,
    "infinities_in_order": """
        row = [*self.cards, math.inf, -math.inf]
        row.sort()
        return row[1] * 10 + row[-2]
    """,
    "infinity_returned": """
        return self.lowest(d) if d > 0 else 3
    """,
    "infinity_or_none": """
        best = None if d > 0 else math.inf
        return 1 if best is None else 2 if best == math.inf else 3
    """,
    "infinity_for_nothing": """
        low = (e or math.inf)
        return 5 if low == float("inf") else low
    """,
    "infinite_key": """
        best = min(self.cards, key=lambda card: card if card > 0 else math.inf)
        return best
    """,
    # constants of the module and of the class
    "member_in_attribute": """
        self.phase = Phase.BUY if d > 0 else Phase.SELL
        return 1 if self.phase is Phase.BUY else 2
    """,
    "member_of_two": """
        phase = Phase.BUY if d > 0 else Phase.SELL
        return phase in (Phase.BUY, Phase.END)
    """,
    "whole_member": """
        return Level.HIGH + d * Level.LOW
    """,
    "members_in_a_loop": """
        return sum(side.value * (d + 9) for side in Side)
    """,
    "member_as_argument": """
        return self.price_of(Phase.SELL, d) + self.price_of(Phase.BUY, e)
    """,
    "following_member": """
        phases = list(Phase)
        phase = phases[(phases.index(Phase.BUY) + e) % 3]
        return phase is Phase.END
    """,
    "member_as_key": """
        phase = Phase.BUY if d > 0 else Phase.END
        return PRICES[phase] + PRICES[Phase.SELL]
    """,
    "member_or_none": """
        phase = None
        if d > 0:
            phase = Phase.SELL
        return 1 if phase is None else 2 if phase is Phase.SELL else 3
    """,
    "members_in_a_list": """
        done = [Phase.BUY, Phase.SELL]
        done.append(Phase.END if d > 0 else Phase.BUY)
        return done.count(Phase.BUY) + (Phase.END in done)
    """,
    "value_of_member": """
        row, col = Way.DOWN.value
        way = Way.UP if d > 0 else Way.DOWN
        return row * 10 + way.value[0]
    """,
    "member_that_is_a_word": """
        kind = Kind.A if d > 0 else Kind.B
        return 1 if kind == "a" else 2
    """,
    "named_tuple": """
        return CORNER.row * 10 + CORNER.col + d
    """,
    "named_tuple_by_word": """
        self.mood = MOODS[e % 3]
        return GOODS[self.mood].cost
    """,
    "named_tuples_in_a_loop": """
        return sum(good.cost * d for good in ALL_GOODS if good.name != "wood")
    """,
    "frozen_object_by_number": """
        return BOTH_LIMITS[e % 2].most
    """,
    "named_tuple_in_variable": """
        good = GOODS[MOODS[e % 3]]
        if good.cost > 4 and good.name == "iron":
            return good.cost
        return 0
    """,
    "frozen_object_of_class": """
        return self.RULES.most + d
    """,
    "item_of_board": """
        return BOARD[e % 3][d % 3]
    """,
    "row_of_board": """
        return sum(BOARD[e % 3])
    """,
    "board_from_its_end": """
        return BOARD[-1][-e % 3 - 1]
    """,
    "pair_by_word": """
        self.mood = MOODS[e % 3]
        return COST[self.mood][d % 2]
    """,
    "pair_unpacked": """
        low, high = COST[MOODS[e % 3]]
        return low * 10 + high
    """,
    "lists_of_any_length": """
        return sum(NEIGHBOURS[e])
    """,
    "table_of_tables": """
        return TABLE["a" if d > 0 else "b"]["x" if e > 1 else "y"]
    """,
    "constant_set": """
        return e in PRIMES
    """,
    "table_of_fractions": """
        return int(RATES[e] * 8) + int(SHARES["calm" if d > 0 else "wild"] * 4)
    """,
    "table_with_none": """
        worth = MAYBE[e]
        return 7 if worth is None else worth
    """,
    "table_in_place": """
        return {"calm": 1, "rough": 2, "wild": 3}[MOODS[e % 3]]
    """,
    "class_of_the_game": """
        return type(self).LIMIT + d
    """,
    "method_of_class": """
        return self.limited(d + 3)
    """,
    "method_without_game": """
        return self.raised_to(d) + self.raised_to(e, 3) + Idioms.raised_to(2)
    """,
    "arguments_by_star": """
        pair = (d, e)
        return self.pair_of(*pair)
    """,
    "lambda_of_the_module": """
        return raised(d) * 100 + raised(e, by=d)
    """,
    # texts
    "truth_of_text": """
        self.mood = MOODS[e % 3] if e else ""
        word = self.mood or "calm"
        return (1 if self.mood else 2) * 10 + MOODS.index(word)
    """,
    "map_of_two_lists": """
        return sum(map(lambda a, b: a * b, self.cards, self.cells))
    """,
    # functions of itertools
    "rows_one_after_the_other": """
        return sum(chain.from_iterable(self.hands))
    """,
    "chain_that_is_left": """
        total = 0
        for card in chain(self.cards, self.cells, [d]):
            if card == 4:
                break
            total = total * 2 + card
        return total
    """,
    "chain_of_all": """
        return max(chain(self.cards, [d])) + len(set(chain(*self.hands)))
    """,
    "pairs_until_the_end": """
        n = 0
        for a, b in combinations(self.cards, 2):
            if a == b:
                continue
            n += a * b
            if n > 9:
                break
        else:
            n = 50
        return n
    """,
    "first_pair": """
        for a, b in combinations(self.cards, 2):
            if a + b > d:
                return a * 10 + b
        return 77
    """,
    "first_pair_inside": """
        def first(n):
            for a, b in combinations(self.cards, 2):
                if a + b > n:
                    return a * 10 + b
            return 77
        return first(d) + first(e + 9)
    """,
    "pairs_of_what_changes": """
        n = 0
        for a, b in combinations(self.cells, 2):
            self.cells[2] += 1
            n += a * 10 + b
        return n
    """,
    "pairs_that_draw": """
        return sum(self.chance.below(3) * a + b for a, b in combinations(self.cards[:3], 2))
    """,
    "pairs_of_a_generator": """
        return sum(a * b for a, b in combinations((card + 1 for card in self.cards), 2))
    """,
    "orders_of_three": """
        return max(a * 100 + b * 10 + c for a, b, c in permutations(self.cells, 3))
    """,
    "objects_of_a_frozen_dataclass": """
        own = Limits(4) if d > 0 else Limits(6, least=2)
        limits = [own, LIMITS, Limits(6, 2)]
        worth = {own: d}
        worth[LIMITS] = e
        self.pot += max(limits, key=lambda each: each.most).least + worth.get(own, 9)
        return own.most + 10 * limits.count(LIMITS) + (own in BOTH_LIMITS) + len(worth)
    """,
    "methods_of_known_objects": """
        best = max([Limits(4), BOTH_LIMITS[e % 2]], key=lambda each: each.total(3))
        return best.least * 100 + LIMITS.total(d) + BOTH_LIMITS[e % 2].total(1)
    """,
    "hands_with_names_passed_on": """
        first, *others = self.hands
        self.hands = [*others, first]
        self.hands[0].append(d)
        *rest, last = self.hands
        self.hands = [last] + rest
        one, other = self.hands
        self.hands = [other, one]
        return sum(self.hands[0]) * 10 + sum(self.hands[1])
    """,
    "permutations_of_all": """
        for a, b in permutations([d, e]):
            self.pot += a * 3 + b
        return self.pot + sum(a * b - c for a, b, c in permutations([d, e, 7]))
    """,
    "threes_that_fit": """
        return sum(1 for a, b, c in combinations(sorted(self.cards), 3) if a + b > c if a != b)
    """,
    "all_of_three": """
        return sum(a * b * c for a, b, c in product((1, 2), (d, e), range(2)))
    """,
    "all_with_itself": """
        return any(a + b == 5 and a != b for a, b in product(self.cards, repeat=2))
    """,
    "neighbours_in_a_list": """
        n = 0
        for a, b in pairwise(self.cards):
            if b > a:
                n += 1
        return n
    """,
    "sums_so_far": """
        return any(total > 6 for total in accumulate(self.cards))
    """,
    "next_pair": """
        return next((a * 10 + b for a, b in combinations(self.cards, 2) if a > b), 99)
    """,
    "products_of_all": """
        return math.prod(card or 1 for card in self.cards) + math.prod(self.cells, start=2)
    """,
    "generator_of_a_generator": """
        card = 7
        return sum(card for card in (card * 2 for card in self.cards)) + card
    """,
    # sets, and functions inside
    "sets_joined": """
        seen = set()
        seen |= {d}
        size = len(seen.union([e], self.cards)) * 10 + len(seen ^ {e})
        return size + (seen < {d, e}) + (seen >= {d})
    """,
    "sets_within": """
        return set(self.cards).issuperset([d]) + set(self.cards).isdisjoint([d, e])
    """,
    "first_that_is_free": """
        return sorted(set(range(9)).difference(self.cards))[0]
    """,
    "named_defaults": """
        def worth(n, *, by=d, plus=1):
            return n * by + plus
        return worth(2) + worth(e, plus=5, by=3)
    """,
    "variables_inside_that_change_places": """
        def divisor(one, other):
            while other:
                one, other = other, one % other
            return one
        def steps(a, b, c):
            for _ in range(3):
                a, b, c = c, a + b, b
            return a * 100 + b * 10 + c
        return divisor(d * 6, e * 4) * 1000 + steps(d, e, 1)
    """,
    "argument_that_is_given_another_value": """
        n = d
        def tripled(x):
            return x + (x := 3) * 10 + x
        def add(k):
            nonlocal n
            n += k
            return n
        return tripled(d) * 10000 + (n + add(e) * 10 + n) + tripled(e) * 100
    """,
    "functions_of_math_that_count": """
        ways = math.comb(e + 3, e) + 100 * math.perm(e + 1, 2) + math.factorial(e)
        return ways * 10 + math.comb(2, e) + math.perm(2, e) + math.gcd(d * 6, e * 4)
    """,
    "last_entry_of_a_dict": """
        worth, total = {(d, e): 4, (e, d): 2}, 0
        while worth:
            (x, y), n = worth.popitem()
            total = total * 10 + x * y + n
        self.marks[e] = d
        key, mark = self.marks.popitem()
        self.marks[key] = mark
        groups = {1: [d], 3: [e, 2]}
        last, group = groups.popitem()
        group.append(4)
        return total * 100 + key * 10 + mark + last * sum(group)
    """,
    "counters_calculated": """
        left = Counter(self.cards) - Counter(self.cells)
        own = Counter(self.cards)
        other = Counter([d, e])
        total = 0
        both = own + other
        both += Counter([e])
        for card, n in (both | other).items():
            total = (total * 3 + card * n) % 9973
        common = own & other
        return total * 100 + len(common) * 10 + left[d] + (not other - own)
    """,
    "counters_compared": """
        own = Counter(self.cards)
        turned = Counter(self.cards[::-1])
        own[77] += 0
        is_paid = Counter([d]) <= own
        return (own == turned) * 4 + is_paid * 2 + (own != Counter(self.cells)) + (own >= turned)
    """,
    "counters_changed": """
        own = Counter(self.cards)
        own.update([d, e])
        own.subtract(self.cells)
        other = Counter()
        other.update(own)
        other.subtract(Counter(self.cards))
        return sum(card * n for card, n in other.items()) * 100 + sum(own.elements())
    """,
    "default_that_changes_something": """
        first = next((card for card in self.cards if card > d), self.bonus(e))
        other = next((card for card in self.some_cards(self.pot % 3)), self.bonus(1))
        most = max((card for card in self.some_cards(d)), default=self.bonus(e))
        return first * 10000 + other * 1000 + most * 100 + self.pot
    """,
    "arguments_of_any_number": """
        def total(first, *others):
            return first * 10 + sum(others) + len(others)
        return total(d) + total(d, e) + total(d, e, 3)
    """,
    "default_before_change": """
        factor = e
        def scaled(n, by=factor):
            return n * by + factor
        factor = 9
        return scaled(d)
    """,
    "default_of_lambda": """
        factor = e
        f = lambda n, by=factor: n * by
        factor = 9
        return f(d)
    """,
}

REFUSED = {
    "list_in_the_order_of_a_set": (
        "own = []\nfor n in self.seen:\n    own += [n]\nreturn own[0]",
        "write sorted(...)",
    ),
    "sum_that_reads_itself": (
        "total = 1\nfor n in self.seen:\n    total += total * n\nreturn total",
        "write sorted(...)",
    ),
    "last_of_a_set": (
        "total = 1\nfor n in self.seen:\n    total += n\nreturn n",
        "write sorted(...)",
    ),
    "sum_of_halves": ("return int(sum(n / 3 for n in self.seen))", "write sorted(...)"),
    "name_deleted_and_read": ("worth = d\nif d:\n    del worth\nreturn worth", "leave the del out"),
    "ship_put_back_and_changed": (
        "ship = self.ships.pop(0)\nself.ships.append(ship)\nship.cargo += 1\nreturn 1",
        "second name",
    ),
    "best_ship_that_moves": (
        "best = None\nfor ship in self.ships:\n    if best is None or ship.cargo > best.cargo:\n"
        "        best = ship\nself.ships.append(self.ships.pop(0))\nreturn best.cargo",
        "second name for an object",
    ),
    "ship_of_the_turn_before": (
        "best, n = None, 0\nwhile n < 4:\n    n += 1\n    if best is not None:\n"
        "        best.cargo += n\n    best = self.ships[n % 2]\n"
        "    self.ships.append(self.ships.pop(0))\nreturn 1",
        "second name for an object",
    ),
    "ship_read_after_it_is_sunk": (
        "for ship in self.ships:\n    if ship.cargo > d:\n        self.ships.remove(ship)\n"
        "        self.pot += ship.cargo\nreturn 1",
        "second name for an object",
    ),
    "hand_read_after_it_moved": (
        "for hand in self.hands:\n    self.hands.sort(key=len)\n    hand.append(d)\nreturn 1",
        "is a second name",
    ),
    "ship_or_none_in_other_list": (
        "ship = None\nif d:\n    ship = self.ships.pop()\nreturn 0 if ship is None else 1",
        "now None, now a list or an object",
    ),
    "ships_in_a_list_of_the_function": (
        "big = []\nfor ship in self.ships:\n    big.append(ship)\nreturn len(big)",
        "keep an object in one place only",
    ),
    "ship_read_after_it_is_taken_out": (
        "for ship in list(self.ships):\n    self.ships.remove(ship)\n    self.pot += ship.cargo\n"
        "return 1",
        "second name for an object",
    ),
    "ships_ordered_while_they_are_sunk": (
        "for ship in list(self.ships):\n    self.ships.remove(ship)\n"
        "    self.ships.sort(key=lambda ship: ship.cargo)\nreturn 1",
        "change it after the loop",
    ),
    "new_ship_counted_before_it_is_kept": (
        "ship = Ship(d)\nship.cargo = len(self.ships)\nself.ships.append(ship)\nreturn 1",
        "without reading that list before",
    ),
    "new_ship_counted_by_another_name": (
        "ships = self.ships\nship = Ship(d)\nship.cargo = len(ships)\nself.ships.append(ship)\n"
        "return 1",
        "without reading that list before",
    ),
    "new_ship_that_is_perhaps_kept": (
        "ship = Ship(d)\nif e:\n    return 2\nself.ships.append(ship)\nreturn 1",
        "without reading that list before",
    ),
    "argument_that_moves": (
        "return self.cargo_of_sunk(self.ships[0])",
        "second name for an object",
    ),
    "list_of_all_hands": (
        "hands = self.hands\nself.hands = self.hands[1:] + self.hands[:1]\nreturn len(hands[0])",
        "second name",
    ),
    "hands_passed_on_in_their_loop": (
        "for hand in self.hands:\n    self.hands = self.hands[1:] + self.hands[:1]\nreturn 1",
        "go through list(self.hands)",
    ),
    "hand_taken_out_put_back_and_changed": (
        "hand = self.hands.pop(0)\nself.hands.append(hand)\nhand.append(3)\nreturn 1",
        "two names",
    ),
    "ship_taken_out_for_another": (
        "ship = self.ships.pop(0)\nself.ships.append(Ship(3))\nreturn ship.cargo",
        "second name",
    ),
    "taken_out_or_another": (
        "own = self.groups.pop(1, self.hands[0])\nown.append(3)\nreturn len(self.hands[0])",
        "second name",
    ),
    "track_that_changes_in_its_loop": (
        "for place in self.track:\n    self.pot += place\n    self.track.advance(1, 1)\nreturn 1",
        "go through list(self.track)",
    ),
    "old_group": (
        "groups = {1: [d]}\nold = groups[1]\ngroups[1] = [e, 2]\nreturn len(old) * 10 + sum(old)",
        "second name",
    ),
    "group_after_another_went": (
        "groups = {1: [d], 2: [e, 5]}\nown = groups[2]\ndel groups[1]\nreturn sum(own)",
        "second name",
    ),
    "one_list_for_two_keys": (
        "mine = [d]\ngroups = {1: mine, 2: mine}\ngroups[1].append(2)\nreturn len(groups[2])",
        "two names",
    ),
    "one_row_twice": (
        "mine = [d]\nrows = [mine, mine]\nrows[0].append(2)\nreturn len(rows[1])",
        "two names",
    ),
    "row_kept_and_changed": (
        "mine = [d]\nrows = [mine, [2]]\nmine.append(4)\nreturn len(rows[0])",
        "two names",
    ),
    "group_got_and_changed": (
        "groups = {1: [d]}\nown = groups.get(1, [])\nown.append(3)\nreturn len(groups[1])",
        "second name",
    ),
    "lists_of_lists_of_lists": ("grid = [[[d]]]\nreturn grid[0][0][0]", "keep numbers, or places"),
    "spots_and_numbers": ("return len({(1, 2): d, e: 3})", "now a tuple, now a number"),
    "counter_elsewhere": (
        "counts = Counter(self.cards)\nsame = counts\nreturn same[1]",
        "in one variable",
    ),
    "counter_or_dict": (
        "counts = Counter(self.cards)\nif d:\n    counts = {}\nreturn counts.get(1, 0)",
        "at other times",
    ),
    "keys_compared": (
        "own = {1: d}\nreturn int(own.keys() == self.marks.keys())",
        "compare no keys",
    ),
    "counter_of_dict": ("return Counter(self.marks)[0]", "Counter of a dict"),
    "counter_and_dict_joined": (
        "return len(Counter(self.cards) | {1: 2})",
        "in one variable",
    ),
    "calculated_counter_or_dict": (
        "left = Counter(self.cards) - Counter([d])\nif d:\n    left = {}\nreturn left.get(1, 0)",
        "at other times",
    ),
    "counter_changed_by_a_dict": (
        "own = Counter(self.cards)\nown.update({d: 2})\nreturn own[d]",
        "write dict(...)",
    ),
    "columns_of_rows": (
        "return sum(a * b for a, b in zip(*self.hands))",
        "[row[place] for row in rows]",
    ),
    "one_list_by_key": (
        "groups = dict.fromkeys(range(2), [])\ngroups[0].append(d)\nreturn len(groups[1])",
        "the same list several times",
    ),
    "dict_or_list": (
        "own = {1: d}\nif e:\n    own = [d]\nreturn len(own)",
        "now a dict, now a list",
    ),
    "dicts_less": ("return len(self.marks.keys() - {1})", "no such operator"),
    "dict_and_list": ("return int(self.marks == self.cards)", "compare dicts"),
    "text_among_numbers": ("return int('hold' in self.cards)", "among other things"),
    "text_as_key": ("return self.marks.get('hold', 1)", "among other things"),
    "replaced_in_loop": (
        "for card in self.cards:\n    self.cards = [card]\nreturn 1",
        "go through list(self.cards)",
    ),
    "set_in_loop": (
        "total = 0\nfor n in {7, 3, 9}:\n    total = total * 3 + n\nreturn total",
        "sorted",
    ),
    "set_of_cards": ("return [n for n in set(self.cards)][0]", "write sorted(...)"),
    "list_of_set": ("return list({d, e})[0]", "write sorted(...)"),
    "numbered_set": ("return sum(n * m for n, m in enumerate({d, e}))", "write sorted(...)"),
    "found_behind": ("return self.cards.index(d, 2)", "in a whole list only"),
    "named_argument": ("return int(x=d)", "kernels know no x= here"),
    "set_in_attribute": (
        "total = 0\nfor n in self.seen:\n    total = total * 3 + n\nreturn total",
        "write sorted(...)",
    ),
    "best_of_set": ("return max({d, e}, key=lambda n: n % 2)", "write sorted(...)"),
    "draws_over_set": ("return sum(self.chance.below(n + 1) for n in {d, e})", "write sorted(...)"),
    "set_in_pairs": (
        "return sum(a * b for a, b in zip({d, e}, self.cards))",
        "write sorted(...)",
    ),
    "half_in_attribute": ("self.pot = d / 2\nreturn 1", "whole numbers"),
    "half_in_list": ("self.cells[0] = e * 0.5\nreturn 1", "whole numbers"),
    "half_added": ("self.cells[1] += e * 0.5\nreturn 1", "whole numbers"),
    "large_power": ("return (d + 5) % 2**64", "64 bits"),
    "large_shift": ("return (d + 20) % (1 << 64)", "64 bits"),
    "large_number": ("return 20000000000000000000 % (e + 1)", "64 bits"),
    "one_list_twice": ("self.cells = self.cards\nself.cells.append(d)\nreturn 1", "two names"),
    "one_hand_twice": ("self.hands[0] = self.hands[1]\nreturn 1", "two names"),
    "list_kept_as_item": ("self.hands.append(self.cards)\nreturn 1", "two names"),
    "list_in_display": ("self.hands = [self.cards, [1]]\nreturn 1", "two names"),
    "rows_several_times": ("self.hands = [[0] * 3] * 2\nreturn 1", "the same list several times"),
    "given_up_elsewhere": (
        "if d:\n    self.spare = self.cells\nelse:\n    self.cells = [1]\n"
        "self.spare.append(1)\nreturn 1",
        "two names",
    ),
    "kept_and_given_up_late": (
        "self.spare = self.cells\nself.spare.append(1)\nself.cells = []\nreturn 1",
        "two names",
    ),
    "kept_and_sorted": (
        "mine = self.cards[:3]\nself.cells = mine\nmine.sort()\nreturn self.cells[0]",
        "two names",
    ),
    "kept_and_reversed": (
        "mine = self.cards[:3]\nself.cells = mine\nmine.reverse()\nreturn self.cells[0]",
        "two names",
    ),
    "kept_and_changed": (
        "mine = [d]\nself.cells = mine\nmine.append(3)\nreturn len(self.cells)",
        "two names",
    ),
    "one_of_two": (
        "hand = self.cards if d else self.cells\nhand.append(3)\nreturn len(hand)",
        "second name",
    ),
    "hand_by_branch": (
        "if d:\n    hand = self.hands[0]\nelse:\n    hand = self.hands[1]\n"
        "hand.append(3)\nreturn 1",
        "second name",
    ),
    "replaced_by_helper": (
        "old = self.cells\nold.append(1)\nself.renew()\nreturn sum(old)",
        "second name",
    ),
    "returned_list_changed": (
        "hand = self.hand_of(0)\nhand.append(3)\nreturn len(self.hands[0])",
        "second name",
    ),
    "object_that_moves": (
        "ship = self.ships[0]\nself.ships.append(self.ships.pop(0))\nship.cargo += 1\nreturn 1",
        "second name",
    ),
    "copy_is_changed": (
        "self.lengthen(self.cards if d else self.cells, 1)\nreturn 1",
        "is a copy in kernels",
    ),
    "generator_late": (
        "sums = (card * self.pot for card in self.cards)\nself.pot = e\nreturn sum(sums)",
        "write a list",
    ),
    "generator_twice": (
        "sums = (card + 1 for card in self.cards)\nreturn sum(sums) + sum(sums)",
        "write a list",
    ),
    "pairs_twice": (
        "pairs = zip(self.cards, self.cells)\n"
        "return sum(a for a, b in pairs) + sum(b for a, b in pairs)",
        "write a list",
    ),
    "replaced_meanwhile": (
        "self.cells.append(self.renew())\nreturn 1",
        "is a second name",
    ),
    "none_or_list": (
        "row = None\nif d:\n    row = [d]\nreturn 0 if row is None else 1",
        "now None, now a list",
    ),
    "returned_list_in_loop": (
        "for n in self.hand_of(0):\n    self.hands[0][1] += n * 2\nreturn self.hands[0][1]",
        "changes while the loop goes through it",
    ),
    "list_or_none_returned": (
        "cells = self.list_or_none_returned_inner(d)\nreturn 0 if cells is None else len(cells)",
        "return [] for none",
    ),
    "one_list_in_rows": (
        "self.hands = [self.cells for _ in range(2)]\nreturn 1",
        "two names for one list",
    ),
    "list_added_in_display": ("self.hands += [self.cells]\nreturn 1", "two names"),
    "kept_by_helper": ("self.kept_by_helper_inner(self.cards)\nreturn 1", "two names"),
    "list_in_tuple": (
        "best = max((len(hand), hand) for hand in self.hands)\nreturn best[0]",
        "kernels need a number, a text or a row here",
    ),
    "tuple_changed": ("spot = (d, e)\nspot[0] = 3\nreturn spot[0]", "Python changes no tuple"),
    "list_in_two_lists": (
        "big = [hand for hand in self.hands]\nbig[0].append(d)\nreturn len(self.hands[0])",
        "two names for one list",
    ),
    "list_changed_elsewhere": (
        "big = list(self.hands)\nself.hands[0].append(d)\nreturn len(big[0])",
        "two names for one list",
    ),
    "list_of_copy_changed": (
        "for hand in list(self.hands):\n    hand.append(d)\nreturn len(self.hands[0])",
        "two names for one list",
    ),
    "list_in_order_changed": (
        "order = sorted(self.hands, key=len)\n"
        "order[0].append(d)\n"
        "return len(self.hands[0]) + len(self.hands[1]) * 10",
        "two names for one list",
    ),
    "row_twice": (
        "row = [0] * 3\ngrid = [row, row]\ngrid[0][0] = d\nreturn grid[1][0]",
        "two names for one list",
    ),
    "row_each_time": (
        "row = [0] * 3\ngrid = [row for _ in range(3)]\ngrid[0][0] = d\nreturn grid[1][0]",
        "two names for one list",
    ),
    "row_changed_later": (
        "row = [0] * 3\ngrid = []\ngrid.append(row)\nrow[0] = d\nreturn grid[0][0]",
        "two names for one list",
    ),
    "row_changed_by_list": (
        "row = [0] * 3\ngrid = []\ngrid.append(row)\ngrid[0][1] = d\nreturn row[1]",
        "two names for one list",
    ),
    "list_that_moves": (
        "groups = [[1], [2]]\n"
        "g = groups[0]\n"
        "groups.pop(0)\n"
        "g.append(d)\n"
        "return sum(g) * 10 + sum(groups[0])",
        "second name",
    ),
    "list_that_is_replaced": (
        "groups = [[1], [2]]\n"
        "g = groups[0]\n"
        "groups[0] = [7, 8]\n"
        "return sum(g) * 10 + sum(groups[0])",
        "second name",
    ),
    "part_of_lists_changed": (
        "groups = [[1], [2]]\nother = groups[:]\nother[0].append(d)\nreturn sum(groups[0])",
        "two names for one list",
    ),
    "sum_of_lists_changed": (
        "groups = [[1], [2]]\nother = groups + [[3]]\ngroups[0].append(d)\nreturn sum(other[0])",
        "two names for one list",
    ),
    "lists_move_in_loop": (
        "groups = [[1], [2]]\n"
        "for g in groups:\n"
        "    groups.pop(0)\n"
        "    g.append(d)\n"
        "    if len(groups) < 1:\n"
        "        break\n"
        "return len(groups)",
        "second name",
    ),
    "lists_kept_and_changed": (
        "groups = [[1], [2]]\nself.hands = groups\ngroups[0].append(d)\nreturn sum(self.hands[0])",
        "two names for one list",
    ),
    "list_put_into_attribute": (
        "groups = [[1], [2]]\n"
        "self.hands[0] = groups[0]\n"
        "self.hands[0].append(d)\n"
        "return sum(groups[0])",
        "two names for one list",
    ),
    "unpacked_lists_that_move": (
        "groups = [[1], [2]]\n"
        "a, b = groups\n"
        "groups.reverse()\n"
        "a.append(d)\n"
        "return sum(groups[0]) * 10 + sum(groups[1])",
        "second name",
    ),
    "lists_by_branch": (
        "groups = [[1], [2]]\n"
        "rows = groups\n"
        "if d:\n"
        "    rows = [[3]]\n"
        "rows[0].append(d)\n"
        "return sum(groups[0])",
        "two names for one list",
    ),
    "lists_twice": (
        "groups = [[1], [2]]\ngroups = groups * 2\ngroups[0][0] = d\nreturn groups[2][0]",
        "the same list several times",
    ),
    "list_in_two_places": (
        "groups = [[1], [2]]\ngroups[0] = groups[1]\ngroups[0].append(d)\nreturn len(groups[1])",
        "two names for one list",
    ),
    "run_in_each_turn": (
        "run = [1]\n"
        "runs = []\n"
        "for card in self.cards:\n"
        "    runs.append(run)\n"
        "    run.append(card)\n"
        "return len(runs[0])",
        "two names for one list",
    ),
    "put_back_and_changed": (
        "groups = [[card] for card in self.cards]\n"
        "last = groups.pop()\n"
        "groups.append(last)\n"
        "last.append(5)\n"
        "return len(groups[-1])",
        "two names",
    ),
    "unpacked_hands_that_move": (
        "first, second = self.hands\n"
        "self.hands.reverse()\n"
        "first.append(1)\n"
        "return len(self.hands[0])",
        "second name",
    ),
    "exchanged_and_changed": (
        "cells = self.cells\n"
        "self.cells, self.spare = self.spare, self.cells\n"
        "cells.append(d)\n"
        "return len(self.cells)",
        "second name",
    ),
    "exchanged_list_with_name": (
        "groups = [[1], [2], [3]]\n"
        "g = groups[0]\n"
        "groups[0], groups[1] = groups[1], groups[0]\n"
        "g.append(d)\n"
        "return sum(groups[0]) * 10 + sum(groups[1])",
        "second name",
    ),
    "lists_too_deep": (
        "rows = [[[d]], [[e]]]\nreturn rows[0][0][0]",
        "keep numbers, or places",
    ),
    "drawn_from_set": ("return self.chance.pick(list({d, e}))", "write sorted(...)"),
    "generator_in_loop": (
        "numbers = (card + 1 for card in self.cards)\ntotal = 0\n"
        "for _ in range(2):\n    total += sum(numbers)\nreturn total",
        "write a list",
    ),
    "changed_constant": ("row = WORTH\nrow.append(d)\nreturn len(row)", "the same for all games"),
    "changed_item_of_constant": ("WORTH[e] += d\nreturn WORTH[e]", "the same for all games"),
    "changed_row_of_constant": ("BOARD[e % 3][0] = d\nreturn 1", "the same for all games"),
    "changed_list_of_class": (
        "self.STOCK[e % 2] += 1\nreturn self.STOCK[0]",
        "the same for all games",
    ),
    "same_number": ("return 1 if d is True else 2", "need not be the same"),
    "word_among_numbers": ("return 'calm' in self.cards", "do not look for a text among other"),
    "counted_words": ("return self.cards.count('calm')", "do not look for a text among other"),
    "key_of_other_kind": (
        "return self.marks.get('calm', 9)",
        "do not look for a text among other",
    ),
    "kept_property": ("return self.cached_total", "a game keeps its first value"),
    "other_class_member": ("return Phase.BUY == (d > 0)", "do not compare"),
    "logarithm": ("return int(math.log(e + 1))", "no such math.log()"),
    "chain_of_what_changes": (
        "n = 0\nfor card in chain(self.cells, self.cards):\n"
        "    self.cards[0] = 3\n    n += card\nreturn n",
        "it reads while the loop goes on",
    ),
    "sums_that_draw": (
        "return any(n > 3 for n in accumulate(self.chance.die() for _ in range(3)))",
        "it reads while the loop goes on",
    ),
    "the_same_frozen_object": (
        "return (Limits(4) if d > 0 else Limits(6, 2)) is LIMITS",
        "equal numbers and texts need not be the same",
    ),
    "permutations_of_any_number": (
        "return len(list(permutations(self.cards)))",
        "kernels must know how many items there are in each",
    ),
    "combinations_of_any_number": (
        "return sum(1 for _ in combinations(self.cards, e))",
        "how many items there are in each",
    ),
}

HEAD = '''
import math
from collections import Counter, defaultdict, namedtuple
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from functools import cached_property
from itertools import accumulate, chain, combinations, pairwise, permutations, product
from typing import NamedTuple

from one_value import value as first_value
from other_value import value as second_value
from simlab.parts import Deck, Hands, Market, Track
from simlab.plain import PlainGame, define

Spot = namedtuple("Spot", "row col")
CORNER = Spot(2, 3)
BOARD = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
WORTH = [2, 4, 8, 16, 32]
MOODS = ("calm", "rough", "wild")
COST = {"calm": (1, 2), "rough": (3, 4), "wild": (5, 6)}
NEIGHBOURS = {0: (1, 2), 1: (0,), 2: (0, 1), 3: (), 4: (3, 2, 1)}
TABLE = {"a": {"x": 1, "y": 2}, "b": {"x": 3, "y": 4}}
PRIMES = frozenset({2, 3, 5})
RATES = (0.5, 1, 1.5, 2, 3.25)
SHARES = {"calm": 0.25, "wild": 2}
MAYBE = (1, None, 3, None, 5)
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
NAMED = ("mood_calm", "mood_rough", "mood_wild", "size_0", "size_1", "size_2")
raised = lambda number, by=2: number + by


class Phase(Enum):
    BUY = "buy"
    SELL = "sell"
    END = "end"


class Side(Enum):
    LEFT = auto()
    RIGHT = auto()


class Way(Enum):
    UP = (-1, 0)
    DOWN = (1, 0)


class Kind(str, Enum):
    A = "a"
    B = "b"


class Level(IntEnum):
    LOW = 1
    HIGH = 5


class Good(NamedTuple):
    cost: int
    name: str


@dataclass(frozen=True)
class Limits:
    most: int = 3
    least: int = 1

    def total(self, number):
        return self.most * number + self.least


PRICES = {Phase.BUY: 3, Phase.SELL: 5, Phase.END: 9}
GOODS = {"calm": Good(2, "wood"), "rough": Good(5, "iron"), "wild": Good(7, "gold")}
ALL_GOODS = (Good(2, "wood"), Good(5, "iron"))
LIMITS = Limits(4)
BOTH_LIMITS = (Limits(4), Limits(6, 2))


@dataclass
class Ship:
    cargo: int = 0
    decks: list[int] = field(default_factory=lambda: [2, *range(5, 7)])

    def load(self, number):
        self.cargo = (self.cargo + number) % 9
        return self.cargo


class Idioms(PlainGame):
    """Draws numbers."""

    players = (2, 2)
    kinds = ("hold",)
    factor = 2
    LIMIT = 4
    STOCK = [1, 2]
    WEIGHTS = (1, 2, 3)
    RULES = LIMITS
    events = {EVENTS, **dict.fromkeys(NAMED, "")}
    deck = Deck()
    held = Hands(deck)
    market = Market(deck)
    track = Track()

    def setup(self, players, chance):
        self.deck.set_up(range(20))
        self.held.set_up()
        self.held.deal(1)
        self.market.set_up(3)
        self.track.set_up(end=20)
        self.points = [0] * players
        self.turn = self.pot = self.place = self.rare = 0
        self.cards = [1, 2, 3, 4, 5]
        self.cells = [0, 0, 0]
        self.spare = [0]
        self.slots = [0, None, 2]
        self.hands = [[1, 2], [3]]
        self.routes = [(1, 2)]
        self.marks = {0: 1}
        self.tiles = {(0, 0): 1}
        self.spots = {(0, 0)}
        self.spot = self.holder = None
        self.trick = []
        self.owners = {("calm", 0): [1]}
        self.groups = {0: [1]}
        self.seen = {1}
        self.ships = [Ship(), Ship(2)]
        self.mood = "calm"
        self.phase = Phase.BUY
        self.low = math.inf

    def seat(self):
        return self.turn % 2 if self.turn < 8 else None

    def choices(self):
        return ["hold"]

    def play(self, choice):
        d = self.chance.below(7) - 3
        e = self.chance.below(5)
        self.cards = [self.chance.below(9) - 3 for _ in range(5)]
        self.points[self.turn % 2] += d
        self.turn += 1
        CALLS

    def scores(self):
        return self.points

    def bonus(self, number):
        self.pot += number + 1
        return self.pot % 5

    def doubled(self):
        return 2 * self.pot

    def pot_again(self):
        return self.pot

    def step(self):
        self.place = (self.place + 1) % 3
        return self.place + 5

    def pair_of(self, low, high):
        sign = 1
        return sign * (low * 10 + high)

    def twice_the_same(self, number):
        return [number, number]

    def first_above(self, least):
        for card in self.cards:
            if card > least:
                return card

    def or_zero(self, number):
        if number is None:
            return 0
        return number

    def total_of(self, numbers):
        total = 0
        for number in numbers:
            total += number
        return total

    def halved(self, number):
        while number is not None:
            number = number - 1 if number > 1 else None
        return 7 if number is None else number

    def add_to_hand(self, seat, number):
        self.hands[seat] += [number]
        del self.hands[seat][:-6]

    def lengthen(self, numbers, number):
        for _ in range(2):
            numbers.append(number)

    def some_cards(self, number):
        self.pot += 1
        return [card for card in self.cards if card > number]

    def different_from(self, number):
        found = [number]
        for card in self.cards:
            if card not in found:
                found.append(card)
        found += [card for card in found if card > number]
        return found

    def sum_above(self, cards, n):
        cards = [card + n for card in cards]
        cards.append(len(cards))
        return sum(cards)

    def below_or_above(self, number):
        if number > 2:
            below = [card for card in self.cards if card < number]
            return [card for card in below if card > 0] if len(below) > 2 else below
        above = []
        for card in self.cards:
            if card > number:
                above.append(card)
                above += self.some_cards(card)
        return above

    def with_sums(self, numbers):
        return [number + len(numbers) for number in numbers]

    def weighted(self, counts):
        total = 0
        for card, n in counts.items():
            total = total * 10 + card * n
        return total

    def counted(self, cards):
        counts = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        return counts

    def count_one(self, counts, number):
        counts[number] = counts.get(number, 0) + 1

    def some_or_one(self, numbers, number):
        if number > 1:
            numbers = [card + 1 for card in numbers]
        elif number < 0:
            numbers = [1]
        return sum(numbers)

    def rows_of(self, number):
        return [[number], [1, 2], []]

    def grouped(self, cards):
        groups = {}
        for card in cards:
            groups.setdefault(card % 3, []).append(card)
        return groups

    def group_one(self, groups, number):
        groups.setdefault(number % 2, []).append(number)

    def drop(self, card):
        if card < 0:
            self.cards.remove(card)
        return card

    def renew(self):
        self.cells = [1, 2, 3]
        return 1

    def kept_by_helper_inner(self, cards):
        self.cells = cards

    def list_or_none_returned_inner(self, number):
        if number:
            return list(self.cells)
        return None

    def hand_of(self, seat):
        if seat:
            return self.hands[1]
        return self.hands[0]

    def low_and_high(self, number):
        if number > 2:
            return 0, number
        low, high = min(self.cards), max(self.cards)
        return low, high

    def spread(self, pair):
        low, high = pair
        return high - low

    def found_pair(self, number):
        for place, card in enumerate(self.cards):
            if card > number:
                return place, card
        return None

    def numbered(self, number):
        return [(place, card) for place, card in enumerate(self.cards) if card > number]

    def rows_of(self, number):
        rows = [[n, number] for n in range(2)]
        rows.append([])
        return rows

    def fill_row(self, rows, number):
        rows[-1].append(number)
        for row in rows:
            row.append(1)

    def walked(self, spot, n):
        for _ in range(n):
            spot = (spot[1] - 1, spot[0] + 2)
        x, y = spot
        return x * 10 + y

    def sum_of_pairs(self, pairs):
        total = 0
        for a, b in pairs:
            total += a * 3 + b
        return total

    def ship_above(self, least):
        for ship in self.ships:
            if ship.cargo > least:
                return ship
        return None

    def fullest_of(self, one, other):
        if other is None or one is other:
            return one
        return one if one.cargo >= other.cargo else other

    def sunk(self, ship):
        self.ships.remove(ship)
        return 1

    def cargo_of_sunk(self, ship):
        self.ships.remove(ship)
        return ship.cargo

    @staticmethod
    def raised_to(number, times=2):
        return number**times

    @classmethod
    def limited(cls, number):
        return min(number, cls.LIMIT)

    @cached_property
    def cached_total(self):
        return sum(self.cards)

    def lowest(self, number):
        low = math.inf
        for card in self.cards:
            if card < low:
                low = card
        return low

    def price_of(self, phase, number):
        if phase is Phase.SELL:
            return number * 2
        return number
'''


def write_game(
    folder: Path, idioms: Collection[tuple[str, str]], *, is_played: bool = True
) -> Path:
    """Write a game that has idioms as methods, which may never be called; return its file."""
    calls, methods = [], []
    for name, body in idioms:
        called = f'self.log("{name}", n=self.{name}_(d, e))'
        calls.append(called if is_played else f"if self.turn > 90:\n            {called}")
        lines = textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8)
        methods.append(f"\n    def {name}_(self, d, e):\n{lines.rstrip()}\n")
    events = ", ".join(f'"{name}": ""' for name, _ in idioms)
    text = HEAD.replace("EVENTS", events).replace("CALLS", "\n        ".join(calls))
    for name, factor in (("one_value", 2), ("other_value", 3)):
        (folder / f"{name}.py").write_text(f"def value(number):\n    return {factor} * number\n")
    file = folder / "game_of_idioms.py"
    file.write_text(text + "".join(methods) + "\n\nGAME = define(Idioms)\n")
    return file
