// What is wrong with the game: an examination, its score card and the worst faults.

import { counted, h, replace } from "./dom.js";
import { get, Refused, send, stream } from "./api.js";

const MINUTES = { 0.5: "half a minute", 1: "one minute", 3: "3 minutes", 10: "10 minutes", 30: "30 minutes" };
const ENDED = ["done", "stopped", "failed"];

export function doctorPanel(element, form, question) {
  const minutes = h("select", { id: "minutes" }, Object.entries(MINUTES).sort(([a], [b]) => a - b).map(([number, label]) => h("option", { value: number }, label)));
  minutes.value = "3";
  const begin = h("button", { type: "button", onclick: examine }, "Examine");
  const stop = h("button", { type: "button", class: "small", hidden: true, onclick: () => send("/api/examinations/stop", {}) }, "Stop");
  const progress = h("span", { class: "progress", role: "status" }, "Is it fair, does it end, how long is it, does skill count, is a choice or a card too strong or dead?");
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const found = h("div", {});
  replace(element, h("h2", { id: "doctor-heading" }, `What is wrong with ${form.title}?`),
    h("div", { class: "progress-row" }, begin, h("label", { for: "minutes" }, "for"), minutes, stop, progress), problem, found);
  let endStream = () => {};
  listEarlier().catch(() => {});

  async function listEarlier() {
    const { pages } = await get(`/api/examinations?game=${encodeURIComponent(form.name)}`);
    if (!pages.length || found.hasChildNodes()) return;
    replace(found, h("p", { class: "note" }, "Examined before: ", pages.map((page, i) => [i ? ", " : "", pageLink(page.name, `with ${counted(page.players, "player")}`), ` on ${page.date}`]), "."));
  }

  async function examine() {
    endStream();
    problem.hidden = true;
    begin.disabled = true;
    progress.textContent = "The examination begins …";
    try {
      const { key } = await send("/api/examinations", { ...question(), minutes: Number(minutes.value) });
      stop.hidden = false;
      endStream = stream(`/api/examinations/${encodeURIComponent(key)}`, show);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fail(error.message);
    }
  }

  function fail(message) {
    problem.hidden = false;
    problem.textContent = message;
    progress.textContent = "";
    begin.disabled = false;
    stop.hidden = true;
  }

  function show(look) {
    if (look.state === "failed") { fail(look.problem); return; }
    const isEnded = ENDED.includes(look.state);
    begin.disabled = !isEnded;
    stop.hidden = isEnded;
    progress.textContent = progressOf(look);
    if (look.sentences) replace(found, findings(look));
  }
}

function progressOf(look) {
  if (look.state === "compiling") return "The game is being compiled, once: this takes a minute or two.";
  if (look.state === "playing") return look.progress ? `Still playing: ${look.progress}.` : "Playing the first games …";
  return look.state === "stopped" ? "Stopped; this is what was found until then." : "";
}

function findings(look) {
  return [
    h("p", { class: "kicker" }, look.about),
    h("p", { class: "verdict-line" }, look.sentences.join(" ")),
    h("ul", { class: "score-card" }, look.score_card.map((line) => h("li", { class: line.state },
      h("span", { class: "mark", "aria-hidden": "true" }, line.mark), h("strong", {}, line.aspect, h("span", { class: "hidden" }, `: ${line.state}`)), h("span", { class: "note" }, line.sentence)))),
    look.faults.length ? h("ol", { class: "faults" }, look.faults.map(fault)) : null,
    h("p", { class: "note" }, look.n_more > 0 ? `${look.n_more} more on the page of the examination. ` : "",
      look.page ? pageLink(look.page, "Open its page: figure, everything that was examined, and how") : null),
  ];
}

function fault(each) {
  return h("li", {}, h("h3", {}, each.title), h("p", {}, each.sentence),
    h("details", {}, h("summary", {}, "Commands that go on"), each.commands.map((command) => h("p", {}, h("code", {}, command)))));
}

function pageLink(name, label) {
  return h("a", { href: `/examinations/${encodeURIComponent(name)}`, target: "_blank", rel: "noopener" }, label);
}
