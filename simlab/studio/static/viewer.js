// One game under one or two rule sets, each in the viewer of simlab replay; both go step by step together.

import { h } from "./dom.js";
import { watch } from "/viewer/viewer.js";

// `valued(side, decision)` asks a search for the values of the choices of a decision.
export function gameViewer(game, valued) {
  const views = game.games.map((each, side) => view(each, (decision) => valued(side, decision)));
  const go = (step) => { for (const each of views) if (each.watched.step() !== step) each.watched.go(step); };
  // the other viewer, too, reports the step to which it is led
  let isLeading = false;
  for (const each of views) {
    each.root.addEventListener("step", (event) => {
      if (isLeading) return;
      isLeading = true;
      go(event.detail);
      isLeading = false;
    });
  }
  const pair = h("div", { class: "pair" }, views.map((each) => each.element));
  pair.style.setProperty("--board", `${Math.max(...views.map(widthOfBoard))}px`);
  return h("div", { class: "games" },
    h("p", { class: "note" }, `Deal ${game.deal}${game.rotation ? `, rotation ${game.rotation}` : ""}. Arrow keys step, space plays.`),
    pair);
}

// The least width at which the board can be read without scrolling; a plain game may have none.
function widthOfBoard({ root }) {
  return parseFloat(root.querySelector(".board svg")?.style.minWidth) || 0;
}

// The viewer stands in a shadow tree, so that its style sheet and that of the page do not meet.
function view(game, valued) {
  const root = h("div");
  const host = h("div", { class: "host" });
  host.attachShadow({ mode: "open" }).append(h("link", { rel: "stylesheet", href: "/viewer/viewer.css" }), root);
  const watched = watch(root, game, root, valued);
  // two viewers have parts of the same names
  for (const region of root.querySelectorAll("section[aria-label]")) region.ariaLabel = `${region.ariaLabel}, ${game.heading}`;
  return { root, watched, element: h("article", { class: "view" }, h("h3", {}, game.heading), host) };
}
