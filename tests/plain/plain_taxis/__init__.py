"""Les Taxis de la Marne in plain Python, with the streams and the policies of the kernels."""

from simlab.files.paths import data_folder
from simlab.plain import define, random_by_kind

from .planner import planner
from .policies import greedy
from .rules import Taxis

GAME = define(Taxis, random_by_kind, greedy, planner, data=data_folder("taxis"))
