"""Ready-made components of plain games: decks, hands, markets, dice, tracks, areas, auctions."""

from simlab.parts.areas import Areas
from simlab.parts.auction import Auction
from simlab.parts.bag import Bag
from simlab.parts.bank import Bank
from simlab.parts.deck import Deck
from simlab.parts.dice import Dice
from simlab.parts.hands import Hands
from simlab.parts.market import Market
from simlab.parts.simultaneous import Simultaneous
from simlab.parts.spaces import Spaces
from simlab.parts.track import Track
from simlab.parts.trial import try_out

__all__ = [
    "Areas",
    "Auction",
    "Bag",
    "Bank",
    "Deck",
    "Dice",
    "Hands",
    "Market",
    "Simultaneous",
    "Spaces",
    "Track",
    "try_out",
]
