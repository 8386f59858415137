// Viewer of a game: board, hands and decks of every step, what happened and what could be chosen.
// `watch(root, game, keys)` fills an element with the game that simlab.explain.viewer_data returns;
// `keys` is the element whose keys move it. The element dispatches an event `step` with the number.
// `valued(decision)`, if given, promises what a search thinks of the choices of a decision.

const SVG = "http://www.w3.org/2000/svg";
const PIECE = 22, LARGEST = 30;
const NAME_LINE = 14;
const SPEEDS = { slow: 2000, normal: 900, fast: 300 };
// Boards up to this width stand beside the story; the least scales at which boards are drawn.
const SMALL = 1000, LEAST = { small: 0.64, large: 0.78 };
// Viewers from this width on have two columns.
const WIDE = 960;
const ROUND = new Set(["oval"]);

export function watch(root, game, keys = root, valued = null) {
  const view = build(root, game);
  const viewing = { game, view, valued, values: new Map(), step: 0, at: -1, scene: null, timer: 0 };
  const go = (step) => show(viewing, Math.min(Math.max(step, 0), game.steps.length - 1));
  connect(viewing, go, keys);
  // its width, not that of the window: in the studio a viewer has a part of the page
  new ResizeObserver(([{ contentRect }]) => root.classList.toggle("wide", contentRect.width >= WIDE)).observe(root);
  go(0);
  return { go, step: () => viewing.step };
}

// ---- page

function build(root, game) {
  root.classList.add("viewer");
  const seats = game.seats.map((seat, number) => node("section", { class: `seat s${number}`, "aria-label": seat.name }));
  const view = {
    root, seats,
    first: button("|◀", "First step (Home)"), back: button("◀", "One step back (left arrow)"),
    play: button("Play", "Play or pause (space)"), on: button("▶", "One step on (right arrow)"),
    last: button("▶|", "Last step (End)"),
    slider: node("input", { type: "range", min: 0, max: game.steps.length - 1, value: 0, "aria-label": "Step" }),
    count: node("output", { class: "count" }),
    chapter: node("select", { "aria-label": "Jump to" }), speed: node("select", { "aria-label": "Speed" }),
    secrets: node("input", { type: "checkbox", checked: "" }),
    happened: node("div", { class: "happened", "aria-live": "polite", role: "group", "aria-label": "What happened", tabindex: 0 }),
    options: node("details", { class: "options" }),
    values: node("dl", { class: "values" }),
    board: node("div", { class: "board", tabindex: 0, role: "group", "aria-label": "Board" }),
    legend: node("ul", { class: "legend" }), words: node("details", { class: "in-words" }),
    common: node("div", { class: "common" }),
  };
  game.chapters.forEach(([step, heading], number) => view.chapter.append(node("option", { value: number }, heading)));
  Object.keys(SPEEDS).forEach((name) => view.speed.append(node("option", { value: name }, name)));
  view.speed.value = "normal";
  view.secretsLabel = node("label", {}, view.secrets, " Show secret hands");
  root.replaceChildren(
    node("div", { class: "bar" },
      node("div", { class: "buttons" }, view.first, view.back, view.play, view.on, view.last),
      view.slider, view.count,
      node("label", {}, "Jump to ", view.chapter), node("label", {}, "Speed ", view.speed), view.secretsLabel),
    node("div", { class: "story" }, view.happened, view.options),
    node("div", { class: "table" }, view.board, view.values, view.legend, view.words),
    node("div", { class: "seats" }, ...seats), view.common);
  return view;
}

function connect(viewing, go, keys) {
  const { view, game } = viewing;
  const end = game.steps.length - 1;
  const moves = { ArrowLeft: () => go(viewing.step - 1), ArrowRight: () => go(viewing.step + 1), Home: () => go(0), End: () => go(end) };
  // who moves by hand takes over from the play
  const stopped = (move) => () => { pause(viewing); move(); };
  view.first.onclick = stopped(moves.Home);
  view.back.onclick = stopped(moves.ArrowLeft);
  view.on.onclick = stopped(moves.ArrowRight);
  view.last.onclick = stopped(moves.End);
  view.play.onclick = () => toggle(viewing, go);
  view.speed.onchange = () => { if (viewing.timer) { pause(viewing); play(viewing, go); } };
  view.slider.oninput = stopped(() => go(Number(view.slider.value)));
  view.chapter.onchange = stopped(() => go(game.chapters[view.chapter.value][0]));
  view.secrets.onchange = () => view.root.classList.toggle("discreet", !view.secrets.checked);
  view.words.ontoggle = () => writeBoard(viewing);
  keys.addEventListener("keydown", (event) => {
    // shortcuts of the browser and the keys of a menu stay theirs
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select")) return;
    // on a control, space presses it; a board that has the focus scrolls by the arrow keys
    const isControl = event.target.closest("button, summary, input[type=checkbox]");
    if (event.key === " " && !isControl) toggle(viewing, go);
    else if (event.key in moves && event.target !== view.board) stopped(moves[event.key])();
    else return;
    event.preventDefault();
  });
}

