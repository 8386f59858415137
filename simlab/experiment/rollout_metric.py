"""Metrics that need rollouts: columns only of games of which they are asked."""

KINGMAKING, INFLUENCE = "kingmaking", "influence"
ROLLOUT_METRICS = {
    KINGMAKING: "decisions of a game in which a player who cannot win moves another’s chance by 20"
    " percentage points or more",
    INFLUENCE: "how far the choices of a decision move another’s chance, in percentage points",
}
"""Each with its meaning."""
