"""Written out: functions and methods of Python as authors would write them themselves."""

from __future__ import annotations

import ast

from simlab.compiler.normal_form.nodes import copy_nodes

FUNCTIONS = """
def comb(n, k):
    assert n >= 0 and k >= 0
    ways = int(k <= n)
    for place in range(min(k, n - k)):
        ways = ways * (n - place) // (place + 1)
    return ways

def perm(n, k):
    assert n >= 0 and k >= 0
    ways = 1
    for place in range(k):
        ways *= n - place
    return ways

def factorial(n):
    assert n >= 0
    ways = 1
    for factor in range(2, n + 1):
        ways *= factor
    return ways

def gcd(one, other):
    while other:
        one, other = other, one % other
    return abs(one)

def popitem(entries):
    key = [*entries][-1]
    item = entries.pop(key)
    return key, item
"""
BY_NAME = {
    function.name: function
    for function in ast.parse(FUNCTIONS).body
    if isinstance(function, ast.FunctionDef)
}


def written_out(name: str, node: ast.expr) -> ast.FunctionDef:
    """Return a function as one that stands where it is called."""
    function: ast.FunctionDef = copy_nodes(BY_NAME[name])
    for inner_node in ast.walk(function):
        ast.copy_location(inner_node, node)
    return function
