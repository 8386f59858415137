// Figures of the answer: effect, shares of bands or seats, histograms. Drawn as SVG, saved as SVG or PNG.

import { counted, h, svg, whole } from "./dom.js";

const ROW = 40;
const VALUE_ROOM = 42; // width of a value beside its interval
const AXIS = 22;
// Bars of the narrowest picture, 280 pixels, are 5 pixels wide then.
const MOST_BARS = 48;
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight", "opacity", "text-anchor"];

function picture(width, height, alt, ...parts) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": alt }, parts);
}

function text(x, y, words, kind = "", anchor = "start") {
  return svg("text", { x, y, class: kind, "text-anchor": anchor }, words);
}

function line(x1, y1, x2, y2, kind) {
  return svg("line", { x1, y1, x2, y2, class: kind });
}

function ticks(low, high, most) {
  const raw = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw);
  // rounding must not lose the ticks at both ends
  const first = Math.ceil(low / step - 1e-9) * step;
  const marks = [];
  for (let at = first; at <= high + step * 1e-6; at += step) marks.push(Number(at.toFixed(10)));
  return marks;
}

function signed(value, scale) {
  const number = Number((scale * value).toFixed(6));
  return `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(number)}`;
}

// The effect with its interval, on an axis around no change; the margin is shaded.
export function effectPicture(headline, width) {
  const { effect, margin } = headline;
  const scale = headline.unit === "percentage points" ? 100 : 1;
  const ends = [effect.low, effect.high, effect.estimate, -2 * margin, 2 * margin].filter((each) => each !== null);
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const room = 0.06 * (high - low);
  const at = (value) => 16 + ((value - low + room) / (high - low + 2 * room)) * (width - 32);
  const left = effect.low === null ? 16 : at(effect.low);
  const right = effect.high === null ? width - 16 : at(effect.high);
  const alt = `Effect ${effect.value}, interval ${effect.range}; within ${headline.margin_words} of no change counts as the same.`;
  return picture(width, 62, alt,
    svg("rect", { x: at(-margin), y: 6, width: at(margin) - at(-margin), height: 34, class: "margin" }),
    ticks(low, high, Math.max(2, Math.floor(width / 90))).map((mark) => [line(at(mark), 40, at(mark), 44, "tick"), text(at(mark), 57, signed(mark, scale), "axis", "middle")]),
    line(16, 40, width - 16, 40, "axis-line"),
    line(at(0), 4, at(0), 40, "zero"),
    line(left, 23, right, 23, `whisker ${headline.verdict.replace(" ", "-")}`),
    svg("circle", { cx: at(effect.estimate), cy: 23, r: 6.5, class: `dot ${headline.verdict.replace(" ", "-")}` }));
}

// Shares of bands as bars from zero, or of seats as points around the fair share.
export function sharesPicture(shares, fair, width) {
  const isChanged = shares.some((share) => share.changed);
  const sides = isChanged ? ["unchanged", "changed"] : ["unchanged"];
  const all = shares.flatMap((share) => sides.flatMap((side) => [share[side].low, share[side].high, share[side].estimate]));
  const isSeats = fair !== null;
  const low = isSeats ? Math.max(0, Math.min(fair, ...all) - 0.02) : 0;
  const high = isSeats ? Math.min(1, Math.max(fair, ...all) + 0.02) : Math.min(1, Math.max(0.05, ...all));
  const left = Math.min(170, Math.max(92, width * 0.3));
  const at = (value) => left + ((value - low) / (high - low)) * (width - left - 54);
  const height = shares.length * ROW + AXIS + 4;
  const bottom = shares.length * ROW + 4;
  const alt = shares.map((share) => `${share.label}: ${sides.map((side) => share[side].value).join(", then ")}`).join("; ");
  return picture(width, height, `${isSeats ? "Wins" : "Games"} by ${isSeats ? "seat" : "band"}, ${isChanged ? "unchanged, then changed rules" : "unchanged rules"}. ${alt}.`,
    ticks(low, high, Math.max(2, Math.floor((width - left) / 80))).map((mark) => [line(at(mark), 4, at(mark), bottom, "grid"), text(at(mark), height - 5, `${Number((100 * mark).toFixed(2))} %`, "axis", "middle")]),
    isSeats ? line(at(fair), 2, at(fair), bottom, "fair") : null,
    shares.map((share, place) => shareRow(share, place, sides, at, left, isSeats ? at(fair) : null)));
}

