// Component tables as grids: change cells, switch rows off, add rows; problems stand in their cells.

import { begun, h, replace, words } from "./dom.js";

const QUOTED = /"(?:[^"\\]|\\.)*"(?=\.|$)|[^.]*/y;

// The key of a row or a cell in a patch: quotes stand around a name that holds a dot.
function dotted(...parts) {
  return parts.map((part) => (/[.="]/.test(part) ? JSON.stringify(part) : part)).join(".");
}

function parts(key) {
  const found = [];
  for (QUOTED.lastIndex = 0; QUOTED.lastIndex <= key.length; QUOTED.lastIndex += 1) {
    const start = QUOTED.lastIndex;
    const part = QUOTED.exec(key)[0];
    QUOTED.lastIndex = start + part.length;
    found.push(part.startsWith('"') && part.endsWith('"') && part.length > 1 ? part.slice(1, -1).replaceAll(/\\(.)/g, "$1") : part);
  }
  return found;
}

export function componentGrids(element, form, state, changed) {
  const grids = form.tables.map((table) => grid(table, state, changed));
  replace(
    element,
    grids.length ? h("h2", { id: "components-heading" }, "Components") : h("h2", { id: "components-heading", class: "hidden" }, "Components"),
    grids.map((each) => each.element),
  );
  element.hidden = !grids.length;
  return {
    show(tables) {
      for (const each of grids) each.show(tables?.[each.name]);
    },
    complain(problems) {
      for (const each of grids) each.complain(problems);
    },
  };
}

function grid(table, state, changed) {
  let rows = table.rows;
  const name = table.name;
  const body = h("tbody");
  const problem = h("p", { class: "problem", hidden: true });
  const count = h("span", { class: "changed-count" });
  const form = newRow(table, state, () => { draw(); changed({}); });
  const element = h("details", { class: "component", "data-table": name },
    h("summary", {}, begun(words(name)), count),
    h("p", { class: "note" }, `${begun(table.meaning)}.`),
    problem,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Table ${words(name)}` },
      h("table", {},
        h("thead", {}, h("tr", {},
          h("th", { scope: "col", class: "label" }, words(table.key)),
          table.columns.map((column) => h("th", { scope: "col", title: column.meaning }, words(column.name))),
          h("th", { scope: "col" }, h("span", { class: "hidden" }, "In play")))),
        body)),
    form.element);

  function keysOfRow(key) {
    return Object.keys(state.patch).filter((each) => each === dotted(name, key) || each.startsWith(`${dotted(name, key)}.`));
  }

  function addedRows() {
    const own = new Set(rows.map((row) => String(row[table.key])));
    const keys = Object.keys(state.patch).filter((key) => key.startsWith(`${name}.`)).map((key) => parts(key)[1]);
    return [...new Set(keys)].filter((key) => !own.has(key) && keysOfRow(key).some((each) => parts(each).length === 3));
  }

  function set(key, column, value, original) {
    const place = dotted(name, key, column);
    // as text: a number may have been typed
    if (String(value) === String(original)) delete state.patch[place];
    else state.patch[place] = value;
    changed({});
    mark();
  }

  function line(key, row, isAdded) {
    const isOut = state.patch[dotted(name, key)] === false;
    const cells = table.columns.map((column) => {
      const place = dotted(name, key, column.name);
      const original = isAdded ? undefined : row[column.name];
      const value = place in state.patch ? state.patch[place] : original ?? column.blank ?? "";
      const input = cellInput(column, value, `${words(column.name)} of ${words(key)}`, (given) => set(key, column.name, given, original), isOut);
      return h("td", { "data-place": place }, input);
    });
    const toggle = isAdded
      ? h("button", { type: "button", class: "quiet", "aria-label": `Remove ${words(key)}`, onclick: () => { for (const each of keysOfRow(key)) delete state.patch[each]; draw(); changed({}); } }, "×")
      : h("input", { type: "checkbox", checked: !isOut, "aria-label": `${words(key)} is in play`, onchange: (event) => {
          for (const each of keysOfRow(key)) delete state.patch[each];
          if (!event.target.checked) state.patch[dotted(name, key)] = false;
          draw();
          changed({});
        } });
    return h("tr", { class: isOut ? "out" : isAdded ? "added" : null, "data-row": dotted(name, key) },
      h("th", { scope: "row", class: "label" }, words(key)), cells, h("td", { class: "in-play" }, toggle));
  }

  function draw() {
    // the cells are made anew, and the focus would be lost with the old ones
    const focused = document.activeElement?.closest("td")?.dataset.place;
    const isToggle = document.activeElement?.closest(".in-play")?.parentElement?.dataset.row;
    replace(body, rows.map((row) => line(String(row[table.key]), row, false)), addedRows().map((key) => line(key, {}, true)));
    mark();
    if (focused) body.querySelector(`[data-place="${CSS.escape(focused)}"] :is(input, select)`)?.focus();
    if (isToggle) body.querySelector(`[data-row="${CSS.escape(isToggle)}"] .in-play :is(input, button)`)?.focus();
  }

  function mark() {
    const places = Object.keys(state.patch).filter((key) => key.startsWith(`${name}.`));
    for (const cell of body.querySelectorAll("td[data-place]")) cell.classList.toggle("changed", cell.dataset.place in state.patch);
    count.textContent = places.length ? `${places.length} changed` : "";
  }

  draw();
  return {
    name,
    element,
    show(newRows) {
      rows = newRows ?? table.rows;
      draw();
    },
    complain(problems) {
      for (const old of body.querySelectorAll(".problem")) old.remove();
      for (const bad of body.querySelectorAll("[aria-invalid]")) { bad.removeAttribute("aria-invalid"); bad.removeAttribute("aria-describedby"); }
      const own = problems.filter((each) => each.is_rule && (each.key === name || each.key.startsWith(`${name}.`)));
      const others = problems.filter((each) => each.key.startsWith(table.file));
      const loose = [...others];
      for (const each of own) {
        const cell = body.querySelector(`td[data-place="${CSS.escape(each.key)}"]`);
        if (!cell) { loose.push(each); continue; }
        const id = `problem-${each.key.replaceAll(/\W/g, "-")}`;
        cell.append(h("p", { class: "problem", id }, each.sentence));
        const input = cell.querySelector("input, select");
        input.setAttribute("aria-invalid", "true");
        input.setAttribute("aria-describedby", id);
      }
      problem.hidden = !loose.length;
      problem.textContent = loose.map((each) => (each.key.includes(".") ? `${words(parts(each.key).slice(1).join(", "))}: ` : "") + each.sentence).join(" ");
      if (own.length || others.length) element.open = true;
    },
  };
}

function cellInput(column, value, label, set, isOut) {
  if (column.choices.length) {
    const input = h("select", { "aria-label": label, disabled: isOut, onchange: () => set(input.value) },
      column.choices.map((each) => h("option", { value: each }, words(each))));
    input.value = String(value);
    return input;
  }
  const isNumber = column.low !== null;
  const input = h("input", { type: "text", inputmode: isNumber ? "numeric" : "text", class: isNumber ? "number" : "text", "aria-label": label, disabled: isOut,
    title: isNumber ? `${column.low}–${column.high}` : null, value: String(value), autocomplete: "off",
    onchange: () => set(isNumber && /^\d+$/.test(input.value.trim()) ? Number(input.value) : input.value.trim()) });
  return input;
}

function newRow(table, state, added) {
  const key = h("input", { type: "text", class: "text", "aria-label": `Name of the new row, ${words(table.key)}`, placeholder: words(table.key), autocomplete: "off" });
  const problem = h("p", { class: "problem", hidden: true });
  const complain = (sentence) => { problem.hidden = !sentence; problem.textContent = sentence; };
  const add = () => {
    const name = key.value.trim().replaceAll(" ", "_");
    if (!name || name.includes(".")) { complain("A row needs a name without dots."); return; }
    if (table.rows.some((row) => String(row[table.key]) === name)) { complain(`"${name}" names an earlier row already.`); return; }
    complain("");
    for (const column of table.columns) {
      const first = column.choices[0] ?? (column.low !== null ? column.low : name);
      state.patch[`${table.name}.${name}.${column.name}`] = column.blank ?? first;
    }
    key.value = "";
    added();
  };
  key.addEventListener("keydown", (event) => { if (event.key === "Enter") add(); });
  return { element: h("div", { class: "new-row" }, key, h("button", { type: "button", class: "small", onclick: add }, "Add row"), problem) };
}
