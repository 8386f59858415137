
// ---- winning chances
// `trackChances(root, game)` puts a track under the board of a viewer that `watch` has filled: the
// chance of each seat as a band, by steps. It moves the viewer by the slider of its bar.

function trackChances(root, game) {
  const { steps, percent, caption } = game.chances;
  const end = game.steps.length - 1;
  const part = (step) => (end ? step / end : 0);
  const slider = root.querySelector(".bar input[type=range]");
  const marker = node("span", { class: "marker" });
  const bands = node("div", {
    class: "bands", role: "slider", tabindex: 0, "aria-label": "Step, with the chance of each seat to win", "aria-valuemin": 0, "aria-valuemax": end,
  }, bandsOf(game, part), ...marksOf(game, part), marker);
  const legend = node("ul", { class: "names" });
  const track = node("figure", { class: "chances" },
    node("h2", {}, "Chance to win"), legend,
    node("div", { class: "scale" }, node("div", { class: "axis", "aria-hidden": "true" }, node("span", {}, "100 %"), node("span", {}, "50 %"), node("span", {}, "0 %")), bands),
    node("figcaption", {}, caption), inNumbers(game));
  root.querySelector(".table").append(track);

  const goTo = (step) => {
    // a drag reports many moves at one step, which is drawn already
    if (Number(slider.value) === step) return;
    slider.value = step;
    // as if the reader had moved it: the viewer stops playing and goes there
    slider.dispatchEvent(new Event("input"));
  };
  const point = ({ clientX }) => {
    const { left, width } = bands.getBoundingClientRect();
    goTo(Math.round(Math.min(Math.max((clientX - left) / width, 0), 1) * end));
  };
  bands.onpointerdown = (event) => {
    // a drag goes on beyond the bands
    bands.setPointerCapture(event.pointerId);
    point(event);
  };
  bands.onpointermove = (event) => { if (bands.hasPointerCapture(event.pointerId)) point(event); };

  const mark = (step) => {
    const now = percentAt(steps, percent, step);
    marker.style.left = `${100 * part(step)}%`;
    legend.replaceChildren(...game.seats.map((seat, number) => node("li", {}, badge(game, number), ` ${seat.name} `, node("b", {}, `${Math.round(now[number])} %`))));
    bands.setAttribute("aria-valuenow", step);
    bands.setAttribute("aria-valuetext", `step ${step}: ${game.seats.map((seat, number) => `${seat.name} ${Math.round(now[number])} %`).join(", ")}`);
  };
  root.addEventListener("step", ({ detail }) => mark(detail));
  mark(Number(slider.value));
}

// The chances at a step, on the line between those before and after it.
function percentAt(steps, percent, step) {
  const next = steps.findIndex((each) => each >= step);
  if (steps[next] === step) return percent[next];
  if (next === 0) return percent[0];
  const share = (step - steps[next - 1]) / (steps[next] - steps[next - 1]);
  return percent[next].map((value, seat) => (1 - share) * percent[next - 1][seat] + share * value);
}

// The percentage below the band of a seat at each position: the first seat is on top.
function below(percent, seat) {
  return percent.map((row) => row.slice(seat + 1).reduce((sum, value) => sum + value, 0));
}

function bandsOf({ seats, chances: { steps, percent } }, part) {
  // stretched to any width, as there are no letters in it
  const svg = vector("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  seats.forEach((_, seat) => {
    const low = below(percent, seat), high = low.map((value, n) => value + percent[n][seat]);
    const points = (values) => steps.map((step, n) => `${(100 * part(step)).toFixed(2)} ${(100 - values[n]).toFixed(1)}`);
    svg.append(vector("path", { class: `band s${seat}`, d: `M${[...points(high), ...points(low).reverse()].join("L")}Z` }));
  });
  svg.append(vector("path", { class: "half", d: "M0 50H100" }));
  return svg;
}

// The mark of each seat, where its band is thickest, unless it is thin everywhere.
function marksOf(game, part) {
  const { steps, percent } = game.chances;
  // at the ends a mark would be cut in half
  const inner = steps.map((_, n) => n).filter((n) => part(steps[n]) >= 0.03 && part(steps[n]) <= 0.97);
  return game.seats.flatMap((_, seat) => {
    const thickest = inner.reduce((best, n) => (percent[n][seat] > percent[best][seat] ? n : best), inner[0]);
    // thinner bands have no room for a mark
    if (thickest === undefined || percent[thickest][seat] < 15) return [];
    const mark = badge(game, seat);
    mark.style.left = `${100 * part(steps[thickest])}%`;
    mark.style.top = `${100 - below(percent, seat)[thickest] - percent[thickest][seat] / 2}%`;
    return [mark];
  });
}

function inNumbers({ seats, chances: { steps, percent } }) {
  const heading = (name) => node("th", { scope: "col" }, name);
  return node("details", {}, node("summary", {}, "The chances in numbers"),
    node("div", { class: "numbers", tabindex: 0, role: "group", "aria-label": "Chances to win in percent" },
      node("table", {},
        node("thead", {}, node("tr", {}, heading("Step"), ...seats.map(({ name }) => heading(`${name}, %`)))),
        node("tbody", {}, ...steps.map((step, n) => node("tr", {}, node("th", { scope: "row" }, step), ...percent[n].map((value) => node("td", {}, Math.round(value)))))))));
}
