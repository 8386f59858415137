"""Grammar: the Python that authors of games write, as templates from which methods are drawn.

`<number>` stands for an expression that is a number, and so on; `<name list>` for a name that is
bound to a list. `$x` is a new name, of which `<number $x>` may make use, also as `$r:row`; at the
start of a statement, `$a:number` binds it for the lines after it. `<place 5>` is a place in a list
of five, `<int 0 4>` a number that is written out, `<a|b>` one of both. `<block>` are some
statements, `<method list>` is a method that is written for the purpose. Within `<pure ...>`,
nothing is drawn or changed.

All methods have what `BASE` has. Of `CONSTRUCTS`, by their names, each has a few.
"""

from __future__ import annotations

from collections.abc import Mapping

Templates = Mapping[str, list[str]]
"""Templates by what they make: expressions of a kind, statements, methods of a kind."""

BASE: Templates = {
    "leaf number": [
        "<int -3 9>",
        "<name number>",
        "<name number>",
        "<self.pot|self.place|self.tide>",
        "self.cards[<place 5>]",
        "self.cells[<place 3>]",
    ],
    "number": [
        "(<number> <+|-|+|-|*> <number>)",
        "-(<number>)",
        "abs(<number>)",
        "(<number>) <//|%> <2|3|7|-3|(e + 1)>",
        "<min|max>(<number>, <number>)",
        "(<number> if <condition> else <number>)",
        "len(<pure list>)",
        "sum(<list>)",
        "self.bonus(<number>)",
        "self.chance.below(<int 1 5>)",
        "self.pair_of(<number>, <number>)",
        "<row>.cost",
        "len(<rows>)",
    ],
    "leaf condition": [
        "<leaf number> <sign> <leaf number>",
        "<word> == <word>",
        "<maybe> is <None|not None>",
    ],
    "condition": [
        "<number> <sign> <number>",
        "<number> <sign> <number>",
        "(<condition> <and|or> <condition>)",
        "not <condition>",
        "<number> in <list>",
    ],
    "sign": ["<", ">", "==", "!=", "<=", ">="],
    "bit sign": ["&", "|", "^"],
    "set sign": ["&", "|", "-"],
    "shift": ["<<", ">>"],
    "subset": ["<=", "<"],
    "assigned": ["=", "+="],
    "changed": ["=", "+=", "-="],
    "word": ['"calm"', '"rough"', '"still"', "self.mood", "<name word>", "MOODS[<place 3>]"],
    "maybe": ["self.rare", "self.slots[<place 3>]", "<name maybe>", "<name maybe>"],
    "leaf list": [
        *["self.cards", "self.cells", "self.pile", "<name list>", "<name list>"],
        "self.hands[<place 2>]",
    ],
    "list": [
        "[<pure number>, <pure number>]",
        "[<pure number $x> for $x in <list>]",
        "[<pure number $x> for $x in <list> if <pure condition $x>]",
        "sorted(<list>)",
    ],
    "leaf row": ["<name row>", 'self.table("cards")[<place 6>]'],
    "row": ["self.shop[<place 3>]"],
    "leaf rows": ['self.table("cards")', "self.shop", "self.held", "<name rows>"],
    "rows": ["[$r for $r in <rows> if <pure condition $r:row>]"],
    "ship": ["self.ships[<place 2>]", "<name ship>", "<name ship>"],
    "small": ["(<number>) % <61|89|101>"],
    "statement": [
        "$a:number = <small>",
        "<own number> = <small>",
        "<self.pot|self.place|self.tide> <changed> <small>",
        "self.cards[<place 5>] <assigned> <small>",
        "self.cells[<place 3>] <assigned> <small>",
        "$l:list = (<list>)[:6]",
        "if len(<own list>) < 9:\n    <that list>.append(<small>)",
        "if <condition>:\n    <block>",
        "if <condition>:\n    <block>\nelse:\n    <block>",
        "for $x:loop in <list>:\n    <block>",
        "for $x:loop in range(<int 1 4>):\n    <block>",
        "self.mood = <word>",
        "self.rare = <number or none>",
        "$m:maybe = <number or none>",
    ],
    "number or none": ["None", "<number>", "(<number> if <condition> else None)"],
    "card": ["<name row>"],
    "choice": ['"hold"'],
}