function toggle(viewing, go) {
  if (viewing.timer) return pause(viewing);
  if (viewing.step === viewing.game.steps.length - 1) go(0);
  play(viewing, go);
}

function play(viewing, go) {
  // a screen reader could not follow a game that plays
  viewing.view.happened.setAttribute("aria-live", "off");
  viewing.view.play.textContent = "Pause";
  viewing.timer = setInterval(() => {
    go(viewing.step + 1);
    if (viewing.step === viewing.game.steps.length - 1) pause(viewing);
  }, SPEEDS[viewing.view.speed.value]);
}

function pause(viewing) {
  clearInterval(viewing.timer);
  viewing.timer = 0;
  viewing.view.happened.setAttribute("aria-live", "polite");
  viewing.view.play.textContent = "Play";
}

// ---- steps

function show(viewing, step) {
  const { game, view } = viewing;
  viewing.step = step;
  viewing.scene = sceneAt(viewing, step);
  viewing.changed = step ? changed(game.steps[step].scene) : new Set();
  view.slider.value = step;
  const decision = step ? `, decision ${step - 1}` : "";
  view.count.textContent = `${step} of ${game.steps.length - 1}${decision}`;
  view.slider.setAttribute("aria-valuetext", `step ${view.count.textContent}`);
  view.chapter.value = game.chapters.findLastIndex(([first]) => first <= step);
  tell(viewing);
  view.values.replaceChildren(...valuesOf(viewing.scene.values, viewing, "values"));
  view.values.hidden = !viewing.scene.values.length;
  drawBoard(viewing);
  writeBoard(viewing);
  game.seats.forEach((seat, number) => fillSeat(viewing, number));
  fillCommon(viewing);
  view.root.dispatchEvent(new CustomEvent("step", { detail: step }));
}

function sceneAt(viewing, step) {
  // steps hold only what changes, so the way back begins at the first one
  if (step < viewing.at) viewing.at = -1;
  while (viewing.at < step) {
    viewing.at += 1;
    // a copy, as later steps change it in place
    for (const [path, value] of viewing.game.steps[viewing.at].scene) viewing.scene = changedAt(viewing.scene, path, structuredClone(value));
  }
  return viewing.scene;
}

function changedAt(scene, path, value) {
  if (!path.length) return value;
  let part = scene;
  for (const key of path.slice(0, -1)) part = part[key];
  part[path.at(-1)] = value;
  return scene;
}

// The beginnings of all paths that change, such as `seats.0.hands.1`.
function changed(changes) {
  return new Set(changes.flatMap(([path]) => path.map((_, n) => path.slice(0, n + 1).join("."))));
}

function tell(viewing) {
  const { game, view } = viewing;
  const step = game.steps[viewing.step];
  const following = game.steps[viewing.step + 1];
  const lines = [];
  if (step.options) {
    const only = step.options.length === 1 ? " (the only choice)" : "";
    lines.push(node("p", { class: "choice" }, badge(game, step.seat), ` ${game.seats[step.seat].name}: `, node("strong", {}, game.texts[step.chosen]), only));
  }
  if (!following) lines.push(...game.ending.map((text) => node("p", { class: "ending" }, text)));
  lines.push(...step.says.map((text) => node("p", {}, text)));
  if (following) lines.push(node("p", { class: "next" }, "Next: ", badge(game, following.seat), ` ${game.seats[following.seat].name}`));
  view.happened.replaceChildren(...lines);
  view.happened.scrollTop = 0;
  const others = (step.options ?? []).filter((text) => text !== step.chosen);
  view.options.hidden = !others.length;
  view.options.replaceChildren(
    node("summary", {}, `What else could have been chosen (${others.length})`),
    node("ul", { tabindex: 0, "aria-label": "Other choices" }, ...others.map((text) => node("li", {}, game.texts[text]))),
    ...(viewing.valued && others.length ? valuesOfChoices(viewing) : []));
}

