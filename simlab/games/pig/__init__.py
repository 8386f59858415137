"""Pig: the smallest complete game, with exact answers known; the one to copy."""

from simlab.files.paths import data_folder
from simlab.games.pig.policies import hold, optimal
from simlab.games.pig.rules import Pig
from simlab.plain import define

GAME = define(Pig, hold, optimal, data=data_folder("pig"))
