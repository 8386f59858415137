"""Card sheets are read as people write them; what is odd, assumed or left out is said."""

from __future__ import annotations

import json
import warnings

import pytest

from simlab.errors import ComponentError
from simlab.game.components.spreadsheet import read_sheet
from simlab.scaffold.card_sheet import MOST_NOTES, CardSheet, cards_of
from simlab.scaffold.layout import Choices
from tests.scaffold.workbooks import ods, xlsx

ROWS: list[list[object]] = [["Name", "Cost", "VP", "Qty"], ["Rope", 3, 3, 5], ["Net", 4, 4, 4]]
CARDS = [("Rope", 3, 3, 5), ("Net", 4, 4, 4)]


def read(text: str | bytes, **choices) -> CardSheet:
    raw = text.encode() if isinstance(text, str) else text
    return cards_of(raw, Choices(**choices))


def cards(sheet: CardSheet) -> list[tuple[str, int, int, int]]:
    """Return name, cost, points and copies of each card; blanks are 0."""
    names = (sheet.cost, sheet.points, "copies")
    return [(row[sheet.key], *(int(row[name] or 0) for name in names)) for row in sheet.rows]


def notes(sheet: CardSheet) -> str:
    return "\n".join(sheet.notes)


HEADINGS = {
    "name": [
        *("Name", "Card Name", "cardName", "Title", "Nickname", "Carte", "Nom", "Titre", "Karte"),
        *("Kartenname", "Bezeichnung", "Nombre", "Título", "Carta", "Nome", "Titolo", "Nazwa"),
        *("Karta", "Naam", "Kaart", "カード名", "\uff2e\uff41\uff4d\uff45", "Name (EN)", "Item"),
    ],
    "cost": [
        *("Cost", "Buy Cost", "Gold cost", "mp_cost", "Cost/Defense", "Cost (coins)", "$", "Mana"),
        *("Coût", "Prix", "Coût en or", "Kosten", "Baukosten", "Kaufpreis", "Coste", "Precio"),
        *("Costo", "Prezzo", "Koszt", "Cena", "Custo", "Preço", "Prijs", "コスト", "€", "PRICE"),
    ],
    "points": [
        *("VP", "VPs", "VP (end)", "Victory\nPoints", "Points", "Score value", "★", "Stars", "PV"),
        *("PdV", "Points de victoire", "Siegpunkte", "Siegpunkte (Ende)", "SP", "Punkte", "Fame"),
        *("Puntos de victoria", "Punti vittoria", "Punkty zwycięstwa", "PZ", "Pontos de Vitória"),
        *("Overwinningspunten", "Punten", "Prestige", "Prestigio", "Renown", "Glory", "得点"),
    ],
    "copies": [
        *("Qty", "Qty.", "Quantity", "Print qty", "Count", "Card-Count", "cardCount", "Count (2p)"),
        *("Copies", "Copies/deck", "# of copies", "No. of copies", "# in deck", "#", "x", "×"),
        *("Num", "Number", "Nb", "Amount", "Freq", "Frequency", "Duplicates", "Repeat", "Total"),
        *("Cards", "How many?", "Anzahl", "Kartenanzahl", "Menge", "Stück", "Stückzahl", "Stk."),
        *("Nombre", "Quantité", "Exemplaires", "Nb ex.", "N°", "Cantidad", "N.º", "Ejemplares"),
        *("Quantità", "Copie", "Ilość", "Ilość sztuk", "Liczba kart", "Quantidade", "Exemplares"),
        *("Aantal", "Stuks", "Hoeveelheid", "Anz.", "Antal", "Mängd"),
        *("数量", "枚数", "\uff31\uff54\uff59"),
    ],
}


@pytest.mark.parametrize(
    ("meaning", "heading"), [(m, each) for m, headings in HEADINGS.items() for each in headings]
)
def test_headings_are_understood_in_eight_languages(meaning, heading) -> None:
    headings = {"name": "Name", "cost": "Cost", "points": "VP", "copies": "Qty"} | {
        meaning: heading
    }
    lines = [[*headings.values(), "Text"], ["Rope", 3, 2, 5, "a"], ["Net", 4, 1, 4, "b"]]
    sheet = read("\n".join("\t".join(f'"{cell}"' for cell in line) for line in lines))
    assert cards(sheet) == [("Rope", 3, 2, 5), ("Net", 4, 1, 4)]
    assert sheet.notes == []


