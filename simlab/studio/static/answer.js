// The answer to the question of the page: sentence, effect, figures and further metrics.

import { byId, h, replace, words } from "./dom.js";
import { effectPicture, figureBlock, gamesInWords, histogramPicture, histogramTable, legendOf, numbersTable, sharesPicture, sharesTable } from "./charts.js";

export const GLYPHS = { more: "▲", less: "▼", same: "=", "not decided": "?" };
// A screen reader needs about as long for a sentence; looks come several times a second.
const SPEAK_MILLISECONDS = 4000;

export function answerPanel(element, { stop, again, choose }) {
  const kicker = h("p", { class: "kicker" });
  const heading = h("h1", { id: "answer-heading" }, "The studio is opening");
  const effect = h("div", { class: "effect" });
  const progress = h("span", { class: "progress" });
  const stopButton = h("button", { type: "button", class: "small", onclick: () => (stopButton.dataset.does === "stop" ? stop() : again()) }, "Stop");
  const metric = h("select", { id: "metric", onchange: () => choose(metric.value || null) });
  const figures = { shares: figureBlock("", "shares"), first: figureBlock("", "histogram"), second: figureBlock("", "length") };
  figures.shares.element.classList.add("tall");
  const grid = h("div", { class: "figures" }, Object.values(figures).map((each) => each.element));
  const table = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Further metrics" });
  const more = h("div", { class: "further", hidden: true }, h("h2", { class: "minor" }, "Further metrics"), table,
    h("p", { class: "note" }, "Intervals are 95 % and hold at every look, those of this table and those of each figure together. ▲ higher and ▼ lower by more than the margin, = the same within it, ? not decided yet."));
  const waiting = h("p", { class: "note", hidden: true });
  replace(element, kicker, heading, effect, waiting,
    h("div", { class: "progress-row" }, progress, stopButton, h("span", { class: "metric-choice" }, h("label", { for: "metric" }, "Measured by"), metric)),
    grid, more);

  let spokenAt = 0;
  let spoken = "";
  function speak(sentence) {
    if (sentence === spoken || Date.now() - spokenAt < SPEAK_MILLISECONDS) return;
    spoken = sentence;
    spokenAt = Date.now();
    byId("spoken").textContent = sentence;
  }

  return {
    asked(about) {
      kicker.textContent = about;
      element.classList.add("stale");
    },
    refused() {
      element.classList.add("stale");
      progress.textContent = "These rules cannot be played yet: see the marked control. The answer shown is that of the question before.";
    },
    show(answer, isChanged) {
      if (answer.state === "playing" && !answer.headline && answer.blocks === 0) { progress.textContent = "Playing the first games …"; return; }
      element.classList.remove("stale");
      heading.textContent = sentenceOf(answer, isChanged);
      drawEffect(effect, answer, isChanged);
      progress.textContent = progressOf(answer);
      const isPlaying = ["playing", "compiling"].includes(answer.state);
      stopButton.textContent = isPlaying ? "Stop" : "Go on";
      stopButton.dataset.does = isPlaying ? "stop" : "again";
      stopButton.hidden = ["done", "failed", "compiling"].includes(answer.state);
      waiting.textContent = answer.waiting ?? "";
      waiting.hidden = !answer.waiting;
      choices(metric, answer);
      drawFigures(figures, answer, isChanged);
      more.hidden = !answer.metrics?.length;
      if (answer.metrics) table.replaceChildren(metricsTable(answer.metrics, isChanged));
      byId("brief").textContent = briefOf(answer, isChanged);
      if (answer.headline || !isPlaying) speak(`${heading.textContent} ${isPlaying ? "" : "No more games are played."}`);
    },
  };
}

export function sentenceOf(answer, isChanged) {
  if (answer.state === "compiling") return "The game is being compiled, once: this takes a minute or two.";
  if (answer.state === "failed") return "The games cannot be played.";
  const { headline } = answer;
  if (!headline) return answer.look ? "This metric has not varied in any game so far." : "The first games are being played.";
  if (isChanged && headline.verdict) return `${headline.label}: ${headline.verdict_words}.`;
  return `${headline.label}: ${headline.unchanged.value} by the unchanged rules.`;
}