// What a search thinks of the choices, once it has been asked.
function valuesOfChoices(viewing) {
  const { step, values } = viewing;
  const list = node("ol", { class: "gains", "aria-live": "polite" });
  const fill = ({ options, rollouts }) => list.replaceChildren(
    node("li", { class: "note" }, `Gain over what the policy would do, ${rollouts} rollouts:`),
    ...options.map(({ words, gain, is_played }) => node("li", {}, node("b", {}, gain), ` ${words}`, is_played ? " (chosen)" : "")));
  if (values.has(step)) fill(values.get(step));
  const ask = button("What does a search think?", "Value each choice by a search");
  ask.onclick = async () => {
    ask.disabled = true;
    list.replaceChildren(node("li", { class: "note" }, "Searching …"));
    try {
      values.set(step, await viewing.valued(step - 1));
      fill(values.get(step));
    } catch (error) {
      list.replaceChildren(node("li", { class: "note" }, error.message));
    }
  };
  return values.has(step) ? [list] : [ask, list];
}

// ---- seats, hands and decks

function fillSeat(viewing, number) {
  const { game, scene, view } = viewing;
  const seat = game.seats[number], own = scene.seats[number], at = `seats.${number}`;
  view.seats[number].classList.toggle("on-turn", scene.turn === number);
  view.seats[number].replaceChildren(
    node("h2", {}, badge(game, number), ` ${seat.name} `, node("small", {}, seat.policy), scene.turn === number ? node("em", {}, "on turn") : ""),
    node("dl", { class: "values" }, ...valuesOf(own.values ?? [], viewing, `${at}.values`)),
    ...poolOf(viewing, number),
    ...(own.hands ?? []).map((hand, n) => handOf(hand, viewing.changed.has(`${at}.hands.${n}`))));
}

function poolOf(viewing, seat) {
  const pool = (viewing.scene.seats[seat].pool ?? []).filter(([, count]) => count);
  if (!pool.length) return [];
  const pieces = pool.map(([kind, count]) => {
    const { name, shape } = viewing.scene.kinds[kind];
    return node("li", {}, glyph(shape === "fill" ? "square" : shape, `s${seat}`), ` ${name} `, node("b", {}, `×${count}`));
  });
  return [node("h3", {}, "Not on the board"), node("ul", { class: "cards" }, ...pieces)];
}

function fillCommon(viewing) {
  const { scene, view } = viewing;
  const decks = scene.decks.map((deck, n) => {
    const discards = deck.discards === undefined ? "" : `, ${deck.discards} discarded`;
    return node("li", { class: viewing.changed.has(`decks.${n}`) ? "deck new" : "deck" }, `${deck.name}: ${deck.cards ?? 0} face down${discards}`);
  });
  const hands = scene.common.map((hand, n) => node("section", {}, ...handOf(hand, viewing.changed.has(`common.${n}`)).children));
  view.common.replaceChildren(...(decks.length ? [node("section", {}, node("h3", {}, "Piles"), node("ul", { class: "cards" }, ...decks))] : []), ...hands);
  view.secretsLabel.hidden = !scene.seats.some((seat) => seat.hands?.some((hand) => hand.is_secret));
}

function handOf(hand, isNew) {
  const cards = hand.cards.map((card) => node("li", { class: `card c-${card.colour || "none"}` }, card.name, card.count > 1 ? node("b", {}, ` ×${card.count}`) : ""));
  return node("div", { class: `hand${hand.is_secret ? " secret" : ""}${isNew ? " new" : ""}` },
    node("h3", {}, hand.name, hand.is_secret ? " (secret)" : ""),
    cards.length ? node("ul", { class: "cards" }, ...cards) : node("p", { class: "none" }, "empty"));
}

function valuesOf(values, viewing, at) {
  return values.map(({ name, value }, n) => node("div", { class: viewing.changed.has(`${at}.${n}`) ? "new" : "" }, node("dt", {}, name), node("dd", {}, value)));
}

function badge(game, seat) {
  return node("span", { class: `badge s${seat}`, "aria-hidden": "true" }, game.seats[seat].mark);
}

// ---- board