// A row of the figure; `fairAt` is where the line of a fair share runs, which no value may stand on.
function shareRow(share, place, sides, at, left, fairAt) {
  const isSeats = fairAt !== null;
  const top = 4 + place * ROW;
  const range = share.low === null && share.high === null ? "" : bandRange(share);
  const label = clipped(share.label, left - 10);
  const parts = [text(left - 10, top + (range ? 17 : 23), label, "label", "end"), range ? text(left - 10, top + 31, range, "axis", "end") : null];
  sides.forEach((side, number) => {
    const value = share[side];
    const y = top + (sides.length === 1 ? 20 : 12 + 16 * number);
    if (isSeats) {
      parts.push(line(at(value.low), y, at(value.high), y, `whisker side-${side}`));
      parts.push(side === "unchanged" ? svg("circle", { cx: at(value.estimate), cy: y, r: 5, class: `dot side-${side}` }) : svg("rect", { x: at(value.estimate) - 5, y: y - 5, width: 10, height: 10, class: `dot side-${side}` }));
    } else {
      parts.push(svg("rect", { x: at(0), y: y - 6.5, width: Math.max(at(value.estimate) - at(0), 0.5), height: 13, class: `bar side-${side}` }));
      parts.push(line(at(value.low), y, at(value.high), y, "whisker thin"));
    }
    const end = Math.max(at(value.high), at(value.estimate)) + 8;
    const isCrossed = isSeats && end - 4 < fairAt && fairAt < end + VALUE_ROOM;
    parts.push(text(isCrossed ? fairAt + 6 : end, y + 4, value.value, side === "changed" || sides.length === 1 ? "value" : "axis"));
  });
  return parts;
}

function bandRange(share) {
  if (share.high === null) return `${share.low} or more`;
  if (share.low === null) return `up to ${share.high}`;
  return share.low === share.high ? `${share.low}` : `${share.low}–${share.high}`;
}

function clipped(words, room) {
  // pixels of a letter
  const most = Math.floor(room / 6.4);
  return words.length > most ? `${words.slice(0, most - 1)}…` : words;
}

// Histogram of a metric: changed rules filled, unchanged rules as an outline.
export function histogramPicture(histogram, width) {
  const sides = histogram.changed ? ["unchanged", "changed"] : ["unchanged"];
  const values = sides.flatMap((side) => histogram[side].map(([value]) => value));
  const low = Math.min(...values);
  const high = Math.max(...values);
  const bin = Math.max(1, Math.ceil((high - low + 1) / MOST_BARS));
  const n = Math.floor((high - low) / bin) + 1;
  const shares = Object.fromEntries(sides.map((side) => [side, binned(histogram[side], low, bin, n)]));
  // not 0, by which bars are divided
  const most = Math.max(...sides.flatMap((side) => shares[side]), 1e-9);
  const height = 190;
  const [left, bottom] = [40, height - 38];
  const step = (width - left - 10) / n;
  const x = (place) => left + place * step;
  const y = (share) => bottom - (share / most) * (bottom - 12);
  const filled = sides.at(-1);
  const outline = sides.length > 1 ? steps(shares.unchanged, x, y, bottom) : null;
  const marks = ticks(low, high + 1e-9, Math.max(2, Math.floor((width - left) / 60))).filter((mark) => Number.isInteger(mark));
  const alt = `${histogram.label}: ${sides.map((side) => `${side} rules most often ${low + bin * shares[side].indexOf(Math.max(...shares[side]))}`).join(", ")}, from ${low} to ${high}.`;
  return picture(width, height, alt,
    ticks(0, most, 3).map((mark) => [line(left, y(mark), width - 10, y(mark), "grid"), text(left - 6, y(mark) + 4, `${Number((100 * mark).toFixed(1))} %`, "axis", "end")]),
    shares[filled].map((share, place) => svg("rect", { x: x(place) + Math.min(0.8, step * 0.1), y: y(share), width: Math.max(step - Math.min(1.6, step * 0.2), 0.6), height: bottom - y(share), class: `bar side-${filled}` })),
    outline ? svg("path", { d: outline, class: "outline" }) : null,
    line(left, bottom, width - 10, bottom, "axis-line"),
    marks.map((mark) => text(x((mark - low) / bin) + (bin === 1 ? step / 2 : 0), bottom + 15, whole(mark), "axis", "middle")),
    text((left + width - 10) / 2, height - 4, histogram.unit || histogram.label.toLowerCase(), "axis", "middle"));
}

function binned(counts, low, bin, n) {
  const shares = new Array(n).fill(0);
  const total = counts.reduce((sum, [, count]) => sum + count, 0) || 1;
  for (const [value, count] of counts) shares[Math.floor((value - low) / bin)] += count / total;
  return shares;
}