DRAWN_LISTS = [
    "(self, $n:number):\n    $l = [$n]\n    for $x:loop in range(<int 0 2>):\n"
    "        $l.append(self.chance.die())\n    return $l",
    "(self, $n:number):\n    $l = [self.bonus($n)]\n    $l.append(<number>)\n    return $l",
]
"""Methods that return a list and draw, or change something."""
CONSTRUCTS: Mapping[str, Templates] = {
    # numbers and conditions
    "bits": {"number": ["(<number> <bit sign> <number>)", "((<number>) % 9 <shift> <int 0 3>)"]},
    "bit complement": {"number": ["~(<number>)"]},
    "powers": {"number": ["((<number>) % 7) ** <2|3|(e)>", "2 ** (e)"]},
    "fractions": {
        "number": [
            "int((<number>) / <2|3|4>)",
            "int(sum($x / 2 for $x in <list>) * 2)",
            "int((<number>) * 0.5)",
        ]
    },
    "remainders of fractions": {
        "number": ["int((<number> + 0.5) % 2 * 10)", "int(((<number>) % 9) ** 0.5 * 10)"]
    },
    "fractions by chance": {"number": ["int(self.chance.uniform() * <int 2 9>)"]},
    "fractions in lists": {
        "statement": [
            "$l = [$x / 2 for $x in <list>]\n$l.append(d / 4)\nself.pot = int(4 * sum($l))"
        ],
    },
    "powers that may be fractions": {"number": ["int(4 * 2 ** d)"]},
    "infinity": {
        "statement": [
            '$b = float("inf")\nfor $x:loop in self.cards:\n    $b = min($b, $x)\n'
            "self.pot = int($b)",
            "$b = 10**9\nfor $x:loop in <list>:\n    $b = min($b, $x)\nself.pot = $b % 53",
        ]
    },
    "round": {"number": ["round((<number>) / <2|3>)"]},
    "divmod": {"statement": ["$a:number, $b:number = divmod(<number>, <3|7>)"]},
    "pow": {"number": ["pow(<int 2 3>, <int 0 4>)"]},
    "several of min and max": {"number": ["<min|max>(<number>, <number>, <number>)"]},
    "min and max of lists": {
        "number": ["<min|max>(self.cards)", "<min|max>(<list>, default=<number>)"],
        "number or none": ["<min|max>(<list>, default=None)"],
    },
    "min and max by key": {
        "number": [
            "<min|max>(self.cards, key=lambda $n: <pure number $n>)",
            "<min|max>(<number>, <number>, key=lambda $n: <pure number $n>)",
            "<min|max>(<list>, key=lambda $n: <pure number $n>, default=<int 0 9>)",
            "<min|max>(range(5), key=lambda $n: (self.cards[$n], -$n))",
        ]
    },
    "key that is a method": {
        "number": [
            "<min|max>(self.cards, key=self.doubled)",
            "sorted(self.cards, key=abs)[<place 5>]",
            "<min|max>(self.worths, key=self.worths.get) == <word>",
        ]
    },
    "truth of numbers": {
        "number": [
            "((<condition>) - (<condition>))",
            "-(<number> <sign> <number>)",
            "(<number> <or|and> <number>)",
            "(<condition>) * <int 1 4>",
            "int(<condition>)",
        ],
        "condition": ["not <number>", "bool(<number>)", "<number>"],
    },
    "truth of lists": {
        "condition": ["not <list>", "bool(<list>)", "<leaf list>"],
        "list": ["(<leaf list> or <list>)"],
    },
    "truth of None": {
        "number": ["(<maybe> or <number>)", "(1 if <maybe> else 2)"],
        "condition": ["not <maybe>"],
    },
    "truth of texts": {"statement": ["$w:word = <word>\nif $w:\n    <block>"]},
    "chained comparisons": {
        "condition": ["<number> <sign> <pure number> <sign> <pure number>"],
    },
    "chained comparisons that draw": {
        "condition": ["0 < self.chance.below(3) < 2 + self.chance.below(2)"],
    },
    "one of several": {
        "condition": [
            "<number> <in|not in> (<number>, <number>)",
            '<word> <in|not in> ("calm", "still")',
            "<number> in {1, 2, <int 3 9>}",
            "<number> in range(<int 1 9>)",
        ]
    },
    "any and all": {
        "condition": [
            "<any|all>(<pure condition $x> for $x in <list>)",
            "<any|all>([<pure condition $x> for $x in <list>])",
            "<any|all>(<list>)",
        ]
    },
    "any and all that draw": {
        "condition": [
            "<any|all>(self.chance.die() > $x for $x in <list>)",
            "<any|all>(self.bonus($x) > 2 for $x in <list>)",
        ]
    },
    "counting": {
        "number": [
            "sum(1 for $x in <list> if <pure condition $x>)",
            "sum(<pure condition $x> for $x in <list>)",
            "<leaf list>.count(<number>)",
            "sum(<pure number $x> for $x in <list>)",
            "sum(<list>, <int 0 9>)",
        ]
    },
    "walrus": {
        "statement": ["if ($y:number := <number>) > <int 0 4>:\n    <own number> = $y"],
        "number": ["($y := <number>) + $y"],
    },
    "assert": {"statement": ["assert self.bonus(<number>) >= 0"]},
    "several names at once": {
        "statement": [
            "$a:number, $b:number = <small>, <small>",
            "$a:number = $b:number = <small>",
            "self.pot, self.place = <small>, <small>",
            "self.cards[<place 5>], self.cards[<place 5>] = <small>, <small>",
            "self.cards[0], self.cards[4] = self.cards[4], self.cards[0]",
        ]
    },
    "star in an assignment": {
        "statement": [
            "$a:number, *$l:list = self.cards",
            "*$l:list, $a:number = self.cells",
        ]
    },
    "augmented by a change": {
        "statement": [
            "self.pot += self.bonus(<number>)",
            "self.cells[self.place % 3] += self.step()",
            "self.cells[self.step() % 3] = self.place",
        ],
        "number": ["self.pot + self.bonus(<number>) + self.pot"],
    },
    "wide numbers": {
        "number": ["(<number>) ** 13 % 97", "(1 << (60 + e)) % 89", "10 ** 18 * (e + 7) % 101"],
    },
    # loops and branches
    "elif": {
        "statement": [
            "if <condition>:\n    <block>\nelif <condition>:\n    <block>\nelse:\n    <block>",
            "if <condition>:\n    return <result>\nelif <condition>:\n    <block>",
        ]
    },
    "early return": {
        "statement": [
            "if <condition>:\n    return <result>",
            "for $x:loop in <list>:\n    if <condition>:\n        return <result>",
        ]
    },
    "break and continue": {
        "statement": [
            "for $x:loop in <list>:\n    if <condition>:\n        <break|continue>\n    <block>",
            "for $x:loop in range(<int 2 4>):\n    <block>\n    if <condition>:\n        break",
        ]
    },
    "else of a loop": {
        "statement": [
            "for $x:loop in <list>:\n    if <condition>:\n        break\nelse:\n    <block>",
            "$k:loop = 0\nwhile $k < <int 1 3>:\n    $k += 1\n    if <condition>:\n"
            "        break\nelse:\n    <block>",
        ]
    },
    "while": {
        "statement": [
            "$k:loop = 0\nwhile $k < <int 1 4> and <condition>:\n    $k += 1\n    <block>",
            "while len(self.pile) > <int 0 3>:\n    <own number> = self.pile.pop()",
            "$k:loop = <int 2 5>\nwhile True:\n    $k -= 1\n    if $k < 0:\n"
            "        break\n    <block>",
        ]
    },
    "range with a step": {
        "statement": [
            "for $x:loop in range(<int 0 2>, <int 3 7>, 2):\n    <block>",
            "for $x:loop in range(<int 2 4>, -1, -1):\n    <block>",
            "for $x:loop in range(<number>):\n    if $x > 3:\n        break\n    <block>",
        ]
    },
    "enumerate and zip": {
        "statement": [
            "for $i:loop, $x:loop in enumerate(<list>):\n    <block>",
            "for $i:loop, $x:loop in enumerate(<list>, start=<int 0 2>):\n    <block>",
            "for $x:loop, $y:loop in zip(<list>, <list>):\n    <block>",
            "for $x:loop, $y:loop in zip(self.cards, self.cards[1:]):\n    <block>",
        ],
        "number": [
            "sum($i * $x for $i, $x in enumerate(<list>))",
            "sum($x * $y for $x, $y in zip(<list>, <list>))",
            "max(enumerate(self.cards), key=lambda $p: $p[1])[0]",
        ],
    },
    "reversed": {
        "statement": [
            "for $x:loop in reversed(<leaf list>):\n    <block>",
            "for $x:loop in <leaf list>[::-1]:\n    <block>",
        ],
        "list": ["list(reversed(<leaf list>))", "<leaf list>[::-1]"],
    },
    "loop variable after its loop": {
        "statement": [
            "$x:number = <int 0 9>\nfor $x in <list>:\n    <block>",
            "for $x:loop in self.cards:\n    <block>\nself.pot = $x",
        ]
    },
    "best so far": {
        "statement": [
            "$b:maybe = None\nfor $x:loop in <list>:\n    if $b is None or $x > $b:\n"
            "        $b = $x",
            "$b:maybe = None\nfor $x:loop in <list>:\n    if <condition>:\n        $b = $x\n"
            "        break",
        ]
    },
    "None": {
        "number": [
            "(<number> if <that name maybe> is None else <that name maybe>)",
            "(<number> if self.rare is None else 3)",
        ],
        "statement": [
            "$m:maybe = <number or none>\nif $m is not None:\n    self.pot += $m % 7",
            "self.slots[<place 3>] = <number or none>",
            "$m:maybe = self.above(<number>)",
            "$m:maybe = <maybe>",
        ],
    },
    "next": {
        "number": ["next(($x for $x in <list> if <pure condition $x>), <number>)"],
        "number or none": ["next(($x for $x in <list> if <pure condition $x>), None)"],
    },
    "next without a default": {"number": ["next($x for $x in self.cards if <pure condition $x>)"]},
    "draws in comprehensions": {
        "list": [
            "[self.chance.die() for $x in range(<int 1 4>)]",
            "[self.chance.below(<int 2 5>) + $x for $x in <list> if <pure condition $x>]",
        ],
        "number": ["sum(self.chance.die() for $x in range(<int 1 3>))"],
    },
    "nested comprehensions": {
        "list": ["[<pure number $x $y> for $x in <list> for $y in self.cells]"],
        "number": [
            "sum(sum($y for $y in $x) for $x in self.hands)",
            "len([$x for $x in self.cards if $x in [$y + 1 for $y in self.cells]])",
        ],
    },
    "map and filter": {
        "number": ["sum(map(abs, <list>))", "len(list(filter(None, <list>)))"],
    },
    "tests before what may fail": {
        "statement": [
            "$n:number = <number>\nif 0 <= $n < len(<leaf list>):\n    <own number> = $n\n"
            "else:\n    <block>",
            "if self.pile and d in self.pile:\n    self.pile.remove(d)",
            "<own number> = self.marks[e] if e in self.marks else <small>",
        ]
    },
    "match": {
        "statement": [
            "match <number>:\n    case 0:\n        <block>\n    case _:\n        <block>",
            "match <number>:\n    case 1 | 2:\n        <block>\n    case $x if $x > 2:\n"
            "        <own number> = $x\n    case $x:\n        <own number> = $x + 1",
        ]
    },
    # lists
    "lists that are written out": {
        "list": ["[]", "[<pure number>]", "[*<list>, <pure number>]", "[<number>] * <int 0 3>"],
        "number": ["(<number>, <number>, <number>)[<place 3>]"],
    },
    "lists that are written out and draw": {
        "list": ["[<number>, self.chance.below(3)]", "[self.bonus(<number>), self.pot]"],
        "statement": [
            "for $x:loop in [d, self.chance.below(3)]:\n    return $x",
            "for $x:loop in [self.bonus(d), self.bonus(e)]:\n    if $x > 1:\n        return $x",
        ],
    },
    "sums of lists": {"list": ["<leaf list> + <list>", "<leaf list> * <int 0 2>"]},
    "copies": {
        "list": ["list(<leaf list>)", "<leaf list>.copy()", "<leaf list>[:]", "[*<leaf list>]"],
    },
    "slices": {
        "list": ["<leaf list>[<bound>:<bound>]"],
        "number": ["sum(<leaf list>[<bound>:<bound>])"],
        "bound": ["", "<int -4 5>", "d", "e", "-e", "(<pure number>)", "len(self.cards) - e"],
    },
    "slices of any list": {"list": ["(<list>)[<int -3 3>:]"]},
    "slices with a step": {"list": ["<leaf list>[::2]", "self.cards[1::2]"]},
    "assigned slices": {
        "statement": ["self.cards[:2] = [<small>, <small>]", "del self.pile[:1]"],
    },
    "sorted by key": {
        "list": [
            "sorted(<list>, key=lambda $n: <pure number $n>)",
            "sorted(<list>, reverse=True)",
            "sorted(<list>, key=lambda $n: ($n % 3, -$n), reverse=<True|False>)",
        ],
        "statement": ["<own list>.sort()", "<own list>.sort(key=lambda $n: -$n)"],
    },
    "keys that draw": {
        "number": ["sorted(self.cards, key=lambda $n: self.chance.below(9))[0]"],
    },
    "pop": {
        "statement": [
            "if <own list>:\n    <that list>.pop(<|0|-1>)",
            "if <own list>:\n    self.pot = <that list>.pop(<|0|-1>)",
            "if <own list>:\n    self.tide += <that list>.pop()",
        ]
    },
    "remove": {
        "statement": ["if <number> in self.pile:\n    self.pile.remove(self.pile[0])"],
    },
    "insert": {
        "statement": ["if len(<own list>) < 9:\n    <that list>.insert(<0|1|-1|d|e>, <small>)"],
    },
    "extend": {
        "statement": [
            "if len(<own list>) < 6:\n    <that list>.extend(<self.cells|[1, 2]|self.cells[:2]>)",
            "if len(<own list>) < 6:\n    <that list> += <self.cells|[1, 2]>",
        ]
    },
    "del": {"statement": ["if <own list>:\n    del <that list>[<0|-1>]"]},
    "reverse": {"statement": ["<own list>.reverse()"]},
    "clear": {"statement": ["self.pile.clear()", "self.pile = []"]},
    "index": {
        "number": [
            "(self.cards.index(<self.cards[1]|max(self.cards)>))",
            "(<leaf list>.index(d) if d in self.pile else 9)",
        ]
    },
    "items of any list": {
        "number": [
            "(<list> + [1])[<0|-1>]",
            "sorted(self.cards)[<place 5>]",
            "[4, 5, 6][<place 3>]",
        ],
    },
    "comparison of lists": {
        "condition": ["<leaf list> == <leaf list>", "<leaf list> == [<number>, <number>]"],
    },
    "comparison of tuples": {
        "condition": ["(<number>, <number>) <sign> (<number>, <number>)"],
    },
    "lists that change in their loop": {
        "statement": [
            "for $x:loop in self.pile:\n    if len(self.pile) < 8:\n"
            "        self.pile.append($x + 1)",
            "for $x:loop in self.pile:\n    if $x < <int 0 5>:\n        self.pile.remove($x)",
        ]
    },
    "copies that change in their loop": {
        "statement": [
            "for $x:loop in list(self.pile):\n    if $x < <int 0 5>:\n        self.pile.remove($x)",
            "for $x:loop in self.pile[:]:\n    if len(self.pile) < 8:\n"
            "        self.pile.append($x)",
        ]
    },
    "second name of a list": {
        "statement": [
            "$l:list = self.pile\n$l.append(<small>)\nself.tide = len(self.pile)",
            "$h:list = self.hands[<place 2>]\nif len($h) < 7:\n    $h.append(<small>)",
            "$l:list = [<small>]\n$s:list = $l\n$s.append(<small>)\nself.tide = len($l)",
        ]
    },
    "copy of a list that is replaced": {
        "statement": ["$l:list = list(self.pile)\nself.pile = [<small>]\n$l.append(<small>)"],
    },
    "copy of a list in another attribute": {
        "statement": [
            "self.pile = <list(self.cells)|self.cells[:]|self.cells.copy()>\n"
            "self.pile[0] = <small>",
            "self.hands[0] = list(self.hands[1])[:5]\nself.hands[0].append(<small>)",
            "self.grid = [[0] * 3 for $x in range(2)]\nself.grid[0][1] = <small>",
        ]
    },
    "own list kept in an attribute": {
        "statement": [
            "$l = [<small>, <small>]\nself.pile = $l",
            "$l = [<small>]\n$l.append(<small>)\nself.pile = $l",
            "$l = [<small>]\nself.pile = $l\nself.pile.append(<small>)",
        ]
    },
    "two names for a new list": {
        "statement": ["$l:list = $k:list = [<small>]\n$l.append(<small>)\nself.tide = len($k)"],
    },
    "slices that change places": {
        "statement": [
            "$n = e % 3\n$u = self.hands[0][:$n] + self.pile\nself.chance.shuffle($u)\n"
            "self.hands[0][:$n], self.pile = $u[:$n], $u[$n:]",
            "self.cells[0], self.cells[1:] = self.cells[2], self.cells[:2]",
        ]
    },
    "lists of pairs": {
        "statement": [
            "$p = [(<pure number $x>, $x) for $x in <list>]\nself.pot = max($p)[1] if $p else 0",
            "$p = sorted((<pure number $x>, $x) for $x in self.cards)\nself.pot = $p[0][1]",
            "for $a:loop, $b:loop in [(1, 2), (3, <int 0 9>)]:\n    <block>",
            "for $a:loop, $b:loop in ((0, 1), (1, 0), (-1, d)):\n    <block>",
            "$p:pairs = [(<pure number $x>, $x) for $x in <list>]",
            "$p:pairs = list(zip(<list>, self.cards))",
            "$p:pairs = []\nfor $x:loop in <list>:\n    if <condition>:\n"
            "        $p.append(($x, <small>))",
            "for $a:loop, $b:loop in <name pairs>:\n    <block>",
            "for $q:pair in <name pairs>:\n    <block>",
            "<name pairs>.sort(<|reverse=True|key=lambda $q: -$q[1]>)",
            "<name pairs>.<reverse|clear>()",
            "if len(<name pairs>) < 6:\n    <that name pairs>.append((<number>, <small>))",
            "if len(<name pairs>) < 6:\n    <that name pairs>.insert(<0|1|-1|d>, (d, <small>))",
            "if <name pairs>:\n    $q:pair = <that name pairs>.pop(<|0|-1>)\n    <block>",
            "if <name pairs>:\n    <that name pairs>[<0|-1>] = (<small>, <that name pairs>[0][0])",
            "if <name pairs>:\n    del <that name pairs>[<0|-1>]",
            "$p:pairs = <name pairs>[<|1|-2>:]",
            "$p:pairs = sorted(<name pairs>, key=lambda $q: ($q[1] % 3, $q[0]))",
            "$s = {(0, 0)}\nfor $x:loop in <list>:\n    $s.add(($x % 2, <small>))\n"
            "self.pot = len($s) + sorted($s)[0][1]",
        ],
        "number": [
            "len(<name pairs>)",
            "sum($a * $b for $a, $b in <name pairs>)",
            "<name pairs>.count((<number>, <number>))",
            "<max|min>(enumerate(self.cards), key=lambda $q: $q[1] % 3)[1]",
            "<max|min>(<name pairs>, default=(1, 2))[<0|1>]",
            "next(($b for $a, $b in <name pairs> if $a > d), 5)",
        ],
        "condition": [
            "(<number>, <number>) <in|not in> <name pairs>",
            "<name pairs> <==|!=> <name pairs>",
            "<name pairs>",
        ],
    },
    "tuples in variables": {
        "statement": [
            "$p:pair = (<number>, <number>)",
            "$p:pair = (<small>, <small>)\nif <condition>:\n    $p = ($p[1], <small>)",
            "$p:pair = (<small>, 0)\nfor $x:loop in <list>:\n    if ($x, d) <sign> $p:\n"
            "        $p = ($x, $p[0])",
            "$p:pair = (<number>, 1) if <condition> else (d, <number>)",
            "$a:number, $b:number = <name pair>",
            "$p:pair = <name pair>",
            "$b = None\nfor $x:loop in <list>:\n    if $b is None or ($x % 3, $x) > $b:\n"
            "        $b = ($x % 3, $x)\nself.pot = 7 if $b is None else $b[0] * 10 + $b[1]",
            "$b = <max|min>(zip(<list>, self.cells), default=None)\nif $b:\n    $p:pair = $b\n"
            "    <block>",
        ],
        "number": [
            "<name pair>[<0|1|-1>]",
            "sum(<name pair>)",
            "<max|min>((<number>, <number>), <name pair>)[1]",
        ],
        "condition": [
            "<name pair> <sign> (<number>, <number>)",
            "<name pair> <sign> <name pair>",
            "<number> in <name pair>",
        ],
    },
    "one of two lists": {
        "statement": ["$l:list = self.cells if <condition> else self.cards"],
        "number": ["sum(self.cells if <condition> else self.cards)"],
    },
    "one of two lists is changed": {
        "statement": [
            "if len(self.pile) < 8:\n"
            "    if <condition>:\n        self.pile.append(1)\n"
            "    else:\n        self.hands[0] = [*self.hands[0][-4:], 1]",
            "$h = self.hands[0 if <condition> else 1]\nif len($h) < 8:\n    $h.append(1)",
        ]
    },
    "lists of lists": {
        "number": [
            "self.hands[<place 2>][0]",
            "self.grid[<place 2>][<place 3>]",
            "sum(len($h) for $h in self.hands)",
            "sum($x for $h in self.grid for $x in $h)",
            "len(max(self.hands, key=len))",
        ],
        "statement": [
            "self.grid[<place 2>][<place 3>] <assigned> <small>",
            "if len(self.hands[<place 2>]) < 8:\n    self.hands[<place 2>].append(<small>)",
            "for $h:list in self.hands:\n    <block>",
            "self.hands[<place 2>] = [<small>, <small>]",
            "self.hands = [[<small>], [<small>, 2]]",
            "self.grid = [[<small> for $x in range(3)] for $y in range(2)]",
            "for $h in self.hands:\n    if len($h) > 1:\n        $h.pop()",
        ],
    },
    "lists of lists that change places": {
        "statement": [
            "self.hands[0], self.hands[1] = self.hands[1], self.hands[0]",
            "self.hands = self.hands[1:] + self.hands[:1]",
            "self.hands.append(self.hands.pop(0))",
            "self.hands = [*self.hands[1:], self.hands[0]]",
            "self.hands.insert(0, self.hands.pop())",
            "self.hands = [self.hands[($x - 1) % 2] for $x in range(len(self.hands))]",
            "self.hands = self.hands[::-1] if <condition> else self.hands[1:] + self.hands[:1]",
            "self.hands = sorted(self.hands, key=<len|lambda $h: (-len($h), sum($h))>)",
            "self.ships = [self.ships[1], self.ships[0]]",
            "self.ships.append(self.ships.pop(0))",
            "$h = self.hands.pop(<0|-1|>)\nif len($h) < 8:\n    $h.append(<small>)\n"
            "self.hands.<append($h)|insert(0, $h)>",
        ]
    },
    "lists of lists in methods": {
        "statement": ["$g = [[0] * 3 for $x in range(2)]\n$g[0][1] += 1\nself.pot = sum($g[0])"],
    },
    "helper that changes a list": {
        "statement": [
            "$l:list = [<small>, 2]\nself.lengthen($l, <small>)",
            "if len(self.pile) < 7:\n    self.lengthen(self.pile, <small>)",
            "if len(self.hands[<place 2>]) < 7:\n    self.lengthen(self.hands[0], <small>)",
        ]
    },
    "lists that are named again": {
        "statement": [
            "$l = [<number>, d, e]\n$l = [$x + 1 for $x in $l if <pure condition>]\n"
            "self.pot = (sum($l) + len($l)) % 61",
            "$l = [<number>, d, e]\nif <condition>:\n    $l = [$x for $x in $l if $x > 1]\n"
            "$l = sorted($l)\nself.pot = sum($n * $x for $n, $x in enumerate($l)) % 61",
            "$l = [d, e]\nfor $n in range(3):\n    $l = [$x + $n for $x in $l]\n"
            "    $l.append($n)\nself.pot = (sum($l) + len($l)) % 61",
            "$l, $k = [d], [e, <number>]\nif <condition>:\n    $l = $k + $l\n"
            "self.pot = sum($n * $x for $n, $x in enumerate($l)) % 61",
        ],
    },
    "list arguments that are named again": {
        "number": ["<method sum>(<list>, <number>)", "<method sum>(self.cards, <small>)"],
        "sum method": [
            "(self, $l, $n:number):\n    $l = [$x + $n for $x in $l]\n    $l.append($n)\n"
            "    return sum($l) + len($l)",
            "(self, $l, $n:number):\n    if <pure condition>:\n        $l = [$n, *$l]\n"
            "    return sum($m * $x for $m, $x in enumerate($l))",
            "(self, $l, $n:number):\n    for $m in range(2):\n"
            "        $l = [$x * 2 for $x in $l if $x > $m]\n    return sum($l) * 10 + len($l)",
        ],
    },
    "method that returns a list": {
        "list": ["<method list>(<number>)"],
        "list method": [
            "(self, $n:number):\n    if <pure condition>:\n        return []\n"
            "    return <pure list>",
            "(self, $n:number):\n    $l = []\n    for $x:loop in <pure list>:\n"
            "        if <pure condition>:\n            $l.append($x + $n)\n    return $l",
            "(self, $n:number):\n    return [<pure number>, <pure number>]",
        ],
    },
    "method that draws a list": {
        "number": [
            "sum(<method drawn list>(<number>))",
            "max(<method drawn list>(<number>), default=0)",
            "<method drawn list>(<number>).count(1)",
        ],
        "statement": [
            "for $x:loop in <method drawn list>(<number>):\n    <block>",
            "$l:list = <method drawn list>(<number>)",
            "self.pile = <method drawn list>(<number>)",
        ],
        "drawn list method": DRAWN_LISTS,
    },
    "lengths of lists that draw": {
        "number": [
            "len(self.cards[self.chance.below(3) : self.bonus(<number>)])",
            "len(list(range(self.chance.below(4))))",
            "len(<method drawn list>(<number>))",
            "len(sorted(<method drawn list>(<number>)))",
        ],
        "drawn list method": DRAWN_LISTS,
    },
    "method that returns a list of an attribute": {
        "statement": ["$h = self.hand_of(<place 2>)\nif len($h) < 8:\n    $h.append(<small>)"],
        "number": ["len(self.hand_of(<place 2>))", "sum(self.hand_of(<0|1>))"],
    },
    "method that returns a list or an empty one": {
        "statement": ["$l = self.some_or_nothing(<number>)\nself.pot = len($l) if $l else 9"],
    },
    "method that returns a number or None": {
        "number or none": ["<method maybe>(<number>)"],
        "statement": ["$m:maybe = <method maybe>(<number>)"],
        "maybe method": [
            "(self, $n:number):\n    for $x:loop in <list>:\n        if <condition>:\n"
            "            return $x\n    return None",
            "(self, $n:number):\n    if <condition>:\n        return <number>",
            "(self, $n:number):\n    if <condition>:\n        return None\n    return <number>",
        ],
    },
    "method that returns a pair": {
        "statement": [
            "$a:number, $b:number = <method pair>(<number>)",
            "$p = <method pair>(<number>)\nself.pot = $p[0] % 61",
            "$p:pair = <method pair>(<number>)",
        ],
        "number": ["<method pair>(<number>)[<0|1|-1>]", "sum(<method pair>(<number>))"],
        "pair method": [
            "(self, $n:number):\n    <block>\n    return <number>, <number>",
            "(self, $n:number):\n    if <condition>:\n        return <number>, 0\n"
            "    return <number>, <number>",
        ],
    },
    "method with arguments": {
        "number": [
            "<method number>(<number>, <number>)",
            "<method number>(<number>)",
            "<method number>(m=<number>, n=<number>)",
        ],
        "number method": [
            "(self, n=2, m=1):\n    n += <int 0 3>\n    return n * 2 - m",
            "(self, n, m=3):\n    if n > m:\n        return n\n    return self.pot + m",
        ],
    },
    "inner functions": {
        "statement": [
            "def $f:function($n:number):\n    return <pure number>\n",
            "def $f:function($n:number):\n    <block>\n    return <number>\n",
            "$t:number = <small>\ndef $f:function($n:number):\n    $t = $n * 2\n"
            "    return $t + 1\n",
            "def $f:function($n):\n    self.pot += 1\n    return $n\n",
        ],
        "number": ["<name function>(<number>)", "<name function>(self.pot)"],
    },
    "inner functions that return early": {
        "statement": [
            "def $f:function($n:number):\n    if <pure condition>:\n        return 1\n"
            "    return <pure number>\n",
        ],
        "number": ["<name function>(<number>)"],
    },
    "inner functions that change a list": {
        "statement": [
            "$l:list = []\ndef $f($n):\n    $l.append($n)\n    return len($l)\n$f(<number>)\n$f(d)",
        ]
    },
    "nonlocal": {
        "statement": [
            "$t:number = 0\ndef $f($n):\n    nonlocal $t\n    $t += $n\n$f(<number>)\n$f(d)",
        ]
    },
    "lambdas with a name": {
        "statement": ["$f:function = lambda $n: <pure number $n>"],
        "number": ["<name function>(<number>)"],
    },
    "functions and constants of the module": {
        "number": [
            "tripled(<number>)",
            "WORTH[<word>]",
            "WORTH.get(<word>, <int 0 9>)",
            "TABLE[<place 5>]",
            "sum(TABLE)",
            "doubled_lambda(<number>)",
            "self.factor",
            "self.steps[<place 3>]",
            "max(WORTH.values())",
            "sum(WORTH[$w] for $w in MOODS)",
        ]
    },
    "values of the class that are set": {
        "statement": ["self.factor = <int 1 5>", "if <condition>:\n    self.factor = 5"],
        "number": ["self.factor", "self.factor * <number>"],
    },
    "functions of another file": {"number": ["one_value(<number>)", "other_value(<number>)"]},
    "Enum": {
        "number": ["Side.LEFT.value", "(1 if self.pot > Side.RIGHT.value else 2)"],
        "member": ["(Side.LEFT if <condition> else Side.RIGHT)", "Side.LEFT", "<name member>"],
        "statement": ["$s:member = <member>"],
        "condition": ["<member> <is|is not|==|!=> <member>", "<member> in (Side.LEFT, <member>)"],
    },
    "tables of the module": {
        "number": [
            "BOARD[<place 3>][<place 3>]",
            "sum(BOARD[<place 3>])",
            "sum($n * <pure number> for $n in NEIGHBOURS[<key>])",
            "GOODS[<word>].cost",
            "sum($g.cost for $g in GOODS.values())",
        ],
        "condition": ["GOODS[<word>].name == 'iron'", "<number> in NEIGHBOURS[<key>]"],
        "statement": ["for $x:loop in NEIGHBOURS[<key>]:\n    <block>"],
        "key": ["<int 0 4>", "e", "d % 5", "self.place % 5"],
    },
    "infinity as a bound": {
        "condition": [
            "min((<pure list>), default=math.inf) < <number>",
            "min((<pure list>), default=math.inf) == <number>",
            "max([<number>, -math.inf]) == float('-inf')",
        ],
        "statement": [
            "$a = math.inf\nfor $x in self.cells:\n    if $x < $a:\n        $a = $x\n"
            "self.pot = 3 if $a == math.inf else $a",
        ],
    },
    "events": {
        "statement": [
            'self.log("noted", n=(<number>) % 9)',
            'self.log("gains", seat=<0|1>, n=(<number>) % 9)',
            'for $x:loop in range(2):\n    self.log("gains", seat=$x, n=$x + 1)',
            'self.log("tells", card=<row>, word=<word>)',
            'self.log("lists", cells=", ".join(map(str, self.cells)))',
        ]
    },
    "isinstance": {"condition": ["isinstance(<number>, int)", "isinstance(self.rare, int)"]},
    "del of a name": {"statement": ["$a = <small>\nself.pot = $a\ndel $a"]},
    "objects of frozen dataclasses": {
        "number": [
            "sum($t.size for $t in [*TOKENS, TOKENS[(<number>) % 2]])",
            '[TOKENS[(<number>) % 2], Token(1)].count(Token(4, side="tail"))',
            "max([Token(1), TOKENS[(<number>) % 2]], key=lambda $t: $t.times(3)).size",
        ],
        "condition": ['Token(4, "tail") in [TOKENS[(<number>) % 2]]'],
    },
    "permutations and products": {
        "number": [
            "sum($a * $b for $a, $b in permutations(self.cells, 2))",
            "sum($a * $b - $c for $a, $b, $c in permutations([<number>, <number>, 2]))",
            "len(list(combinations(self.cards, 2)))",
            "sum($a * $b for $a, $b in product(<pure list>, range(3)))",
            "sum(abs($a - $b) for $a, $b in pairwise(<pure list>))",
            "sum(chain(<pure list>, self.cells))",
            "max(accumulate([1, <number>, <number>]))",
        ],
        "statement": [
            "for $x:loop, $y:loop in combinations(<pure list>, 2):\n    <block>",
            "for $x:loop, $y:loop in product(range(2), self.cells):\n"
            "    if $x > <number>:\n        break\n    <block>",
        ],
    },
    "modules": {
        "number": [
            "math.floor((<number>) / 2)",
            "math.comb(5, <int 0 5>)",
            "math.isqrt(abs(<number>))",
        ],
    },
    "static methods": {"number": ["self.static_sum(<number>, <number>)"]},
    "properties": {"number": ["self.wealth", "self.wealth + self.bonus(1)"]},
    "names of kernels": {
        "statement": [
            "state, rules, rng, menu, row = 1, <small>, 3, 4, 5\n"
            "self.pot = state + rules + rng + row",
            "place_1, item_1, i_1, n_1 = 3, 4, 5, <small>\nself.pot = place_1 + item_1 + n_1 + i_1",
        ]
    },
    "order of texts": {
        "condition": ["<word> < <word>"],
        "word": ["min(MOODS)", "sorted(MOODS)[0]"],
    },
    "methods of texts": {
        "number": ["len(<word>)"],
        "condition": ['<word>.startswith("s")', '"a" in <word>'],
    },
    # words
    "words": {
        "word": ["(<word> if <condition> else <word>)", "MOODS[<number> % 3]"],
        "statement": ["$w:word = <word>", "for $w:word in MOODS:\n    <block>"],
        "condition": ["<word> != <word>", 'self.mood in ("calm", "rough")'],
        "number": ["MOODS.index(<word>)", "[self.mood, <word>].count(<word>)"],
    },
    # dicts and sets
    "dicts": {
        "number": [
            "self.marks.get(<number>, <number>)",
            "self.worths[<word>]",
            "len(self.marks)",
            "sum(self.worths.values())",
            "sum(self.marks)",
        ],
        "number or none": ["self.marks.get(<number>)"],
        "condition": ["<number> <in|not in> self.marks", "<word> in self.worths"],
        "statement": [
            "self.marks[<key>] = <small>",
            "self.worths[<word>] <assigned> <small>",
            "self.marks[<that key>] = self.marks.get(<that key>, 0) + <int 1 3>",
            "if e in self.marks:\n    <self.marks[e] += 1|del self.marks[e]>",
            "self.tide += self.marks.pop(<key>, <int 0 4>)",
            "for $k:loop in self.marks:\n    self.pot += $k",
            "for $k:loop, $v:loop in self.marks.items():\n    <block>",
            "for $v:loop in self.worths.values():\n    <block>",
        ],
        "key": ["e", "d % 5", "(<number>) % 5", "self.place % 5"],
    },
    "dicts that change in their loop": {
        "statement": [
            "for $k:loop in self.marks:\n    self.marks[$k + e] = 1",
            "for $k:loop, $v:loop in self.marks.items():\n    if $v > 3:\n"
            "        del self.marks[$k]",
            "for $k:loop in list(self.marks):\n    del self.marks[$k]",
            "for $k:loop in self.marks:\n    self.marks[$k] += 1",
        ],
    },
    "dicts by key": {
        "condition": ["max(self.worths, key=lambda $w: self.worths[$w]) == <word>"],
        "number": [
            "max(self.marks.values(), default=0)",
            "min(self.worths.items(), key=lambda $p: $p[1])[1]",
            "(sorted(self.marks)[0] if self.marks else 0)",
            "sum($v for $k, $v in self.marks.items() if $k > <int 0 3>)",
        ],
        "statement": [
            "for $w:word, $v:loop in sorted(self.worths.items(), key=lambda $p: $p[1]):\n"
            "    <block>",
        ],
    },
    "setdefault and update": {
        "statement": [
            "self.marks.setdefault(<int 0 4>, <small>)",
            "self.marks.update({<int 0 4>: <small>})",
        ]
    },
    "dicts that are made": {
        "statement": [
            "self.marks = {<int 0 4>: <leaf number>}",
            "self.marks = {$x: $x * 2 + d for $x in range(<int 0 4>)}",
            "self.marks = dict.fromkeys(range(<int 0 4>), <int 0 9>)",
            "self.marks = {}",
            "self.marks.clear()",
        ]
    },
    "dicts that are made of themselves": {
        "statement": [
            "self.marks = {0: e, 1: self.marks.get(0, 4)}",
            "self.marks = {$k: $v + len(self.marks) for $k, $v in self.marks.items()}",
            'self.worths = {"calm": self.worths["rough"] + 1, "rough": self.worths["calm"] % 7,'
            ' "still": 2}',
        ]
    },
    "lists that are made of themselves": {
        "statement": [
            "self.cells = [self.cells[2], self.cells[0] + 1, len(self.cells)]",
            "self.pile = [$x + len(self.pile) for $x in self.pile]",
            "self.hands[0] = [sum(self.hands[0]) % 61, len(self.hands[0])]",
            "self.seen = {($x + 1) % 7 for $x in self.seen}",
            "$s = {<pure number $x> % 7 for $x in self.seen}\nself.tide = len($s)",
            "self.piles = [self.piles[1], self.piles[0]]",
            "$r = [[<small>], [<small>, 2]]\n$r = [$r[1], $r[0]]\nself.pot = len($r[0]) + $r[1][0]",
        ]
    },
    "dicts of methods": {
        "statement": [
            "$t = {$x: <pure number $x> for $x in range(4)}\nself.pot = $t[<int 0 3>] % 61",
            "$t = {}\nfor $x:loop in <list>:\n    $t[$x] = $t.get($x, 0) + 1\n"
            "self.pot = max($t.values(), default=0)",
            '$t = {"calm": <small>, "rough": 2, "still": 3}\nself.pot = $t[<word>]',
            "$t = dict.fromkeys(<list>, <small>)\n"
            "for $k:loop, $v:loop in $t.items():\n    <block>\nself.tide = len($t)",
            "$t = {1: <small>, <leaf number>: <small>}\n"
            "if $t.pop(<leaf number>, 0):\n    $t[<leaf number>] = len($t)\n"
            "for $k:loop in $t:\n    self.pot = (self.pot * 3 + $k) % 61",
            "$t = {**self.marks, <leaf number>: <small>}\nself.tide = max($t, key=$t.get) % 89",
            "$t = dict(self.marks)\n$t[e] = <small>\n"
            "self.pot = (sum($t.values()) + len(self.marks)) % 61",
            "$t = {$x: $x % 3 for $x in <list>}\nif e in $t:\n    del $t[e]\n    $t[e] = d\n"
            "self.pot = sum($n * $k for $n, $k in enumerate($t)) % 61",
            "$t = self.marks if (<condition>) else {<leaf number>: 2}\n"
            "self.tide = sum($k * $v for $k, $v in $t.items()) % 89",
        ]
    },
    "dicts of methods with tuples as keys": {
        "statement": [
            "$t = {(d, e): <small>}\n$t[e, d] = $t.get((e, d), 1) + <small>\n"
            "for ($k:loop, $v:loop), $n:loop in $t.items():\n    <block>",
            "$t = {($x, $x % 2): <pure number $x> % 89 for $x in <list>}\n"
            "self.pot = (max($t.values(), default=1) + ((d, 1) in $t)) % 61",
        ]
    },
    "defaultdict": {
        "statement": [
            "$t = defaultdict(int)\nfor $x:loop in <list>:\n    $t[$x % 4] += <small>\n"
            "self.pot = ($t[e] + len($t)) % 61",
            "$t = Counter()\nfor $x:loop in <list>:\n    $t[$x % 4] += 1\n"
            "self.pot = $t[e] + len($t)",
        ]
    },
    "dicts of lists": {
        "number": ["len(self.groups[<0|1>])", "sum(sum($v) for $v in self.groups.values())"],
        "statement": [
            "if len(self.groups[<that key>]) < 8:\n    self.groups[<that key>].append(<small>)",
            "for $k:loop, $v:list in self.groups.items():\n    <block>",
            "self.groups[<0|1>] = [<small>]",
            "$l = self.groups[<0|1>]\nif $l:\n    $l.pop()",
        ],
        "key": ["0", "1", "e % 2", "d % 2"],
    },
    "dicts with pairs as keys": {
        "number": [
            "self.board.get((d, e), <int 0 3>)",
            "len(self.board)",
            "sum($x * $n - $y for ($x, $y), $n in self.board.items())",
            "max(self.board, key=lambda $q: (self.board[$q], $q[0], $q[1]))[0]",
            "sum(($x + 1, $y) in self.board for $x, $y in self.board)",
        ],
        "condition": ["(d, e) <in|not in> self.board"],
        "statement": [
            "self.board[d, e] = <small>",
            "self.board[d, e] = self.board.get((d, e), 1) + <int 1 3>",
            "for ($x:loop, $y:loop), $n:loop in self.board.items():\n    <block>",
            "for $q:pair in list(self.board):\n    <block>",
            "self.pot += self.board.pop((d, e), <int 0 4>)",
            "self.board = {$q: $n % 7 for $q, $n in self.board.items() if $q[0] <sign> d}",
        ],
    },
    "sets of pairs": {
        "number": [
            "len(self.spots)",
            "sum($x * <int 1 3> - $y for $x, $y in self.spots)",
            "len({(d, e), (1, 1)} <set sign> self.spots)",
        ],
        "condition": [
            "(<number>, e) <in|not in> self.spots",
            "{(d, e), (0, 0)} <sign> self.spots",
        ],
        "statement": [
            "self.spots.<add|discard>((d, e))",
            "self.spots <set sign>= {(d, e), (0, <int 0 3>)}",
            "for $q:pair in sorted(self.spots):\n    <block>",
            "self.spots = {($x + 1, d) for $x, $y in self.spots if $x < <int 1 4>}",
            "$f = sorted({($x + d, $y + 1) for $x, $y in self.spots} - self.spots)\n"
            "self.tide = $f[0][1] if $f else 7",
        ],
    },
    "Counter": {
        "number": [
            "Counter(<list>)[<number>]",
            "(Counter(<list>).most_common(1)[0][1] if self.pile else 0)",
        ],
        "statement": ["$c = Counter(<list>)\nself.pot = $c[1] + $c[2]"],
    },
    "Counters that are calculated": {
        "number": ["len(Counter(<list>) <+|-|&> Counter(<list>))"],
        "condition": [
            "Counter(<list>) <sign of sets> Counter(<list>)",
            "not Counter(<list>) - Counter(<list>)",
        ],
        "sign of sets": ["==", "!=", "<=", ">="],
        "statement": [
            "$c = Counter(<list>)\n$f = Counter(<list>)\n$c.<update|subtract>(<list>)\n"
            "self.pot = sum($k * $n for $k, $n in ($c - $f).items()) % 97",
            "$c = Counter(<list>)\n$f = $c + Counter(<list>)\n$f.update($c)\n$f -= Counter([2])\n"
            "self.pot = ($f.total() + list($f)[0]) % 97 if $f else 5",
        ],
    },
    "last entry of a dict": {
        "statement": [
            "self.marks[e] = <small>\n$k:number, $n:number = self.marks.popitem()\n"
            "self.marks[$k] = $n",
        ]
    },
    "functions of math that count": {
        "number": ["math.comb((<number>) % 7, <int 0 4>)", "math.perm(e, 2)", "math.factorial(e)"]
    },
    "variables inside that change places": {
        "statement": [
            "def $f:function($x, $y=<int 0 9>):\n    while $x > 0:\n"
            "        $x, $y = $x - 1 - abs($y) % 2, $x\n    return $x * 10 + $y",
            "def $f:function($x, $y=<int 0 9>):\n    if $x > $y:\n        $x, $y = $y, $x\n"
            "    return $x * 3 + $y",
        ]
    },
    "sets": {
        "number": [
            "len(self.seen)",
            "len(set(<pure list>))",
            "sum(self.seen)",
            "max({<pure number>, 1})",
        ],
        "condition": [
            "<number> <in|not in> self.seen",
            "self.seen < {1, 2, <number>}",
            "self.seen >= {1, <number>}",
            "self.seen.<isdisjoint|issubset|issuperset>([<number>, 2])",
        ],
        "list": [
            "sorted(set(<pure list>))",
            "sorted(self.seen)",
            "sorted(self.seen ^ {1, <number>})",
            "sorted(self.seen.<union|difference|intersection>(<pure list>))",
        ],
        "statement": [
            "self.seen.<add|discard>((<number>) % 7)",
            "self.seen = {<int 0 3>, <int 2 6>}",
            "self.seen = set()",
            "for $x:loop in sorted(self.seen):\n    <block>",
        ],
    },
    "sets that draw": {
        "number": ["len({self.chance.below(3), self.bonus(d), 1})"],
        "statement": [
            "self.seen = {self.chance.below(3), self.bonus(d) % 7}",
            "self.seen |= {self.chance.below(5)}",
        ],
    },
    "operations of sets": {
        "number": ["len(set(<leaf list>) <set sign> {1, 2, 3})", "len({d, e} - self.seen)"],
        "statement": ["self.seen <set sign>= {d % 7, e}"],
        "condition": ["{d % 7, e} <subset> self.seen", "self.seen == {1}"],
    },
    "order of sets": {
        "statement": [
            "for $x:loop in sorted(<self.seen|{7, 3, 9}>):\n"
            "    self.pot = (self.pot * 3 + $x) % 53",
            "for $x in <self.seen|{7, 3, e}>:\n    self.tide += $x * <int 1 3>",
            "for $x in <self.seen|{7, 3, e}>:\n    if $x <sign> <int 0 4>:\n        self.tide += 1",
        ],
    },
    # dataclasses
    "dataclasses": {
        "number": [
            "<ship>.cargo",
            "len(<ship>.crew)",
            "sum($s.cargo for $s in self.ships)",
            "<ship>.worth(<number>)",
            "max(self.ships, key=lambda $s: $s.cargo).cargo",
        ],
        "condition": ["<ship>.is_full", "any($s.is_full for $s in self.ships)"],
        "statement": [
            "<ship>.cargo <assigned> <small>",
            "<ship>.is_full = <condition>",
            "$s:ship = <ship>",
            "for $s:ship in self.ships:\n    <block>",
            "if len(<ship>.crew) < 7:\n    self.ships[0].crew.append(<small>)",
            "for $x:loop in <ship>.crew:\n    <block>",
            "<ship>.load(<small>)",
            "self.ships[<place 2>] = Ship(<leaf number>, <leaf condition>)",
        ],
    },
    "places of objects that draw": {
        "statement": ["self.ships[self.chance.below(2)].cargo = self.bonus(<number>)"]
    },
    "objects that are made of themselves": {
        "statement": [
            "self.ships[0] = Ship(self.ships[0].cargo + 1, self.ships[0].cargo > 3)",
            "self.ships[<that place 2>] = Ship(self.ships[1].cargo, False, [<ship>.cargo])",
        ]
    },
    "dataclasses in other lists": {
        "statement": [
            "if self.fleet:\n    self.harbour.append(self.fleet.pop(0))",
            "if self.harbour:\n    self.fleet.append(self.harbour.pop())",
            "self.fleet.append(Ship(<small>))",
            "self.fleet.append(Ship(<small>))\nself.fleet[-1].cargo += 1",
            "self.fleet = [$s for $s in self.fleet if $s.cargo > <int 0 9>]",
            "self.fleet.sort(key=lambda $s: $s.cargo)",
            "for $s:ship in sorted(self.ships, key=lambda $s: -$s.cargo):\n    <block>",
            "for $s:ship in [$t for $t in self.ships if not $t.is_full]:\n    <block>",
            "for $i:loop, $s:ship in enumerate(sorted(self.ships, key=lambda $s: $s.cargo)):\n"
            "    <block>",
            "$s:ship = sorted(self.ships, key=lambda $s: ($s.cargo, len($s.crew)))[0]",
            "$s = self.ships.pop(0)\n$s.cargo = <small>\nself.ships.append($s)",
        ],
        "number": [
            "len(self.fleet)",
            "sum($s.cargo for $s in self.fleet)",
            "len([$s for $s in self.ships if $s.cargo > <int 0 9>])",
            "sum($s.cargo for $s in sorted(self.ships, key=lambda $s: $s.cargo)[:1])",
        ],
    },
    "dataclass that is moved and changed": {
        "statement": [
            "self.ships.append(self.ships.pop(0))\nself.ships[-1].cargo += 1",
            "$s = self.ships.pop(0)\n$s.cargo = <small>\nself.ships.append($s)",
        ]
    },
    "dataclasses that are compared": {
        "condition": [
            "<ship> is self.ships[0]",
            "<ship> == self.ships[1]",
            "<ship> in self.fleet",
            "self.ships[0] == Ship(<int 0 3>)",
        ],
        "statement": ["if self.fleet:\n    self.fleet.remove(self.fleet[-1])"],
    },
    "dataclass or None": {
        "statement": [
            "$s = None\nfor $t in self.ships:\n    if $t.cargo > <int 0 9>:\n        $s = $t\n"
            "self.pot = 0 if $s is None else $s.cargo",
            "$s = next(($t for $t in self.ships if $t.is_full), None)\n"
            "self.pot = 0 if $s is None else $s.cargo",
            "$s = <method ship>(<small>)\nif $s is not None:\n    $s.load(<small>)\n"
            "    self.pot = $s.cargo",
            "$s = max(self.fleet, key=lambda $t: $t.cargo, default=None)\n"
            "if $s:\n    $s.cargo += 1",
            "$s, $t = None, self.ships[<place 2>]\nfor $u in self.ships:\n"
            "    if $s is None or $u.cargo <sign> $s.cargo:\n        $s = $u\n"
            "self.pot = ($s is $t) * 3 + ($s == $t) + $s.cargo",
            "$s = <method ship>(<small>)\n$t = <method ship>(<small>)\n"
            "self.pot = ($s is $t) * 4 + ($s == $t) * 2 + ($t is not None)",
        ],
        "ship method": [
            "(self, $n:number):\n    for $s in self.ships:\n        if $s.cargo > $n:\n"
            "            return $s\n    return None",
            "(self, $n:number):\n    $s = self.ships[0] if $n > <int 0 9> else None\n    return $s",
        ],
    },
    "object by one name and another": {
        "statement": [
            "$s:ship = self.ships[<place 2>]\nfor $t in self.ships:\n"
            "    if $t.cargo <sign> $s.cargo:\n        $s = $t",
            "$s = self.ships[<place 2>]\nfor $t in self.ships:\n    if $t is not $s:\n"
            "        $t.cargo += 1",
            "$s = self.fleet[0] if self.fleet else None\nif $s:\n    self.fleet.remove($s)",
        ]
    },
    "new objects with names": {
        "statement": [
            "$s = Ship(<small>)\n$s.cargo += <small>\nif <condition>:\n"
            "    $s.crew.append(<small>)\nself.fleet.append($s)\n$s.load(2)",
            "for $n in range(2):\n    $s = Ship($n + <small>)\n    $s.is_full = <condition>\n"
            "    self.fleet.append($s)",
        ]
    },
    "objects taken out in their loop": {
        "statement": [
            "for $s in list(self.fleet):\n    if $s.cargo > <int 0 9>:\n"
            "        self.fleet.remove($s)",
            "for $s in self.fleet[:]:\n    $s.cargo += 1\n    if $s.cargo % 3 == <int 0 2>:\n"
            "        self.fleet.remove($s)\n        self.fleet.append(Ship(<small>))\n"
            "        continue\n    $s.is_full = <condition>",
            "for $s in sorted(self.fleet, key=lambda $t: $t.cargo):\n"
            "    if $s.is_full or $s.cargo > <int 0 9>:\n        self.fleet.remove($s)\n"
            "        break",
            "for $s in self.fleet:\n    if $s.cargo == <int 0 9>:\n        self.fleet.remove($s)",
        ]
    },
    # tables and rows
    "rows": {
        "number": [
            "<row>.<cost|points>",
            "sum($r.<cost|points> for $r in <rows>)",
            "len(<rows>)",
            "len([$r for $r in <rows> if <pure condition $r:row>])",
            "<name row>.cost",
        ],
        "condition": [
            '<row>.colour == <"red"|"blue">',
            "<row> <==|!=|is|is not> <row>",
            "<row> in <rows>",
            '<row>.colour in ("red", "green")',
            'str(<row>) == "Axe"',
            "<name row>.cost > <int 0 5>",
        ],
        "statement": [
            "$r:row = <row>",
            "for $r:row in <rows>:\n    <block>",
            "for $r:row in <rows>:\n    if $r.cost > <int 1 5>:\n        break\n    <block>",
            "for $i:loop, $r:row in enumerate(<rows>):\n    <block>",
            "self.shop[<place 3>] = <row>",
        ],
    },
    "lists of rows": {
        "rows": [
            "[<row>, <row>]",
            "[*self.held, <row>]",
            "self.held + list(<leaf rows>)",
            "self.shop[<place 3>:]",
            "list(self.held)",
            "list(reversed(self.shop))",
        ],
        "number": ["self.held.count(<row>)", "self.shop.index(self.shop[1])"],
        "statement": [
            "$r:rows = <rows>",
            "if len(self.held) < 8:\n    self.held.append(<row>)",
            "if self.held:\n    $r:row = self.held.pop(<|0|-1>)",
            "$r = <row>\nif $r in self.held:\n    self.held.remove($r)",
            "self.held = [$r for $r in self.held if <pure condition $r:row>]",
            "self.held.clear()",
        ],
    },
    "lists and tuples together": {
        "rows": ['[*self.held, *self.table("cards")]', 'self.held + list(self.table("cards"))']
    },
    "rows in order": {
        "rows": [
            "sorted(<rows>, key=lambda $r: $r.cost)",
            "sorted(<rows>, key=lambda $r: (-$r.points, $r.cost))",
            "sorted(<rows>, key=lambda $r: $r.cost, reverse=True)",
        ],
        "row": [
            "<min|max>(self.shop, key=lambda $r: <$r.cost|($r.points, $r.cost)>)",
            "sorted(self.shop, key=lambda $r: $r.points)[<place 3>]",
        ],
        "statement": ["self.held.sort(key=lambda $r: ($r.cost, $r.points))"],
    },
    "rows by chance": {
        "row": ['self.chance.pick(self.table("cards"))', "self.chance.pick(self.shop)"],
        "statement": ["self.chance.shuffle(self.held)", "self.chance.shuffle(self.shop)"],
    },
    "row or None": {
        "statement": [
            "self.trump = <row>",
            "self.trump = None",
            "self.trump = <row> if <condition> else None",
            "$r = next(($c for $c in <rows> if <pure condition $c:row>), None)\n"
            "self.pot = 0 if $r is None else $r.cost",
            "$b = None\nfor $c in <rows>:\n    if $b is None or $c.cost > $b.cost:\n"
            "        $b = $c\n"
            "self.pot = $b.points if $b else 7",
        ],
        "number": ["(0 if self.trump is None else self.trump.cost)"],
        "condition": ["self.trump is <None|not None>", "bool(self.trump)"],
    },
    "method that returns a row or None": {
        "statement": ["$r = self.dearest(<number>)\nself.pot = 0 if $r is None else $r.cost"],
    },
    "rows as keys": {
        "number": [
            "self.supply[<row>]",
            "self.supply.get(<row>, 0)",
            "sum(self.supply.values())",
            "sum($r.cost * $n for $r, $n in self.supply.items())",
        ],
        "statement": [
            "self.supply[<row>] -= 1",
            "for $r:row, $n:loop in self.supply.items():\n    <block>",
            "for $r:row in self.supply:\n    <block>",
        ],
        "rows": ["[$r for $r, $n in self.supply.items() if $n > 0]"],
    },
    "sets of rows": {
        "number": ["len(self.owned)", "sum($r.cost for $r in self.owned)", "len(set(self.held))"],
        "condition": ["<row> <in|not in> self.owned"],
        "statement": ["self.owned.<add|discard>(<row>)"],
    },
    "order of sets of rows": {
        "statement": [
            "for $r in self.owned:\n    self.tide += $r.cost",
            'for $r:row in self.table("cards"):\n    if $r in self.owned:\n        <block>',
        ],
    },
    "hands of rows": {
        "number": [
            "len(self.piles[<place 2>])",
            "sum($r.cost for $r in self.piles[<place 2>])",
            "sum($r.points for $h in self.piles for $r in $h)",
        ],
        "statement": [
            "if len(self.piles[0]) < 7:\n    self.piles[0].append(<row>)",
            "if self.piles[<that key>]:\n    self.held.append(self.piles[<that key>].pop())",
            "for $h in self.piles:\n    for $r:row in $h:\n        <block>",
            "$h:rows = self.piles[<place 2>]",
        ],
        "key": ["0", "1", "e % 2"],
    },
    "texts of rows": {
        "number": ['sum(str($r) == <"Axe"|"Bow"> for $r in <rows>)', "WORTH.get(<row>.mood, 0)"],
        "statement": ["$w:word = <row>.mood", "self.mood = <row>.mood"],
        "condition": ["<row>.mood == self.mood"],
    },
    "columns by name": {
        "number": [
            'getattr(<row>, <"cost"|"points">)',
            "sum(getattr(<row>, $c) for $c in COLUMNS)",
        ],
    },
    "rows by their name": {
        "row": ['next($r for $r in self.table("cards") if str($r) == <"Axe"|"Bow">)'],
        "statement": [
            '$t = {str($r): $r for $r in self.table("cards")}\nself.pot = $t["Axe"].cost'
        ],
    },
    "Counter of rows": {
        "number": ['Counter($r.colour for $r in <rows>)[<"red"|"blue">]'],
        "statement": ['$c = Counter($r.colour for $r in <rows>)\nself.pot = $c["red"]'],
    },
    "unique rows": {"rows": ["list(dict.fromkeys(<rows>))"]},
    "two tables": {
        "number": [
            'self.table("places")[<place 4>].room',
            'sum($p.room for $p in self.table("places"))',
        ],
        "condition": ['any($p.room == <row>.cost for $p in self.table("places"))'],
    },
    # rule values
    "rule values": {
        "number": ["self.rules.least", "self.rules.most", "TABLE[self.rules.least - 5]"],
        "condition": ["self.rules.is_open", "<number> > self.rules.most"],
        "list": ["[<number>] * self.rules.least", "list(range(self.rules.least))"],
        "statement": [
            "if self.rules.is_open:\n    <block>",
            "for $x:loop in range(self.rules.least):\n    <block>",
        ],
    },
    "rule values that choose": {
        "condition": ['self.rules.style == <"fast"|"slow">'],
        "statement": ['if self.rules.style == "fast":\n    <block>\nelse:\n    <block>'],
    },
    # parts
    "Deck": {
        "number": ["self.deck.n_drawable", "len(self.deck.pile)", "len(self.deck.discards)"],
        "statement": [
            "$r:row = self.deck.draw()",
            "self.deck.discard(<row>)",
            "for $r:row in self.deck.draw_up_to(<int 0 3>):\n    self.deck.discard($r)",
            "self.deck.reshuffle()",
            "if self.deck.n_drawable:\n    self.held = [self.deck.draw()]",
        ],
    },
    "Hands": {
        "number": [
            "len(self.cards_held[<place 2>])",
            "sum($r.cost for $r in self.cards_held[<0|1>])",
        ],
        "statement": [
            "self.cards_held.draw(<0|1>, <int 1 2>)",
            "self.cards_held.deal(1)",
            "if self.cards_held[0]:\n    self.cards_held.discard(0, self.cards_held[0][<0|-1>])",
            "if self.cards_held[1]:\n    $r:row = self.cards_held.remove(1, self.cards_held[1][0])",
            "for $r:row in self.cards_held[<0|1>]:\n    <block>",
            "for $r:row in self.cards_held[<0|1>]:\n    self.cards_held.deal(1)\n    <block>",
            "for $h:rows in self.cards_held:\n    <block>",
            "self.cards_held.add(<0|1>, <row>)",
        ],
        "condition": ["any(self.cards_held)", "<row> in self.cards_held[0]"],
    },
    "hands that are passed on": {
        "statement": [
            "self.cards_held.hands = [self.cards_held.hands[$x - 1] for $x in range(2)]",
            "self.cards_held.hands = self.cards_held.hands[1:] + self.cards_held.hands[:1]",
        ]
    },
    "Market": {
        "number": ["len(self.market)", "sum($r.cost for $r in self.market)"],
        "statement": [
            "if self.market:\n    $r:row = self.market.take(self.market[<0|-1>])",
            "self.market.sweep()",
            "for $r:row in self.market:\n    <block>",
            "for $r:row in <self.market|list(self.market)>:\n    if $r.cost > d:\n"
            "        self.market.take($r)",
        ],
        "condition": ["<row> in self.market"],
    },
    "Bag": {
        "number": ["len(self.bag)", "self.bag.count(<word>)"],
        "statement": [
            "$w:word = self.bag.draw()",
            "self.bag.put(<word>, <int 1 2>)",
            "for $w:word in self.bag.draw_up_to(<int 0 2>):\n    self.mood = $w",
        ],
    },
    "Dice": {
        "number": ["sum(self.dice.roll(0))", "len(self.dice.faces)", "sum(self.dice.loose)"],
        "statement": [
            "self.dice.gather()",
            "for $x:loop in self.dice.roll(<0|1>):\n    <block>",
            "self.dice.gather()\n$l:list = self.dice.roll(0)\nself.dice.keep($l[0])\n"
            "self.dice.roll(0)",
            "if self.dice.loose:\n    self.dice.reroll(1, self.dice.loose[0])",
        ],
    },
    "Track": {
        "number": [
            "self.track[<place 2>]",
            "self.track.advance(<0|1>, <int -1 4>)",
            "self.track.order()[<0|-1>]",
        ],
        "condition": ["self.track.is_at_end(<0|1>)", "0 in self.track.leaders()"],
        "statement": [
            "self.track.advance(<0|1>, <int 1 3>)",
            "for $x:loop in self.track.order():\n    <block>",
            "for $x:loop in list(self.track):\n    self.track.advance(0, 1)\n    <block>",
        ],
    },
    "Areas": {
        "number": [
            "self.areas[<word>][<0|1>]",
            "self.areas.points(<word>, (5, 2))[<0|1>]",
            "len(self.areas.majority(<word>))",
            "sum(self.areas.score(<word>, (3, 1)))",
        ],
        "statement": [
            "self.areas.add(<0|1>, <word>, <int 1 2>)",
            'if self.areas["calm"][0]:\n    self.areas.move(0, "calm", "rough")',
            "for $x:loop in self.areas.majority(<word>):\n    <block>",
        ],
    },
    "Spaces": {
        "number": ["self.spaces.workers[<place 2>]", "self.spaces.count(<word>, <0|1>)"],
        "condition": ["<word> in self.spaces.open_to(<0|1>)", "self.spaces.free(<word>) is None"],
        "statement": [
            "if self.spaces.workers[0] and <that word> in self.spaces.open_to(0):\n"
            "    self.spaces.place(0, <that word>)",
            "self.pot = self.spaces.take_back(<0|1>, <word>)",
            "self.spaces.gather()",
        ],
    },
    "Bank": {
        "number": ["self.coins[<place 2>]", "self.coins.gain(<0|1>, <int 0 3>)"],
        "condition": ["self.coins.can_pay(<0|1>, <int 0 4>)"],
        "statement": [
            "if self.coins.can_pay(0, <int 1 3>):\n    self.coins.pay(0, 1)",
            "if self.coins[1]:\n    self.coins.move(1, 0, 1)",
        ],
    },
    "Auction": {
        "statement": [
            "self.auction.begin(1, [3, 4], first=<0|1>)",
            "self.pot = len(self.auction.choices()) if not self.auction.is_over else 9",
        ],
        "number": ["self.auction.price", "sum(self.auction.bids.values())"],
        "condition": ["self.auction.winner is None", "self.auction.is_over"],
    },
    "Simultaneous": {
        "statement": [
            'self.picks.begin()\nself.picks.put("hold")\nself.picks.put(<"pass"|"hold">)\n'
            'self.pot = self.picks.reveal().count("hold")',
        ],
        "condition": ["self.picks.seat() is None"],
    },
    # what is an error in Python
    "index that may be outside": {"number": ["self.cards[d * 2]", "self.pile[e]", "(4, 5, 6)[e]"]},
    "key that may be missing": {"number": ["self.marks[e]"], "statement": ["del self.marks[e]"]},
    "division by what may be zero": {"number": ["(<number>) <//|%> (e - 1)", "int(8 / d)"]},
    "nothing to take": {
        "number": ["self.pile.pop()", "max([$x for $x in self.cards if $x > 4])", "self.pile[0]"],
        "statement": ["self.pile.remove(e)", "$a:number = self.cards.index(d)"],
    },
    "None as a number": {"number": ["(self.rare + 1)", "self.above(4) * 2"]},
    "errors that are raised": {
        "statement": [
            "assert e < 4",
            'assert self.bonus(1) >= 0, "never"',
            'if e == 4:\n    raise ValueError("no")',
        ]
    },
    "chance of nothing": {
        "number": ["self.chance.below(e)", "self.chance.pick([$x for $x in self.cards if $x > 3])"],
    },
    "parts that are empty": {
        "statement": ["$w:word = self.bag.draw()\n$v:word = self.bag.draw()"],
        "number": ["self.areas[MOODS[0]][e]"],
    },
}

