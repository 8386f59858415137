// Viewer of one game under one or two rule sets. `DRAWN` has a drawing for each kind of view.

import { h } from "./dom.js";

const PLAY_MILLISECONDS = 1400;
const DRAWN = { transcript };

export function gameViewer(game) {
  const views = game.games.map((each) => DRAWN[each.kind](each));
  const most = Math.max(...views.map((view) => view.n));
  const slider = h("input", { type: "range", min: 0, max: most - 1, value: 0, "aria-label": "Step of the game", oninput: () => show(Number(slider.value)) });
  const place = h("span", { class: "note", "aria-live": "polite" });
  const play = h("button", { type: "button", class: "small", "aria-pressed": "false", onclick: () => (timer ? pause() : start()) }, "Play");
  const back = h("button", { type: "button", class: "small", onclick: () => { pause(); show(Number(slider.value) - 1); } }, "Back");
  const on = h("button", { type: "button", class: "small", onclick: () => { pause(); show(Number(slider.value) + 1); } }, "Next");
  const end = h("button", { type: "button", class: "small", onclick: () => { pause(); show(most - 1); } }, "End");
  let timer = 0;

  function show(step) {
    const now = Math.min(Math.max(step, 0), most - 1);
    slider.value = now;
    for (const view of views) view.show(Math.min(now, view.n - 1));
    place.textContent = `Step ${now + 1} of ${most}`;
    back.disabled = now === 0;
    on.disabled = end.disabled = now === most - 1;
    if (now === most - 1) pause();
  }
  function start() {
    if (Number(slider.value) === most - 1) show(0);
    timer = setInterval(() => { if (element.isConnected) show(Number(slider.value) + 1); else pause(); }, PLAY_MILLISECONDS);
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
  }
  function pause() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  }
  const element = h("div", { class: "viewer" },
    h("div", { class: "viewer-controls" }, h("span", { class: "note" }, `Deal ${game.deal}${game.rotation ? `, rotation ${game.rotation}` : ""}`), back, play, on, end, slider, place),
    h("div", { class: "sides" }, views.map((view) => view.element)));
  show(0);
  return element;
}

// The transcript: heading, sentences, and the public state after the step as a table.
function transcript(view) {
  const jump = h("select", { "aria-label": `Jump to a turn: ${view.title}`, onchange: () => show(Number(jump.value)) },
    view.steps.map((step, place) => h("option", { value: place }, step.heading)));
  const lines = h("ol", { class: "lines" });
  const state = h("div");
  const ending = h("div", { class: "ending", hidden: true }, view.ending.map((sentence) => h("p", {}, sentence)));
  const seats = view.seats.map((seat) => `${seat.name}: ${seat.policy}`).join(" · ");
  const element = h("article", { class: "view" }, h("h3", {}, view.title), h("p", { class: "note" }, seats), jump, lines, ending, state);
  function show(place) {
    const step = view.steps[place];
    jump.value = place;
    lines.replaceChildren(...step.lines.map((sentence) => h("li", {}, sentence)));
    ending.hidden = place !== view.steps.length - 1;
    state.replaceChildren(stateTable(stateAt(view.steps, place)));
  }
  return { element, n: view.steps.length, show };
}

function stateAt(steps, place) {
  for (let at = place; at >= 0; at -= 1) if (steps[at].state) return steps[at].state;
  return "";
}

function stateTable(state) {
  const facts = state.split(/\.\s+|\.$/).filter(Boolean).map((fact) => fact.split(/:\s(.*)/s));
  return h("table", { class: "state" }, h("tbody", {}, facts.map(([name, value]) => h("tr", {}, h("th", { scope: "row", class: "label" }, name), h("td", { class: "label" }, value ?? "")))));
}