function steps(shares, x, y, bottom) {
  const points = shares.map((share, place) => `V${y(share)}H${x(place + 1)}`);
  return `M${x(0)},${bottom}${points.join("")}V${bottom}`;
}

// A figure with caption, legend, table and buttons that save it; `update` draws it again in place.
export function figureBlock(title, name) {
  const box = h("div", { class: "picture" });
  const legend = h("p", { class: "legend" });
  const table = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Numbers: ${title}` });
  const caption = h("h2", { class: "minor" }, title);
  const saves = ["svg", "png"].map((kind) => h("button", { type: "button", class: "quiet", "aria-label": `Save ${title} as ${kind.toUpperCase()}`, onclick: () => save(box.querySelector("svg"), `${name}.${kind}`, kind) }, kind.toUpperCase()));
  const details = h("details", {}, h("summary", {}, "Numbers"), table);
  const element = h("figure", {}, h("figcaption", {}, caption, legend), box, h("div", { class: "under-figure" }, details, h("div", { class: "saves" }, saves)));
  let last = null;
  const redraw = () => {
    if (!last) return;
    // a hidden figure has no width
    const width = Math.max(280, Math.floor(box.clientWidth || 480));
    box.replaceChildren(last.draw(width));
    legend.replaceChildren(...(last.legend ?? []));
    table.replaceChildren(last.table());
  };
  // a difference of rounding must not draw for ever
  new ResizeObserver(() => { if (last && box.firstChild && Math.abs(box.clientWidth - box.firstChild.width.baseVal.value) > 2) redraw(); }).observe(box);
  return {
    element,
    update(heading, draw, tableOf, keys) {
      caption.textContent = heading;
      last = { draw, table: tableOf, legend: keys };
      redraw();
    },
  };
}

export function legendOf(isChanged, marks) {
  if (!isChanged) return [];
  return [h("span", { class: `key unchanged ${marks}` }), "unchanged rules ", h("span", { class: `key changed ${marks}` }), "changed rules"];
}

export function numbersTable(heads, lines) {
  return h("table", {},
    h("thead", {}, h("tr", {}, heads.map((head, i) => h("th", { scope: "col", class: i ? null : "label" }, head)))),
    h("tbody", {}, lines.map(([first, ...cells]) => h("tr", {}, h("th", { scope: "row", class: "label" }, first), cells.map((cell) => h("td", {}, cell))))));
}

export function sharesTable(shares) {
  const sides = shares.some((share) => share.changed) ? ["unchanged", "changed"] : ["unchanged"];
  return numbersTable(["share", ...sides.flatMap((side) => [side, "95 %"])],
    shares.map((share) => [share.label, ...sides.flatMap((side) => [share[side].value, share[side].range])]));
}

export function histogramTable(histogram) {
  const sides = histogram.changed ? ["unchanged", "changed"] : ["unchanged"];
  const counts = sides.map((side) => new Map(histogram[side]));
  const values = [...new Set(counts.flatMap((each) => [...each.keys()]))].sort((a, b) => a - b);
  return numbersTable([histogram.label, ...sides.map((side) => `${side}: games`)], values.map((value) => [String(value), ...counts.map((each) => whole(each.get(value) ?? 0))]));
}

function save(picture, name, kind) {
  if (!picture) return;
  const source = standalone(picture);
  if (kind === "svg") { download(new Blob([source], { type: "image/svg+xml" }), name); return; }
  const image = new Image();
  const address = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  image.onload = () => {
    const canvas = h("canvas", { width: 2 * image.width, height: 2 * image.height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(address);
    canvas.toBlob((blob) => download(blob, name));
  };
  image.src = address;
}

// A copy of a picture that looks the same without the style sheet of the page.
function standalone(picture) {
  const copy = picture.cloneNode(true);
  const own = [picture, ...picture.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, place) => {
    const look = getComputedStyle(own[place]);
    for (const name of STYLES) element.setAttribute(name, look.getPropertyValue(name));
    element.removeAttribute("class");
  });
  const paper = getComputedStyle(document.body).backgroundColor;
  // without it, a PNG has no ground, and its letters cannot be read on dark slides
  copy.prepend(svg("rect", { width: "100%", height: "100%", fill: paper }));
  return new XMLSerializer().serializeToString(copy);
}

export function download(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // not at once, as a browser may not have read it yet
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function gamesInWords(answer) {
  return answer.games ? `${counted(answer.blocks, "deal")}, ${counted(answer.games, "game")}` : "";
}
