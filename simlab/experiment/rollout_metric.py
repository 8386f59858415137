"""Metrics that need rollouts: columns only of games of which they are asked."""

KINGMAKING, INFLUENCE, UNCERTAINTY = "kingmaking", "influence", "uncertainty"
ROLLOUT_METRICS = {
    KINGMAKING: "decisions of a game in which a player who cannot win moves another’s chance by 20"
    " percentage points or more",
    INFLUENCE: "how far the choices of a decision move another’s chance, in percentage points",
    UNCERTAINTY: "entropy of the chances at the start of a turn, as a part of that of even chances",
}
"""Each with its meaning."""
