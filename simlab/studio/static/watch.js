// Watch a game: pick one, and step through it under both rule sets.

import { h, replace } from "./dom.js";
import { Refused, send } from "./api.js";
import { gameViewer } from "./viewer.js";

const PICKS = { typical: "a typical game", best: "the best game", worst: "the worst game", closest: "the closest game", longest: "the longest game", strangest: "the strangest game", flipped: "one that the change flipped", deal: "deal number" };

export function watchPanel(element, form, question) {
  const number = h("input", { type: "number", id: "deal", min: 0, step: 1, value: 0, "aria-label": "Deal number", hidden: true });
  const pick = h("select", { id: "pick", onchange: () => { number.hidden = pick.value !== "deal"; } },
    Object.entries(PICKS).filter(([name]) => name !== "best" || form.cooperative).map(([name, label]) => h("option", { value: name }, label)));
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const stage = h("div", { class: "stage" });
  const button = h("button", { type: "button", onclick: watch }, "Watch");
  replace(element, h("h2", { id: "watch-heading" }, "Watch a game"),
    h("div", { class: "player-row" }, h("label", { for: "pick" }, "Show"), pick, number, button), problem, stage);

  async function watch() {
    button.disabled = true;
    problem.hidden = true;
    try {
      const game = await send("/api/watch", { ...question(), pick: pick.value, deal: Number(number.value) });
      const asked = question();
      const valued = (side, decision) => send("/api/values", { ...asked, side, deal: game.deal, rotation: game.rotation, decision });
      stage.replaceChildren(gameViewer(game, valued));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problem.hidden = false;
      problem.textContent = error.message;
    } finally {
      button.disabled = false;
    }
  }
}
