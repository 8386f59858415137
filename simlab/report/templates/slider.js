// content: { dials: [{ label, levels, base, isNumber }], axis, missing, isAlone,
//            tables: [{ label, bars: [labels], fair, bands, cells: { "0,2": { shares, reading } } }] }
// A cell is named by the place of its level of each dial; `shares` has a number for each bar. Where
// one rule was changed at a time (`isAlone`), a dial sets the others back. Bars of wins have a `fair`
// share, and their values in them; bars of scores stand before the `bands` of the victory table, each of
// which begins with a bar and has the share of its games.
(() => {
  const content = JSON.parse(document.getElementById("slider-content").textContent);
  const figure = document.getElementById("slider");
  const form = figure.querySelector("form");
  const reading = figure.querySelector(".reading");
  const svg = figure.querySelector("svg");
  const LEFT = 48, RIGHT = 8, TOP = 10, FOOT = 44, HEIGHT = 260, LABEL = 56, LETTER = 6.5, NAMES = 38;
  const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
  const base = content.dials.map((dial) => dial.base);
  const chosen = [...base];
  let table = content.tables[0];

  function add(parent, tag, attributes, text) {
    const isDrawn = parent.namespaceURI === svg.namespaceURI;
    const made = isDrawn ? document.createElementNS(svg.namespaceURI, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return parent.appendChild(made);
  }

  function addChoice(label, words, first, choose) {
    const select = add(add(form, "label", {}, label), "select", {});
    words.forEach((word) => add(select, "option", {}, word));
    const reset = () => { select.selectedIndex = first; };
    select.addEventListener("input", () => choose(select.selectedIndex));
    reset();
    return reset;
  }

  function addRange(dial, choose) {
    const label = add(form, "label", {}, dial.label);
    const last = dial.levels.length - 1;
    const range = add(label, "input", { type: "range", min: 0, max: last, step: 1, value: dial.base });
    const level = add(label, "output", {});
    const show = () => {
      level.textContent = dial.levels[range.value];
      range.setAttribute("aria-valuetext", dial.levels[range.value]);
    };
    range.addEventListener("input", () => { show(); choose(Number(range.value)); });
    show();
    return () => { range.value = dial.base; show(); };
  }

  function outline(shares, x, y) {
    const ends = shares.map((share, bar) => `V${y(share)}H${x(bar + 1)}`);
    add(svg, "path", { class: "before", d: `M${x(0)} ${y(0)}${ends.join("")}V${y(0)}` });
  }

  function grid(width, highest, y) {
    const tick = TICKS.find((step) => highest / step <= 4) ?? 1;
    for (let part = 0; part <= highest; part += tick) {
      add(svg, "line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(part), y2: y(part) });
      const text = `${Math.round(100 * part)} %`;
      add(svg, "text", { x: LEFT - 8, y: y(part) + 4, "text-anchor": "end" }, text);
    }
  }

  function name(width, x) {
    const every = Math.ceil(table.bars.length * LABEL / (width - LEFT - RIGHT));
    table.bars.forEach((label, bar) => {
      if (bar % every) return;
      add(svg, "text", { x: x(bar + 0.5), y: HEIGHT - FOOT + 18, "text-anchor": "middle" }, label);
    });
    const middle = (LEFT + width - RIGHT) / 2;
    add(svg, "text", { x: middle, y: HEIGHT - 6, "text-anchor": "middle" }, content.axis);
  }

  function draw(shares, before) {
    // drawn in pixels of the screen, so that letters keep their size
    const width = svg.clientWidth;
    const step = (width - LEFT - RIGHT) / table.bars.length;
    // of all sets of rules, so that the axis stays as levels change
    const highest = Math.max(...Object.values(table.cells).flatMap((cell) => cell.shares));
    const x = (bar) => LEFT + step * bar;
    const room = table.bands.length ? NAMES : 0; // above the bars, for the names of the bands
    const y = (share) => HEIGHT - FOOT - (HEIGHT - FOOT - TOP - room) * share / highest;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    backdrop(shares, x);
    grid(width, highest, y);
    shares.forEach((share, bar) => add(svg, "rect", {
      class: "bar", x: x(bar + 0.08), width: 0.84 * step, y: y(share), height: y(0) - y(share),
    }));
    outline(before, x, y);
    if (table.fair) compare(shares, width, x, y);
    name(width, x);
  }

  function backdrop(shares, x) {
    table.bands.forEach((band, place) => {
      const end = table.bands[place + 1]?.bar ?? table.bars.length;
      if (end === band.bar) return;
      const [left, right] = [x(band.bar), x(end)];
      add(svg, "rect", { x: left, width: right - left, y: TOP, height: HEIGHT - FOOT - TOP, style: `fill: ${band.colour}; opacity: .35` });
      const part = shares.slice(band.bar, end).reduce((sum, share) => sum + share, 0);
      [band.label, `${Math.round(100 * part)} %`].forEach((text, line) => {
        if (text.length * LETTER > right - left) return;
        const spot = { x: (left + right) / 2, y: TOP + 14 + 15 * line, "text-anchor": "middle" };
        add(svg, "text", { class: "band", ...spot }, text);
      });
    });
  }

  function compare(shares, width, x, y) {
    const level = y(table.fair);
    add(svg, "line", { class: "fair", x1: LEFT, x2: width - RIGHT, y1: level, y2: level });
    shares.forEach((share, bar) => {
      const hasRoom = y(0) - y(share) > 20;
      const spot = { x: x(bar + 0.5), y: hasRoom ? y(0) - 8 : y(share) - 6, "text-anchor": "middle" };
      const looks = hasRoom ? { class: "value", ...spot } : spot;
      add(svg, "text", looks, `${(100 * share).toFixed(1)} %`);
    });
  }

  function show() {
    const before = table.cells[base.join()];
    const cell = table.cells[chosen.join()];
    reading.textContent = cell ? cell.reading : content.missing;
    svg.setAttribute("aria-label", reading.textContent);
    draw(cell ? cell.shares : [], before.shares);
  }

  if (content.tables.length > 1) {
    addChoice("players", content.tables.map((each) => each.label), 0, (place) => {
      table = content.tables[place];
      show();
    });
  }
  const resets = content.dials.map((dial, place) => {
    const choose = (level) => {
      if (content.isAlone) setBackAllBut(place);
      chosen[place] = level;
      show();
    };
    return dial.isNumber ? addRange(dial, choose) : addChoice(dial.label, dial.levels, dial.base, choose);
  });

  function setBackAllBut(place) {
    resets.forEach((reset, other) => {
      if (other === place) return;
      reset();
      chosen[other] = base[other];
    });
  }

  // first: a hidden figure has no width to draw in
  figure.hidden = false;
  addEventListener("resize", show);
  show();
})();