@pytest.mark.parametrize(
    "heading",
    ["Number of players", "Hit points", "Max count per player", "Card type", "ID", "Discount"],
)
def test_headings_of_other_things_are_not_taken_for_copies_or_points(heading) -> None:
    sheet = read(f"Name,Cost,VP,{heading}\nRope,3,2,5\nNet,4,1,4\nSloop,5,5,9\n")
    assert cards(sheet)[0] == ("Rope", 3, 2, 1)
    assert "one copy of each card" in sheet.summary[1]


CELLS = {
    "3": 3,
    "-1": -1,
    "−1": -1,
    "–2": -2,
    "+3": 3,
    "$3": 3,
    "-$3": -3,
    "3 €": 3,
    "3 VP": 3,
    "VP 3": 3,
    "★3": 3,
    "x3": 3,
    "3x": 3,
    "×3": 3,
    "\uff13": 3,
    "٣": 3,
    "3\u200b": 3,
    "3\u00a0": 3,
    "1,000": 1000,
    "1.000": 1000,
    "1 000": 1000,
    "1'000": 1000,
    "": 0,
    "-": 0,
    "—": 0,
    "n/a": 0,
    "3.0": 3,
    "3,00": 3,
}


@pytest.mark.parametrize("cell", CELLS)
def test_a_number_is_read_as_people_write_it(cell) -> None:
    sheet = read(f"Name;Cost;VP;Qty\nRope;3;{cell};5\nNet;4;4;4\n")
    assert cards(sheet) == [("Rope", 3, CELLS[cell], 5), ("Net", 4, 4, 4)]
    assert sheet.notes == []


@pytest.mark.parametrize("cell", ["*", "?", "TBD", "#REF!", "1-2", "2 + 1", "X", "Draw 2 cards"])
def test_an_odd_cell_is_named_and_leaves_its_column_one_of_numbers(cell) -> None:
    sheet = read(f"Name,Cost,VP,Hue,Qty\nRope,3,{cell},200,5\nNet,4,4,100,4\n")
    assert cards(sheet) == [("Rope", 3, 0, 5), ("Net", 4, 4, 4)]
    assert notes(sheet) == f'no number, counted as 0: row 2, column C "VP": "{cell}".'


def test_a_column_known_by_its_heading_is_never_replaced_by_another() -> None:
    sheet = read("Name,Cost,VP,Hue\nRope,3,special,120\nNet,4,special,240\nSloop,5,x,30\n")
    assert [row[1:3] for row in cards(sheet)] == [(3, 1), (4, 2), (5, 3)]
    assert 'column C "VP" holds no numbers; 1 to 5 points are assumed in turn.' in sheet.notes


def test_decimals_are_kept_as_whole_numbers_times_ten() -> None:
    sheet = read("Karte;Kosten;Siegpunkte;Anzahl\nSeil;3;1,5;5\nNetz;4;2,5;4\nAnker;5;3;3\n")
    assert [row[2] for row in cards(sheet)] == [15, 25, 30]
    assert notes(sheet) == 'column C "Siegpunkte" has decimals; its numbers are kept times 10.'


def test_copies_of_zero_are_left_out_and_odd_ones_count_once() -> None:
    sheet = read("Name,Cost,VP,Qty\nRope,3,3,x5\nCut,4,4,0\nNet,4,4,many\nRaft,1,1,999999999\n")
    assert cards(sheet) == [("Rope", 3, 3, 5), ("Net", 4, 4, 1), ("Raft", 1, 1, 1)]
    assert sheet.notes == [
        'no number of copies, counted as 1: row 4, column D "Qty": "many";'
        ' row 5, column D "Qty": "999999999".',
        "1 card with 0 copies left out.",
    ]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Name,Cost,VP,Sheets\nRope,3,3,5\nNet,4,4,4\n", 'column D "Sheets" does'),
        ("Num,Name,Cost,VP\n1,Rope,3,3\n2,Net,4,4\n", 'column A "Num" does'),
        ("Name,Cost,VP,2p count,4p count\nRope,3,3,5,9\n", 'by column E "4p count" too'),
        ("Name,Cost,VP,Qty,Count\nRope,3,3,5,9\n", "--column copies=Count reads that one"),
        ("Name,Cost,VP,Price\nRope,?,3,5\n", 'column B "Cost" holds no numbers; cost is read from'),
        ("Name,Strength\nRope,3\nNet,3\n", "--column points=HEADING names another"),
        ("Rope,3,3,5\nNet,4,4,4\n", "add --column copies=D"),
    ],
)
def test_what_is_uncertain_names_the_option_that_settles_it(text, note) -> None:
    assert note in notes(read(text))


