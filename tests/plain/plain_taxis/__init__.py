"""Les Taxis de la Marne in plain Python, with the streams and the policies of the kernels."""

from simlab.paths import data_folder
from simlab.plain import define

from .policies import greedy, random
from .rules import Taxis

GAME = define(Taxis, random, greedy, data=data_folder("taxis"))
