// The list of what was tried: return to a question, star, name, compare two, export.

import { h, replace, whole } from "./dom.js";
import { get, send } from "./api.js";
import { effectInWords, GLYPHS, metricsTable, sentenceOf } from "./answer.js";
import { legendOf, sharesPicture } from "./charts.js";

const EXPORTS = { "patch.toml": "Patch file", "experiment.toml": "Experiment", "answer.csv": "Table (CSV)" };

export function triedList(element, { back }) {
  const body = h("tbody");
  const empty = h("p", { class: "note" });
  const compareButton = h("button", { type: "button", class: "small", disabled: true, onclick: () => compare() }, "Compare two");
  const comparison = h("div", { class: "comparison", hidden: true, tabindex: "-1", role: "region", "aria-label": "Two questions side by side" });
  const scroll = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "List of what was tried" },
    h("table", { class: "tried" }, h("thead", {}, h("tr", {}, ["Pick", "Question", "Answer", "Games", "Export"].map((each, i) => h("th", { scope: "col", class: i < 3 ? "label" : null }, each)))), body));
  replace(element, h("div", { class: "heading-row" }, h("h2", { id: "tried-heading" }, "Tried so far"), compareButton), empty, scroll, comparison);
  let rows = [];
  let game = "";
  const ticked = new Set();
  const lines = new Map();

  async function refresh(name = game) {
    game = name;
    const answer = await get(`/api/tried?game=${encodeURIComponent(name)}`);
    rows = answer.rows.sort((a, b) => Number(b.starred) - Number(a.starred));
    for (const id of [...ticked]) if (!rows.some((row) => row.id === id)) ticked.delete(id);
    draw();
  }

  function draw() {
    empty.textContent = rows.length ? "Kept in the folder runs/studio. Click a question to return to it." : "Each question will be listed here with its answer, and kept.";
    scroll.hidden = !rows.length;
    compareButton.hidden = rows.length < 2;
    compareButton.disabled = ticked.size !== 2;
    const shown = rows.map(lineOf);
    // lines that are put in again would close their menus
    if (shown.length === body.children.length && shown.every((each, place) => each === body.children[place])) return;
    const focused = document.activeElement?.dataset?.does;
    replace(body, shown);
    if (focused) body.querySelector(`[data-does="${CSS.escape(focused)}"]`)?.focus();
  }

  // A line is made again only if its words have changed, so that an open menu stays open.
  function lineOf(row) {
    const signature = JSON.stringify([row.name, row.starred, row.changes, row.players]);
    const known = lines.get(row.id);
    if (known?.signature !== signature) lines.set(row.id, { signature, element: line(row) });
    const { element } = lines.get(row.id);
    element.querySelector(".picks input").checked = ticked.has(row.id);
    element.querySelector(".answer").replaceChildren(answerCell(row.answer));
    element.querySelector(".games").textContent = whole(row.answer.games);
    element.querySelector(".command").textContent = row.command;
    return element;
  }

  function line(row) {
    const title = row.name || row.changes.join(" ") || "The unchanged rules";
    const tick = h("input", { type: "checkbox", "data-does": `tick ${row.id}`, checked: ticked.has(row.id), "aria-label": `Compare: ${title}`, onchange: () => { if (tick.checked) ticked.add(row.id); else ticked.delete(row.id); draw(); } });
    const star = h("button", { type: "button", class: "star", "data-does": `star ${row.id}`, "aria-pressed": String(row.starred), "aria-label": `Star: ${title}`, onclick: async () => { await send(`/api/tried/${row.id}`, { starred: !row.starred }); refresh(); } }, row.starred ? "★" : "☆");
    return h("tr", { "data-row": row.id },
      h("td", { class: "label picks" }, tick, star),
      h("td", { class: "label question" },
        h("button", { type: "button", class: "link", "data-does": `back ${row.id}`, onclick: () => back(rows.find((each) => each.id === row.id)) }, title),
        row.name && row.changes.length ? h("small", {}, row.changes.join(" ")) : null,
        h("small", {}, row.players)),
      h("td", { class: "label answer" }),
      h("td", { class: "games" }),
      h("td", { class: "export" }, exportMenu(row, title)));
  }

  function exportMenu(row, title) {
    const name = h("input", { type: "text", maxlength: 80, "aria-label": `Name of: ${title}`, placeholder: "Name", value: row.name, "data-does": `name ${row.id}`, onchange: async () => { await send(`/api/tried/${row.id}`, { name: name.value }); refresh(); } });
    const command = h("code", { class: "command" }, row.command);
    const copied = h("span", { class: "note", role: "status" });
    return h("details", { class: "menu" }, h("summary", { "aria-label": `Name and export: ${title}` }, "⋯"),
      h("div", { class: "menu-box" },
        name,
        Object.entries(EXPORTS).map(([kind, label]) => h("a", { href: `/api/tried/${row.id}/${kind}`, download: kind }, label)),
        h("button", { type: "button", class: "quiet", onclick: async () => { await navigator.clipboard.writeText(command.textContent); copied.textContent = "Copied."; } }, "Copy the command"),
        command,
        copied,
        h("button", { type: "button", class: "quiet danger", onclick: async () => { await send(`/api/tried/${row.id}`, {}, "DELETE"); refresh(); } }, "Delete")));
  }

  function compare() {
    const chosen = rows.filter((row) => ticked.has(row.id));
    replace(comparison,
      h("div", { class: "heading-row" }, h("h3", {}, "Side by side"), h("button", { type: "button", class: "quiet", onclick: () => { comparison.hidden = true; } }, "Close")),
      h("div", { class: "sides" }, chosen.map(side)));
    comparison.hidden = false;
    comparison.focus();
    comparison.scrollIntoView({ block: "nearest" });
  }

  // Shows a newer look of a row without drawing the list again.
  function update(id, answer) {
    const row = rows.find((each) => each.id === id);
    const own = body.querySelector(`[data-row="${id}"]`);
    if (!row || !own || !answer.headline) return;
    row.answer = answer;
    own.querySelector(".answer").replaceChildren(answerCell(answer));
    own.querySelector(".games").textContent = whole(answer.games);
  }

  return { refresh, update };
}

function side(row) {
  const isChanged = row.changes.length > 0;
  const { answer } = row;
  return h("article", {},
    h("h4", {}, row.name || row.changes.join(" ") || "The unchanged rules"),
    h("p", { class: "note" }, row.players),
    h("p", { class: "answer-line" }, sentenceOf({ ...answer, state: "done" }, isChanged), " ", answerCell(answer)),
    answer.shares?.length ? h("p", { class: "legend" }, legendOf(isChanged, answer.fair === null ? "bars" : "dots")) : null,
    answer.shares?.length ? h("div", { class: "picture" }, sharesPicture(answer.shares, answer.fair, Math.min(440, Math.max(280, window.innerWidth - 60)))) : null,
    answer.metrics?.length ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Metrics of this question" }, metricsTable(answer.metrics, isChanged)) : null);
}

function answerCell(answer) {
  const { headline } = answer;
  if (!headline) return "–";
  if (!headline.effect) return h("span", {}, `${headline.label} ${headline.unchanged.value}`, " ", h("small", {}, headline.unchanged.range));
  return h("span", { class: `verdict ${headline.verdict.replace(" ", "-")}` }, `${GLYPHS[headline.verdict]} ${headline.label} ${effectInWords(headline)}`, " ", h("small", {}, headline.effect.range));
}