export function effectInWords(headline) {
  const unit = headline.unit && !headline.effect.value.endsWith(headline.unit) && !headline.effect.value.includes("percentage") ? ` ${headline.unit}` : "";
  return `${headline.effect.value}${unit}`;
}

function briefOf(answer, isChanged) {
  const { headline } = answer;
  if (!headline) return "";
  if (!isChanged || !headline.effect) return `${headline.label} ${headline.unchanged.value} (${headline.unchanged.range})`;
  return `${GLYPHS[headline.verdict]} ${headline.label} ${effectInWords(headline)} (${headline.effect.range})`;
}

function drawEffect(element, answer, isChanged) {
  const { headline } = answer;
  if (answer.problem) { element.replaceChildren(h("p", { class: "problem" }, answer.problem)); return; }
  if (!headline) { element.replaceChildren(); return; }
  const before = headline.unchanged;
  if (!isChanged || !headline.effect) {
    element.replaceChildren(h("p", { class: "size" }, h("strong", {}, before.value), h("span", {}, `95 % interval ${before.range}`)));
    return;
  }
  element.replaceChildren(
    h("p", { class: `size ${headline.verdict.replace(" ", "-")}` },
      h("strong", {}, h("span", { class: "glyph", "aria-hidden": "true" }, GLYPHS[headline.verdict]), effectInWords(headline)),
      h("span", {}, `95 % interval ${headline.effect.range}`),
      h("span", {}, `${before.value} → ${headline.changed.value}`)),
    h("div", { class: "strip" }, effectPicture(headline, Math.max(260, Math.min(560, element.clientWidth - 250 > 260 ? element.clientWidth - 250 : element.clientWidth || 360)))),
  );
}

function progressOf(answer) {
  if (answer.state === "compiling") return "Compiling …";
  if (answer.state === "failed") return "";
  const played = gamesInWords(answer);
  if (!answer.look) return `${played}; intervals come after ${answer.first_look} deals.`;
  return { playing: `${played}, still playing`, stopped: `${played}, stopped`, done: `${played}; more games would not change the picture` }[answer.state];
}

function choices(select, answer) {
  select.parentElement.hidden = !select.options.length && !answer.choices;
  // filled again only if it differs: that would close a menu which the reader has opened
  if (!answer.choices || select.dataset.names === String(answer.choices.length) + select.dataset.game) { if (answer.headline) select.value = answer.headline.name; return; }
  select.dataset.names = String(answer.choices.length) + select.dataset.game;
  select.replaceChildren(...answer.choices.map((each) => h("option", { value: each.name }, each.label)));
  if (answer.headline) select.value = answer.headline.name;
}

function drawFigures(figures, answer, isChanged) {
  const { shares, fair } = answer;
  figures.shares.element.hidden = !shares?.length;
  if (shares?.length) {
    const title = fair === null ? "Games by band of the victory table" : "Wins by seat, and the fair share";
    figures.shares.update(title, (width) => sharesPicture(shares, fair, width), () => sharesTable(shares), legendOf(isChanged, fair === null ? "bars" : "dots"));
  }
  [figures.first, figures.second].forEach((figure, place) => {
    const histogram = answer.histograms?.[place];
    const isShown = Boolean(histogram?.unchanged.length);
    figure.element.hidden = !isShown;
    if (isShown) figure.update(histogram.name === "score" ? "Scores" : `Length in ${words(histogram.name)}`, (width) => histogramPicture(histogram, width), () => histogramTable(histogram), legendOf(isChanged, "steps"));
  });
}

export function metricsTable(metrics, isChanged) {
  const heads = isChanged ? ["metric", "unchanged", "changed", "effect", "verdict"] : ["metric", "by the unchanged rules", "95 %"];
  return numbersTable(heads, metrics.map((each) => (isChanged && each.effect
    ? [each.label, each.unchanged.value, each.changed.value, h("span", {}, effectInWords(each), h("small", {}, each.effect.range)), h("span", { class: `verdict ${each.verdict.replace(" ", "-")}` }, `${GLYPHS[each.verdict]} ${each.verdict_words}`)]
    : [each.label, each.unchanged.value, each.unchanged.range])));
}