def test_options_settle_what_is_uncertain() -> None:
    text = "Num,Name,Cost,VP,Price\n1,Rope,3,3,7\n2,Net,4,4,8\n"
    sheet = read(text, columns={"copies": "num", "cost": "E"})
    assert cards(sheet) == [("Rope", 7, 3, 1), ("Net", 8, 4, 2)]
    assert read(text, columns={"copies": "none"}).n_cards == 2
    assert cards(read("Rope,3,5\nNet,4,4\n", columns={"copies": "C", "points": "B"})) == [
        ("Rope", 3, 3, 5),
        ("Net", 4, 4, 4),
    ]
    text = "Name,Cost\nMy,Game\nName,VP\nRope,3\n"
    assert cards(read(text, header_row=3))[0] == ("Rope", 3, 3, 1)
    book = xlsx({"Deck": ROWS, "Promos": [ROWS[0], ["Sloop", 5, 6, 3]]})
    assert "--sheet Promos reads that one" in notes(read(book))
    assert cards(read(book, worksheet="promos")) == [("Sloop", 5, 6, 3)]


@pytest.mark.parametrize(
    ("choices", "problem"),
    [
        ({"columns": {"copy": "D"}}, 'Did you mean "copies"?'),
        ({"columns": {"copies": "Qyt"}}, 'no column is called "Qyt". Did you mean "Qty"?'),
        ({"columns": {"points": "Name"}}, 'column A "Name" holds no numbers'),
        ({"worksheet": "Deck"}, "--sheet: the file has no worksheets"),
        ({"header_row": 9}, "--header-row: row 9 is empty"),
    ],
)
def test_an_option_that_does_not_fit_is_an_error(choices, problem) -> None:
    with pytest.raises(ComponentError) as caught:
        read("Name,Cost,VP,Qty\nRope,3,3,5\nNet,4,4,4\n", **choices)
    assert problem in str(caught.value)