function drawBoard(viewing) {
  const { scene, view } = viewing;
  view.board.hidden = view.legend.hidden = view.words.hidden = !scene.places.length;
  if (!scene.places.length) return;
  const box = boundsOf(scene.places);
  const svg = vector("svg", { viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`, role: "img", "aria-label": `Board after step ${viewing.step}` });
  svg.style.minWidth = `${LEAST[box.width < SMALL ? "small" : "large"] * box.width}px`;
  svg.style.maxWidth = `${1.25 * box.width}px`;
  view.root.classList.toggle("small-board", box.width < SMALL);
  for (const link of scene.links) svg.append(lineOf(scene.places, link));
  scene.places.forEach((place, number) => svg.append(placeOf(viewing, place, number)));
  view.board.replaceChildren(svg);
  follow(viewing, svg, box);
  view.legend.replaceChildren(...legendOf(scene));
}

function boundsOf(places) {
  // with the sign -1 it is minus the left or upper edge, so that a maximum serves all four sides
  const edge = (side, sign, size) => places.map((place) => sign * (place[side] + (sign * place[size]) / 2));
  const left = -Math.max(...edge("x", -1, "width")) - 6, right = Math.max(...edge("x", 1, "width")) + 6;
  const top = -Math.max(...edge("y", -1, "height")) - 6, bottom = Math.max(...edge("y", 1, "height")) + 6;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function lineOf(places, { one, other, kind = "path" }) {
  const [from, to] = [places[one], places[other]];
  return vector("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: `link ${kind}` });
}

function placeOf(viewing, place, number) {
  const { scene } = viewing;
  const pieces = scene.pieces[number];
  const filled = pieces.find((piece) => scene.kinds[piece.kind].shape === "fill");
  const tint = filled?.owner === undefined ? `c-${place.colour || "none"}` : `s${filled.owner}`;
  const isNew = viewing.changed.has(`pieces.${number}`) ? "new" : "";
  const group = vector("g", { class: `place ${tint} ${filled ? "filled" : ""} ${isNew}`, transform: `translate(${place.x} ${place.y})` });
  group.append(vector("title", {}, inWords(viewing, place, number)), outline(place));
  const used = writeName(group, place);
  const standing = pieces.filter((piece) => piece !== filled);
  const rows = [0, 1].map((row) => standing.filter((piece) => (scene.kinds[piece.kind].row ?? 0) === row)).filter((row) => row.length);
  const room = place.height - used - 4;
  const height = Math.min(LARGEST, room / Math.max(rows.length, 1));
  rows.forEach((row, n) => {
    const y = -place.height / 2 + used + (room - height * rows.length) / 2 + height * (n + 0.5) + 1;
    group.append(rowOf(viewing, row, place.width - 8, height / (PIECE + 2), y));
  });
  return group;
}

function outline({ shape, width, height }) {
  if (ROUND.has(shape)) return vector("ellipse", { rx: width / 2, ry: height / 2, class: "area" });
  return vector("rect", { x: -width / 2, y: -height / 2, width, height, rx: 6, class: "area" });
}

// Write name and note of a place from the top; return the height that they take.
function writeName(group, place) {
  let y = -place.height / 2 + (ROUND.has(place.shape) ? 6 : 3);
  const top = y;
  const write = (text, kind, line) => {
    y += line;
    group.append(vector("text", { y: y - 3, class: kind }, text));
  };
  if (place.has_label !== false) wrapped(place.name, place.width * (ROUND.has(place.shape) ? 0.75 : 0.94)).forEach((line) => write(line, "name", NAME_LINE));
  if (place.note) write(place.note, "note", 11);
  return y - top + (top + place.height / 2);
}

// Measures words before they are drawn: text of an SVG has a length only once it is on the page.
const pen = document.createElement("canvas").getContext("2d");

function wrapped(text, width) {
  pen.font = "600 12px sans-serif";
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// Draw pieces side by side, at a scale that fits into the width.
function rowOf(viewing, pieces, width, scale, y) {
  const widths = pieces.map((piece) => PIECE + 3 + (piece.count > 1 ? 8 + 7 * String(piece.count).length : 0));
  // no gap after the last piece
  const total = widths.reduce((sum, own) => sum + own, -3);
  const fitting = Math.min(scale, width / total);
  const group = vector("g", { transform: `translate(${(-total * fitting) / 2} ${y}) scale(${fitting})` });
  let x = PIECE / 2;
  pieces.forEach((piece, n) => {
    group.append(pieceOf(viewing, piece, x));
    x += widths[n];
  });
  return group;
}

function pieceOf(viewing, piece, x) {
  const kind = viewing.scene.kinds[piece.kind];
  const colour = piece.colour ? `c-${piece.colour}` : piece.owner === undefined ? "c-none" : `s${piece.owner}`;
  const group = vector("g", { class: `piece ${colour}${kind.is_outline ? " outline" : ""}`, transform: `translate(${x} 0)` });
  group.append(vector("title", {}, nameOf(viewing, piece)), shapeOf(kind.shape));
  const label = piece.label ?? (piece.owner === undefined ? "" : viewing.game.seats[piece.owner].mark);
  // shapes whose middle is not where most of their area is
  const drop = { triangle: 3, house: 2.5, ship: -1, pawn: 4 }[kind.shape] ?? 0;
  group.append(vector("text", { y: drop + 3.8, class: `label${label.length > 1 ? " small" : ""}` }, label));
  if (piece.count > 1) group.append(vector("text", { x: PIECE / 2 + 1, y: 4, class: "times" }, `×${piece.count}`));
  return group;
}

function shapeOf(shape) {
  const r = PIECE / 2;
  const path = (d) => vector("path", { d, class: "shape" });
  const scaled = (points) => path(`M${points.map(([x, y]) => `${x * r} ${y * r}`).join("L")}Z`);
  switch (shape) {
    case "square": return scaled([[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]]);
    case "triangle": return scaled([[0, -1], [1.05, 0.9], [-1.05, 0.9]]);
    case "diamond": return scaled([[0, -1.05], [1.05, 0], [0, 1.05], [-1.05, 0]]);
    case "house": return scaled([[0, -1], [1, -0.25], [1, 0.95], [-1, 0.95], [-1, -0.25]]);
    case "card": return vector("rect", { x: -0.75 * r, y: -r, width: 1.5 * r, height: 2 * r, rx: 2, class: "shape" });
    case "pawn": return path(`M${-0.8 * r} ${r}Q${-0.7 * r} ${-0.1 * r} ${-0.3 * r} ${-0.2 * r}A${0.5 * r} ${0.5 * r} 0 1 1 ${0.3 * r} ${-0.2 * r}Q${0.7 * r} ${-0.1 * r} ${0.8 * r} ${r}Z`);
    case "ship": return scaled([[-1, -0.5], [1, -0.5], [0.6, 0.6], [-0.6, 0.6]]);
    case "tower": return scaled([[-0.95, -1], [-0.45, -1], [-0.45, -0.6], [-0.25, -0.6], [-0.25, -1], [0.25, -1], [0.25, -0.6], [0.45, -0.6], [0.45, -1], [0.95, -1], [0.95, 0.95], [-0.95, 0.95]]);
    case "bar": return scaled([[-1, -0.6], [1, -0.6], [1, 0.6], [-1, 0.6]]);
    default: return vector("circle", { r, class: "shape" });
  }
}

function glyph(shape, colour, isOutline = false) {
  const svg = vector("svg", { class: "glyph", viewBox: "-12 -12 24 24", "aria-hidden": "true" });
  const group = vector("g", { class: `piece ${colour}${isOutline ? " outline" : ""}` });
  group.append(shapeOf(shape === "fill" ? "square" : shape));
  svg.append(group);
  return svg;
}

function legendOf(scene) {
  // kinds that differ in colour may share a name, and then an entry
  const kinds = scene.kinds.filter((kind, n) => scene.kinds.findIndex((other) => other.name === kind.name) === n);
  return kinds.map((kind) => node("li", {}, glyph(kind.shape, "c-none", kind.is_outline), ` ${kind.name}`));
}

function nameOf(viewing, piece) {
  const owner = piece.owner === undefined ? "" : `, ${viewing.game.seats[piece.owner].name}`;
  const times = piece.count > 1 ? `${piece.count} × ` : "";
  return `${times}${piece.what || viewing.scene.kinds[piece.kind].name}${owner}`;
}

function inWords(viewing, place, number) {
  const note = place.note ? ` (${place.note})` : "";
  const pieces = viewing.scene.pieces[number].map((piece) => nameOf(viewing, piece)).join("; ");
  return `${place.name}${note}: ${pieces || "nothing"}`;
}

function writeBoard(viewing) {
  const { scene, view } = viewing;
  const lines = view.words.open ? scene.places.map((place, number) => node("li", {}, inWords(viewing, place, number))) : [];
  if (view.words.firstChild) view.words.lastChild.replaceChildren(...lines);
  else view.words.append(node("summary", {}, "The board in words"), node("ul", {}, ...lines));
}

// Scroll the board to what has changed, where it does not fit.
function follow(viewing, svg, box) {
  const { board } = viewing.view;
  const places = viewing.scene.places.filter((_, number) => viewing.changed.has(`pieces.${number}`));
  if (!places.length || board.scrollWidth <= board.clientWidth) return;
  const middle = places.reduce((sum, place) => sum + place.x, 0) / places.length;
  board.scrollLeft = ((middle - box.x) / box.width) * board.scrollWidth - board.clientWidth / 2;
}

// ---- elements

function node(name, attributes = {}, ...content) {
  return filled(document.createElement(name), attributes, content);
}

function vector(name, attributes = {}, ...content) {
  return filled(document.createElementNS(SVG, name), attributes, content);
}

function filled(element, attributes, content) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

function button(text, title) {
  return node("button", { type: "button", title, "aria-label": title }, text);
}
