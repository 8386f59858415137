"""Archetypes: the planner with other weights."""

from simlab.games.arriala.policies.planner import planner

builder = planner.archetype(
    "builder",
    "Plans like the planner, and prizes sections above all.",
    section=0.9,
    vineyard=0.6,
    river=-1.5,
    river_of_two=-2.5,
)
lock_rusher = planner.archetype(
    "lock_rusher",
    "Plans like the planner, and builds locks whenever it can.",
    lock=2.0,
    cut_own=0.7,
    card_lock=1.0,
)
vintner = planner.archetype(
    "vintner",
    "Plans like the planner, and sends workers to the vineyards early.",
    vineyard=2.0,
    vineyard_early=0.7,
    card_vineyard=0.9,
)
spoiler = planner.archetype(
    "spoiler",
    "Plans like the planner, and would rather hinder the leader than gain.",
    rivalry=1.4,
    focus=2.0,
)