LAYOUTS = {
    "title": "My game v0.7 — cards,,,\n\nName,Cost,VP,Qty\nRope,3,3,5\nNet,4,4,4\n",
    "comment": "# exported 2024\nName,Cost,VP,Qty\nRope,3,3,5\nNet,4,4,4\n",
    "two lines": "Card,Cost,Victory,Number\nname,in gold,points,in deck\nRope,3,3,5\nNet,4,4,4\n",
    "groups": ",Economy,,Deck\nName,Gold,VP,#\nRope,3,3,5\nNet,4,4,4\n",
    "sections": "Name,Cost,VP,Qty\nBASIC,,,\nRope,3,3,5\nMORE,,,\nNet,4,4,4\n",
    "totals": "Name,Cost,VP,Qty\nRope,3,3,5\nNet,4,4,4\nGrand total,,,9\nØ Summe,,,\n",
    "headings again": "Name,Cost,VP,Qty\nRope,3,3,5\nName,Cost,VP,Qty\nNet,4,4,4\n",
    "no name": "Name,Cost,VP,Qty\nRope,3,3,5\n,1,1,\nNet,4,4,4\n",
    "id first": "id;nom;prix;pv;nb\n1;Rope;3;3;5\n2;Net;4;4;4\n",
    "copies first": "#,Name,Cost,VP\n5,Rope,3,3\n4,Net,4,4\n",
    "sep": "sep=;\r\nName;Cost;VP;Qty\r\nRope;3;3;5\r\nNet;4;4;4\r\n",
    "pipes": "Name|Cost|VP|Qty\nRope|3|3|5\nNet|4|4|4\n",
    "notes beside": "Name,Cost,VP,Qty,,\nRope,3,3,5,,playtest!\nNet,4,4,4,,\n",
    "beyond": "Name,Cost,VP,Qty\nRope,3,3,5,note to self\nNet,4,4,4\n",
    "stray quotes": 'Name,Text,Cost,VP,Qty\nRope,5" long,3,3,5\nNet,"so-called" net,4,4,4\n',
    "open quote": 'Name,Text,Cost,VP,Qty\nRope,"open,3,3,5\nNet,x,4,4,4\n',
    "old Mac": "Name,Cost,VP,Qty\rRope,3,3,5\rNet,4,4,4\r",
    "markdown": "# Cards\n\n|Name|Cost|VP|Qty|\n|:--|--:|--|--|\n|**Rope**|3|3|5|\n|Net|4|4|4|\n",
    "json": '[{"name":"Rope","cost":3,"vp":3,"qty":5},{"name":"Net","cost":4,"vp":4,"qty":4}]',
    "json lines": '{"name":"Rope","cost":3,"vp":3,"n":5}\n{"name":"Net","cost":4,"vp":4,"n":4}\n',
    "json within": '{"v":1,"cards":[{"name":"Rope","cost":3,"vp":3,"qty":5},'
    '{"name":"Net","cost":4,"vp":4,"qty":4}]}',
    "json by name": '{"Rope":{"cost":3,"vp":3,"qty":5},"Net":{"cost":4,"vp":4,"qty":4}}',
    "dates": "Name,Cost,VP,Qty,Added\nRope,3,3,5,2024-01-02\nNet,4,4,4,2024-02-03\n",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cards_are_found_in_any_layout(layout) -> None:
    assert cards(read(LAYOUTS[layout])) == CARDS


def test_what_is_left_out_is_said_with_its_rows() -> None:
    sheet = read("My game,,\nName,Cost,VP\nBASIC,,\nRope,3,3\n,1,1\nNet,4,4\nTotal,7,\n")
    assert notes(sheet).splitlines()[-1] == (
        "left out: row 1 above the headings; row 3 with nothing but a name, as headings of a"
        ' section have; row 5 without a name in column A "Name"; row 7 with totals.'
    )


def test_a_card_called_like_a_total_is_one() -> None:
    assert cards(read("Name,Cost,VP,Qty\nTotal War,3,3,5\nSum,4,4,4\n"))[1] == ("Sum", 4, 4, 4)


@pytest.mark.parametrize(
    "last_rows",
    [
        "Total,7,7,9\n",
        "Grand total,,,9\nØ Summe,,,\n",
        "Sum:,,,9\nAverage,3,,\n",
        "Gesamt,,,\n",
        '"Suma ",7,7,"9,00"\n',
        "Sum,4,4,4\n",
        "Total War,3,3,5\n",
    ],
)
def test_rows_of_totals_are_none_for_a_new_game_and_for_the_sheet_beside_it(last_rows) -> None:
    text = "Name,Cost,VP,Qty\nRope,3,3,5\nNet,4,4,4\n" + last_rows
    beside = read_sheet(text.encode())
    assert [row["name"] for row in beside.rows.values()] == [row[0] for row in cards(read(text))]
    n_left_out = sum("has totals and is left out" in remark for remark in beside.remarks)
    assert len(beside.rows) + n_left_out == len(text.splitlines()) - 1


@pytest.mark.parametrize(
    "text",
    ["4 Rope\n3x Net\n\n2 × St. Malo, old\n", "// Starter\nRope x4\nNet ×3\nSt. Malo, old x2\n"],
)
def test_a_deck_list_is_read(text) -> None:
    sheet = read(text)
    assert [(row["name"], row["copies"]) for row in sheet.rows] == [
        ("Rope", "4"),
        ("Net", "3"),
        ("St. Malo, old", "2"),
    ]


def test_a_list_without_headings_keeps_its_first_card() -> None:
    assert [row[0] for row in cards(read("Rope\nNet\n"))] == ["Rope", "Net"]
    assert [row[0] for row in cards(read("Rope,Take 1,3\nNet,Draw 2,4\n"))] == ["Rope", "Net"]
    assert [row[0] for row in cards(read("Card name\nRope\nNet\n"))] == ["Rope", "Net"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("cards:\n  - name: Rope\n    cost: 3\n  - name: Net\n    cost: 4\n", "is YAML"),
        ('[[card]]\nname = "Rope"\ncost = 3\n', "is TOML"),
        ('<cards><card name="Rope"/></cards>', "is XML or HTML"),
        ("%PDF-1.7\n", "is a PDF file"),
        (
            "A long story of a game without a table that is longer than sixty letters.\n",
            "is a text",
        ),
        ('["Rope", "Net"]', "JSON must be a list of objects"),
        ('[{"name": "Rope"},]', "is no JSON that can be read"),
        ("Name,Text,Cost,VP\nRope,Draw 2, discard,3,3\nNet,x,4,4\n", "put quotes around a cell"),
        ("Name,Qty\nRope,0\nNet,0\n", "0 copies of all cards"),
    ],
)
def test_what_is_no_table_of_cards_is_refused_in_words(text, kind) -> None:
    with pytest.raises(ComponentError, match=kind):
        read(text)


