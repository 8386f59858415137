"""What the headings of card sheets mean: words for name, copies, cost and points by language.

English, French, German, Spanish, Italian, Polish, Portuguese, Dutch, some Japanese and Chinese.
Words are compared without case and accents.
"""

from __future__ import annotations

from dataclasses import dataclass

from simlab.game.components.totals import heading_words

NAME, COPIES, COST, POINTS = "name", "copies", "cost", "points"
MEANINGS = (NAME, COPIES, COST, POINTS)

EXACT, CONTAINED, POSSIBLE = 3, 2, 1
"""Ranks of a heading: only words of a meaning, such a word among others, an ambiguous word."""


def _words(phrase: str) -> frozenset[str]:
    return frozenset(heading_words(phrase))


@dataclass(frozen=True)
class Vocabulary:
    """The words of one meaning."""

    certain: frozenset[str]
    """Any of these in a heading gives it the meaning."""
    possible: frozenset[str]
    """Words that mean it only where the heading has no other words, and the cells fit."""
    fillers: frozenset[str]
    """Words that do not count."""
    contrary: frozenset[str]
    """Words that give the heading another meaning."""
    endings: tuple[str, ...] = ()
    """Ends of compound words: Siegpunkte, Baukosten."""

    def rank(self, heading: str) -> int:
        """Return how surely a heading has this meaning; 0 if it does not."""
        words_of_heading = set(heading_words(heading)) - self.fillers or set(heading_words(heading))
        certain = {word for word in words_of_heading if self._is_certain(word)}
        if certain and certain == words_of_heading:
            return EXACT
        if words_of_heading & self.contrary:
            return 0
        if certain:
            return CONTAINED
        return POSSIBLE if words_of_heading and words_of_heading <= self.possible else 0

    def _is_certain(self, word: str) -> bool:
        is_compound = word not in self.contrary and word.endswith(self.endings or ("\0",))
        return word in self.certain or is_compound


_COMMON_FILLERS = _words(
    "the a an of in to per for de des du d da do das dos di del della der die das den dem von im"
    " het een van la le les el los las il lo i w na en und et y e"
)
_COSTS = _words(
    "cost costs costing price prices cout couts prix kosten preis kaufpreis coste costes costo"
    " costi costa precio precios prezzo prezzi custo custos preco precos koszt koszty cena kost"
    " prijs"
    " コスト 費用 价格 费用 成本"
)
_NO_NUMBERS = _words(
    "type typ tipo kind text texte texto testo tekst effect effet effekt color colour couleur"
    " farbe"
    " icon image picture art artist deckname url file set player players spieler joueur joueurs"
    " jugador jugadores giocatore giocatori gracz graczy jogador jogadores speler spelers"
)

VOCABULARY = {
    NAME: Vocabulary(
        certain=_words(
            "name names cardname nickname title titel titre titulo titolo tytul nom noms nome"
            " nomes"
            " nazwa naam kartenname bezeichnung intitule denominacion 名前 名称 カード名 名 卡名"
        ),
        possible=_words(
            "card carte karte carta karta kaart label item tile nombre cards id key code identifier"
        ),
        fillers=_COMMON_FILLERS | _words("card carte karte carta karta kaart item tile full"),
        contrary=_NO_NUMBERS
        | _words("deck number num no nr cost count qty filename back front author game"),
    ),
    COPIES: Vocabulary(
        certain=_words(
            "copies copy qty qtys qte qtd quant quantity quantities quantite quantita quantidade"
            " cantidad cant count counts amount amounts anzahl anz stuck stueck stk stuckzahl menge"
            " auflage exemplare exemplaires exemplaire exemplar exemplaren exemplares ejemplares"
            " ejemplar esemplari ilosc liczba sztuk sztuki szt aantal stuks freq frequency"
            " frequence frequenz frequencia frecuencia frequenza duplicate duplicates dupes repeat"
            " repeats"
            " repetitions nb nbr copias copie kopie kopii kopia kopien pcs pieces multiplicity"
            " multiplicite cardcount numcopies tirage many combien"
            " wieviele ile quanti quante quantos quantas cuantas cuantos hoeveel"
            " hoeveelheid mangd antal"
            " occurrences 数量 枚数 张数 張数"
        ),
        possible=_words(
            "num number numbers numero numeros numer nombre nummer no n nr x # × total totals"
            " totaal totale gesamt suma somme cards karten cartes cartas carte karty kaarten times"
            " deck"
            " zahl units"
        ),
        fillers=_COMMON_FILLERS
        | _words(
            "how print printed deck card cards karte karten carte cartes carta cartas game jeu"
        ),
        contrary=_NO_NUMBERS
        | _COSTS
        | _words("hand draw max min points damage id version ref round turn step target"),
        endings=("anzahl", "stuckzahl", "menge"),
    ),
    COST: Vocabulary(
        certain=_COSTS,
        possible=_words(
            "mana coin coins gold geld money $ € £ ¥ 💰 🪙 💲 munzen muenzen pieces or oro ouro"
            " monedas monete moedas monety zloto munten goud dinero argent"
        ),
        fillers=_COMMON_FILLERS | _words("card total buy gold base play"),
        contrary=_NO_NUMBERS | _words("resale sell refund reduction discount ignore upkeep"),
        endings=("kosten", "preis", "prijs"),
    ),
    POINTS: Vocabulary(
        certain=_words(
            "vp vps victory points point pts pt pv pvs pdv siegpunkte siegpunkt punkte sp puntos"
            " punti punto pontos ponto punten punkty pz score scores prestige prestigio prestiz"
            " fame glory gloire gloria renown ruhm reputation honor honour honneur ehre"
            " 得点 点数 分数"
        ),
        possible=_words(
            "value values star stars ★ ☆ ⭐ 🌟 🏆 wert valeur valor valore waarde wartosc etoiles"
            " sterne estrellas stelle gwiazdki estrelas sterren laurels scoring"
        ),
        fillers=_COMMON_FILLERS | _words("card end game total final value base victoire vittoria"),
        contrary=_NO_NUMBERS
        | _COSTS
        | _words(
            "hit action attack health life vie move movement leben vida vita hp skill xp"
            " experience"
            " power strength force mana armor defense lebenspunkte aktionspunkte trefferpunkte"
            " bewegungspunkte erfahrungspunkte levenspunten actiepunten zycia ruchu akcji accion"
            " accao azione"
        ),
        endings=("punkte", "punten"),
    ),
}
"""The words of each meaning."""