MENU_IN_METHOD = "menu in a method of its own"
MIXED_MENU = "menu in a method that begins with a word"
WRONG: Mapping[str, str] = {}
"""Constructs that kernels do otherwise than Python, and how; tests leave them out."""
WIDE = frozenset(
    {"wide numbers", "functions of math that count", "powers that may be fractions", "powers"}
)
"""Constructs whose numbers may have more than 64 bits, or are no whole numbers."""

WAYS: Mapping[str, Templates] = {
    MENU_IN_METHOD: {},
    MIXED_MENU: {},
    # what games return, one method of the kind each: menus and what is made of a choice
    "menu of one list": {
        "menu": [
            'return ["hold", *(("bid", $n) for $n in range(<int 1 4>))]',
            'return [("buy", $r) for $r in <rows of one> if <pure condition $r:row>] + ["hold"]',
            'return ["hold"] + [("bid", $n) for $n in range(5) if <pure condition $n>]',
            'return [*(("buy", $r) for $r in <rows of one>), "hold"]',
            'return [("move", $a, $b) for $a in range(2) for $b in range(3) if $a != $b] '
            '+ ["hold"]',
            'return [("trade", $w, $r, 2) for $w in MOODS for $r in <rows of one>] + ["hold"]',
            'return ["hold"] if <condition> else ["hold", "pass"]',
            'return list(dict.fromkeys(("bid", abs($x)) for $x in self.cards))',
            'return [("bid", $n) for $n in range(4)] if <condition> else ["pass", "hold"]',
        ],
        "rows of one": ['self.table("cards")', "dict.fromkeys(self.held)", "list(self.supply)"],
    },
    "menu of several steps": {
        "menu": [
            '$o = ["hold"]\nfor $r:row in <rows of one>:\n    if <pure condition>:\n'
            '        $o.append(("buy", $r))\nreturn $o',
            '$o = []\nif <condition>:\n    $o.append("hold")\nelse:\n    $o.append("pass")\n'
            'for $n in range(3):\n    $o.append(("bid", $n))\nreturn $o',
            'if <condition>:\n    return ["pass"]\nreturn [("bid", $n) for $n in range(<int 1 4>)]',
            '$o = [("bid", $n) for $n in range(<int 1 4>)]\n$o += ["hold"]\nreturn $o',
            '$o = ["hold"]\n$o.extend(("bid", $n) for $n in range(<int 1 4>))\nreturn $o',
            '$b = [("buy", $r) for $r in <rows of one> if $r.cost < <int 0 6>]\n'
            'return $b or ["hold"]',
            '$o = [("buy", $r) for $r in <rows of one>]\n'
            'if not $o or <condition>:\n    $o.append("hold")\nreturn $o',
        ],
        "rows of one": ['self.table("cards")', "dict.fromkeys(self.held)"],
    },
    "choice that is unpacked": {
        "take": [
            'if choice == "hold" or choice == "pass":\n    return 1\nkind, *rest = choice\n'
            'if kind == "bid":\n    return 10 + rest[0]\nreturn 5',
            'if choice == "hold" or choice == "pass":\n    return 1\nif choice[0] == "bid":\n'
            "    kind, n = choice\n    return 10 + n\n"
            'if choice[0] == "buy":\n    _, card = choice\n    return 30 + card.cost\n'
            'if choice[0] == "move":\n    _, start, end = choice\n    return 50 + start * 5 + end\n'
            "_, word, card, n = choice\nreturn 100 + WORTH[word] * card.cost + n",
        ]
    },
    "choice among words": {
        "take": [
            'return 1 if choice in ("hold", "pass") else 2',
            'if choice not in ("hold", "pass"):\n    return 3\nreturn 4',
        ]
    },
    "choice by the first letter of a word": {
        "take": [
            'return 1 if choice[0] == "hold" else 2',
            'kind = choice[0]\nreturn 1 if kind == "pass" else 2',
        ]
    },
    "choice by its places": {
        "take": [
            'if choice[0] == "bid":\n    self.pot = choice[1]\n    return choice[1] * 2\n'
            'if choice[0] == "buy":\n    self.held = [choice[1]]\n    return choice[1].cost\n'
            'if choice[0] in ("move", "trade"):\n    return 40 + (choice[0] == "move")\nreturn 3',
            'kind = choice[0]\nif kind == "bid":\n    return choice[1]\nelif kind == "move":\n'
            '    return choice[1] + 10 * choice[-1]\nelif kind == "trade":\n'
            "    self.mood = choice[1]\n    return choice[2].points + choice[3]\nreturn 70",
            'if choice == "hold":\n    return 1\nelif choice == "pass":\n    return 2\n'
            'return len(choice) * 10 + (choice[0] == "bid")',
        ]
    },
    "choice that is compared": {
        "take": [
            'return (choice == ("bid", 2)) * 5 + (choice in ["hold", ("bid", 1)]) + '
            '(choice == "pass") * 3',
            'self.last = choice\nreturn (self.last == "hold") * 4 + (self.last == ("bid", 1))',
            "return 5 if isinstance(choice, str) else 6",
        ]
    },
    "policy that picks": {
        "policy": [
            "return <choices[0]|choices[-1]>",
            "return max(choices, key=lambda choice: value_of(view, choice))",
            'bids = [choice for choice in choices if choice[0] == "bid"]\n'
            "return <max|min>(bids, key=lambda bid: bid[1]) if bids else choices[0]",
            'buys = [choice for choice in choices if choice[0] == "buy"]\n'
            "if not buys:\n    return choices[0]\n"
            "return <max|min>(buys, key=lambda buy: (buy[1].cost, buy[1].points))",
            'return ("bid", 1) if ("bid", 1) in choices else choices[-1]',
            'return "hold" if "hold" in choices else choices[-1]',
            'return "hold" if "hold" in choices and view.pot > <int 0 9> else chance.pick(choices)',
            'return next((c for c in choices if c[0] == "bid" and c[1] > view.pot % 4), '
            "choices[0])",
            "return chance.pick(choices) if chance.below(3) else choices[len(choices) // 2]",
            "best = None\nfor choice in choices:\n"
            "    if best is None or value_of(view, choice) > value_of(view, best):\n"
            "        best = choice\nreturn best",
            "worths = {choice: value_of(view, choice) for choice in choices}\n"
            "return max(choices, key=lambda choice: worths[choice])",
            "return min(choices, key=lambda choice: abs(value_of(view, choice) - "
            "view.hands[view.me][0]))",
            "return sorted(choices, key=lambda choice: value_of(view, choice))[0]",
        ]
    },
    "winner": {
        "winner": [
            "return <None|0|1>",
            "return [seat for seat in (0, 1) if self.pot % 3 != seat]",
            "points = self.points\nreturn [seat for seat in (0, 1) if points[seat] == max(points)]",
            "best = max(self.points)\n"
            "return [seat for seat, n in enumerate(self.points) if n == best]",
            "if self.pot % 2:\n    return 1\nreturn None",
            "return max((0, 1), key=lambda seat: self.points[seat])",
            "places = [(n, -self.cells[seat]) for seat, n in enumerate(self.points)]\n"
            "return [seat for seat, place in enumerate(places) if place == max(places)]",
        ]
    },
    "hide": {
        "hide": [
            "chance.shuffle(self.pile)",
            "self.hands[1 - seat] = [chance.below(5) for _ in self.hands[1 - seat]]",
            "unseen = self.hands[1 - seat] + self.pile\nchance.shuffle(unseen)\n"
            "n = len(self.hands[1 - seat])\n"
            "self.hands[1 - seat], self.pile = unseen[:n], unseen[n:]",
            "for other in range(2):\n    if other != seat:\n"
            "        self.cells[other] = chance.pick(self.cards)",
            "rest = [r for pile in self.piles for r in pile]\nchance.shuffle(rest)\n"
            "self.held = rest[:2]",
        ]
    },
}