def test_ods_reads_like_xlsx() -> None:
    sheets = {"Notes": [["Changelog"], ["v1: began"]], "Deck": [["My game"], *ROWS]}
    for book in (xlsx(sheets), ods(sheets)):
        sheet = read(book)
        assert cards(sheet) == CARDS
        assert 'from worksheet "Deck", headings in row 2.' in sheet.summary[0]


def test_hidden_rows_and_worksheets_are_left_out() -> None:
    def hide(book) -> None:
        book["Deck"].row_dimensions[3].hidden = True
        book["Old"].sheet_state = "hidden"

    rows = [*ROWS[:2], ["Hidden", 1, 1, 1], ROWS[2]]
    sheet = read(xlsx({"Deck": rows, "Old": ROWS}, hide))
    assert cards(sheet) == CARDS
    assert sheet.notes == ["1 hidden row left out; unhide to read."]


def test_merged_cells_are_read_as_they_look() -> None:
    def merge(book) -> None:
        deck = book.active
        for area in ("A1:E1", "B2:C2", "E4:E5"):
            deck.merge_cells(area)

    titles: list[list[object]] = [
        ["Harbour", *[None] * 4],
        ["Card", "Economy", None, "Deck", "Set"],
    ]
    rows = [*titles, [*ROWS[0], "Kind"], [*ROWS[1], "Ship"], [*ROWS[2], None]]
    sheet = read(xlsx({"Deck": rows}, merge))
    assert cards(sheet) == CARDS
    assert [row["kind"] for row in sheet.rows] == ["Ship", "Ship"]


def test_formulas_without_a_result_are_named() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sheet = read(xlsx({"Deck": [*ROWS[:2], ["Net", 4, "=B3", 4]]}))
    assert cards(sheet)[1] == ("Net", 4, 0, 4)
    assert "1 formula without a stored result (such as C3)" in notes(sheet)


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        *(("cp1252", "Forêt"), ("cp1252", "Señor"), ("cp1250", "Żółw"), ("cp1250", "Gęś")),
        *(("mac_roman", "Café"), ("mac_roman", "Äpfel"), ("cp932", "ネット")),
        *(("utf-16-le", "Äpfel"), ("utf-16-be", "Łódź"), ("utf-16", "縄"), ("utf-8-sig", "縄")),
    ],
)
def test_old_encodings_are_detected_and_said(encoding, name) -> None:
    sheet = read(f"Name,Cost,VP\n{name},3,3\nNet,4,4\n".encode(encoding))
    assert cards(sheet)[0][0] == name
    has_mark = encoding in ("utf-16", "utf-8-sig")
    assert ("not UTF-8; read as" in notes(sheet)) != has_mark


def test_names_keep_dots_and_cards_that_differ_in_one_are_two() -> None:
    sheet = read("Name,Cost,VP,Qty\nSt. Malo,3,3,5\nA.B,4,4,4\nAB,4,4,4\nA.B,5,5,1\n")
    assert [row["name"] for row in sheet.rows] == ["St. Malo", "A.B", "AB", "A.B 2"]
    assert notes(sheet) == "cards with the name of another one get a number: A.B 2."


def test_headings_become_names_of_python_that_differ() -> None:
    heads = "Name,2nd Cost ($),class,Provenance,__init__,Cost,cost!,count,VP,Qty"
    sheet = read(f"{heads}\nRope,1,1,x,1,3,1,2,3,5\n", columns={"copies": "Qty", "cost": "F"})
    assert [column.name for column in sheet.columns] == [
        *("column_2nd_cost", "column_class", "origin", "init", "cost", "cost_2", "count_2", "vp"),
        "copies",
    ]


def test_thousands_of_odd_rows_make_a_few_notes() -> None:
    odd = "".join(f"Card {i},?,?,some\n,1,1,1\n" for i in range(2_000))
    sheet = read(f"My game\nName,Cost,VP,Qty\nRope,3,1.5,5\n{odd}")
    assert len(sheet.short_notes) <= MOST_NOTES + 1
    assert all(len(note) < 300 for note in sheet.notes)
    assert "and 3997 more" in notes(sheet)


def test_equal_rows_are_copies() -> None:
    sheet = read(json.dumps([{"name": "Rope", "cost": 1, "vp": 2}] * 3))
    assert cards(sheet) == [("Rope", 1, 2, 3)]
    assert "2 rows like one above: taken for further copies." in sheet.notes
