// The runs and reports in the runs folder.

import { h, replace, whole } from "./dom.js";
import { get } from "./api.js";

export async function runsList(element) {
  const { runs } = await get("/api/runs");
  const heading = h("h2", { id: "runs-heading" }, "Runs");
  if (!runs.length) { replace(element, heading, h("p", { class: "note" }, "The folder runs has no runs yet. simlab run and simlab houserule write them.")); return; }
  replace(element, heading,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "List of the runs" },
      h("table", {},
        h("thead", {}, h("tr", {}, ["Run", "Game", "Question", "Date", "Games", "Size"].map((each, i) => h("th", { scope: "col", class: i < 4 ? "label" : null }, each)))),
        h("tbody", {}, runs.map(runLine)))));
}

function runLine(run) {
  const name = run.has_report ? h("a", { href: `/runs/${encodeURIComponent(run.name)}`, target: "_blank", rel: "noopener" }, run.name) : run.name;
  return h("tr", {}, h("th", { scope: "row", class: "label" }, name, run.state === "finished" ? null : h("small", {}, run.state)),
    h("td", { class: "label" }, run.game), h("td", { class: "label question" }, run.what), h("td", { class: "label" }, run.date),
    h("td", {}, whole(run.games)), h("td", {}, `${whole(Math.ceil(run.size / 1000))} kB`));
}
