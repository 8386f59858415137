// The form of a game's rules: a control for each rule, patches, and the list of what is changed.

import { begun, h, replace, words } from "./dom.js";

export function rulesForm(element, form, state, changed) {
  const rows = new Map(form.rules.map((rule) => [rule.name, ruleRow(rule, state, changed)]));
  const assumed = form.rules.filter((rule) => rule.is_assumed).length;
  const search = h("input", {
    type: "search", id: "rule-search", placeholder: "Find a rule", "aria-label": "Find a rule", autocomplete: "off",
    oninput: () => filter(search.value, form.rules, rows),
  });
  replace(
    element,
    h("h2", { id: "rules-heading" }, "Rules"),
    assumed ? h("p", { class: "note" }, h("span", { class: "assumed" }, "assumed"), ` marks ${assumed} of ${form.rules.length} values that no source settles.`) : null,
    form.patches.length ? patches(form, state, changed) : null,
    form.rules.length > 8 ? search : null,
    h("div", { class: "rule-list" }, [...rows.values()].map((row) => row.element)),
  );
  return {
    show() {
      for (const row of rows.values()) row.show();
    },
    complain(problems) {
      for (const [name, row] of rows) row.complain(problems.filter((each) => each.is_rule && each.key === name));
    },
  };
}

function filter(text, rules, rows) {
  const word = text.trim().toLowerCase();
  for (const rule of rules) {
    const about = `${rule.meaning} ${rule.name} ${rule.rule}`.toLowerCase();
    rows.get(rule.name).element.hidden = !about.includes(word);
  }
}

function patches(form, state, changed) {
  const buttons = form.patches.map((patch) =>
    h("button", { type: "button", class: "chip", title: patch.question, onclick: () => changed({ add: patch.name }) }, patch.title || words(patch.name)),
  );
  return h("div", { class: "patches" }, h("h3", {}, "Try an idea"), h("div", { class: "chips" }, buttons));
}

function ruleRow(rule, state, changed) {
  const id = `rule-${rule.name}`;
  const set = (value) => {
    if (value === rule.value) delete state.patch[rule.name];
    else state.patch[rule.name] = value;
    show();
    changed({});
  };
  const control = CONTROLS[rule.control](rule, id, set);
  const before = h("span", { class: "before" });
  const problem = h("p", { class: "problem", id: `${id}-problem`, hidden: true });
  const range = rule.control === "stepper" ? `${rule.low}–${rule.high}` : "";
  const element = h(
    "div",
    { class: "rule", "data-rule": rule.name },
    h("div", { class: "rule-words" },
      h("label", { for: id }, begun(rule.meaning.replace(/^whether /, ""))),
      h("p", { class: "facts", id: `${id}-facts` },
        rule.rule ? h("span", {}, rule.rule) : null,
        range ? h("span", {}, range, rule.unit && !rule.meaning.includes(rule.unit) ? ` ${rule.unit}` : "") : null,
        rule.is_assumed ? h("span", { class: "assumed", title: rule.note }, "assumed") : null,
        before)),
    control.element,
    problem,
  );
  function show() {
    const value = rule.name in state.patch ? state.patch[rule.name] : rule.value;
    control.show(value);
    const isChanged = String(value) !== String(rule.value);
    element.classList.toggle("changed", isChanged);
    before.textContent = isChanged ? `was ${spoken(rule.value)}` : "";
  }
  function complain(problems) {
    problem.hidden = !problems.length;
    problem.textContent = problems.map((each) => each.sentence).join(" ");
    control.input.setAttribute("aria-invalid", String(problems.length > 0));
    control.input.setAttribute("aria-describedby", problems.length ? problem.id : `${id}-facts`);
  }
  show();
  complain([]);
  return { element, show, complain };
}

const CONTROLS = { stepper, switch: toggle, choice };

function stepper(rule, id, set) {
  const input = h("input", { id, type: "text", inputmode: "numeric", class: "number", autocomplete: "off", size: String(rule.high).length + 1,
    onchange: () => set(read(input.value)),
    onkeydown: (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      move(step);
    } });
  const move = (step) => {
    const now = Number(input.value);
    if (Number.isFinite(now)) set(Math.min(Math.max(now + step, rule.low), rule.high));
  };
  const less = h("button", { type: "button", class: "step", "aria-label": `Less: ${rule.meaning}`, onclick: () => move(-1) }, "−");
  const more = h("button", { type: "button", class: "step", "aria-label": `More: ${rule.meaning}`, onclick: () => move(1) }, "+");
  // hidden from keys and screen readers, for which the field beside it does the same
  const slider = h("input", { type: "range", min: rule.low, max: rule.high, step: 1, tabindex: "-1", "aria-hidden": "true", oninput: () => set(Number(slider.value)) });
  const element = h("div", { class: "stepper" }, slider, less, input, more);
  return {
    element,
    input,
    show(value) {
      input.value = String(value);
      less.disabled = Number(value) <= rule.low;
      more.disabled = Number(value) >= rule.high;
      slider.value = Number(value);
    },
  };
}

function read(text) {
  return /^\d+$/.test(text.trim()) ? Number(text) : text.trim();
}

function toggle(rule, id, set) {
  const input = h("input", { id, type: "checkbox", role: "switch", class: "switch", onchange: () => set(input.checked) });
  return { element: h("div", { class: "switch-box" }, input), input, show: (value) => { input.checked = value === true; } };
}

function choice(rule, id, set) {
  const input = h("select", { id, onchange: () => set(input.value) },
    rule.choices.map((each) => h("option", { value: each }, words(each))));
  return { element: h("div", { class: "choice" }, input), input, show: (value) => { input.value = String(value); } };
}

export function spoken(value) {
  if (typeof value === "boolean") return value ? "on" : "off";
  return words(String(value));
}

// The list of changes, each with a button that undoes it.
export function changesList(element, changes, undo, undoAll, others) {
  replace(
    element,
    h("div", { class: "heading-row" },
      h("h2", { id: "changes-heading", tabindex: "-1" }, "What is changed"),
      changes.length > 1 ? h("button", { type: "button", class: "quiet", onclick: undoAll }, "Undo all") : null),
    changes.length
      ? h("ul", { class: "changes" }, changes.map((change) => changeItem(change, undo)))
      : h("p", { class: "note" }, "Nothing yet: these are the rules as they are. Turn a dial below."),
    others.map((sentence) => h("p", { class: "problem" }, sentence)),
  );
}

function changeItem(change, undo) {
  return h("li", {},
    h("span", {}, change.sentence),
    change.keys.length
      ? h("button", { type: "button", class: "quiet", "aria-label": `Undo: ${change.sentence}`, onclick: () => undo(change.keys) }, "Undo")
      : null);
}
