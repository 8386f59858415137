// The players: their number, and the policy of each seat with its traits and noise.

import { begun, h, replace, words } from "./dom.js";

const SEARCH = "search";

export function playersForm(element, form, state, changed) {
  function draw() {
    const [low, high] = form.players;
    const number = h("select", { id: "n-players", onchange: () => { state.players = Number(number.value); seat(); draw(); changed({}); } },
      Array.from({ length: high - low + 1 }, (_, i) => h("option", { value: low + i }, String(low + i))));
    number.value = state.players;
    const same = h("input", { type: "checkbox", id: "same", checked: state.same, onchange: () => {
      state.same = same.checked;
      if (state.same) state.seats = state.seats.map(() => structuredClone(state.seats[0]));
      draw();
      changed({});
    } });
    const shown = state.same ? [0] : Array.from({ length: state.players }, (_, i) => i);
    replace(
      element,
      h("h2", { id: "players-heading" }, "Players"),
      h("div", { class: "player-row" },
        h("label", { for: "n-players" }, "Number"), number,
        state.players > 1 ? h("label", { class: "same-policy" }, same, "the same in all seats") : null),
      shown.map((place) => seatForm(form, state, place, (redraw) => { if (redraw) draw(); changed({}); })),
      form.strongest[state.players]
        ? h("p", { class: "note", id: "strongest" }, `${form.strongest[state.players]} is the strongest player measured. This page begins with a faster one; choose it as the policy to see whether its answer is another.`)
        : null,
      h("p", { class: "problem", id: "players-problem", hidden: true }),
    );
  }

  function seat() {
    const fitting = policiesAt(form, state.players);
    for (const [place, each] of state.seats.entries()) {
      if (each.policy !== SEARCH && !fitting.some((policy) => policy.name === each.policy)) {
        state.seats[place] = structuredClone(form.first[state.players]);
      }
    }
  }

  draw();
  return {
    complain(problems) {
      const own = problems.filter((each) => !each.is_rule && /^(policy|players)/.test(each.key));
      const line = element.querySelector("#players-problem");
      line.hidden = !own.length;
      line.textContent = own.map((each) => each.sentence).join(" ");
    },
  };
}

function policiesAt(form, players) {
  return form.policies.filter((policy) => !policy.players || (policy.players[0] <= players && players <= policy.players[1]));
}

function seatForm(form, state, place, changed) {
  const seat = state.seats[place];
  const fitting = policiesAt(form, state.players);
  const bases = fitting.filter((policy) => !policy.name.startsWith("@"));
  const set = (action, redraw = true) => {
    action(seat);
    if (state.same) state.seats = state.seats.map((_, i) => (i === place ? seat : structuredClone(seat)));
    changed(redraw);
  };
  const label = state.same ? "Policy" : `Seat ${place + 1}`;
  const policy = h("select", { id: `policy-${place}`, onchange: () => set((own) => { own.policy = policy.value; own.traits = {}; if (policy.value === SEARCH) { own.base = bases.at(-1).name; own.traits = { rollouts: 20 }; } else delete own.base; }) },
    fitting.map((each) => h("option", { value: each.name }, words(each.name))), h("option", { value: SEARCH }, "search (slow, strong)"));
  policy.value = seat.policy;
  const chosen = form.policies.find((each) => each.name === seat.policy);
  const own = seat.policy === SEARCH ? form.search : chosen;
  const base = seat.policy === SEARCH
    ? h("select", { id: `base-${place}`, onchange: () => set((each) => { each.base = base.value; }) }, bases.map((each) => h("option", { value: each.name }, words(each.name))))
    : null;
  if (base) base.value = seat.base;
  return h("div", { class: "seat" },
    h("div", { class: "player-row" }, h("label", { for: `policy-${place}` }, label), policy,
      base ? [h("label", { for: `base-${place}` }, "over"), base] : null),
    h("p", { class: "note" }, own.sentence),
    form.every_policy.map((trait) => noise(trait, seat, place, (action) => set(action, false))),
    own.traits.length ? traits(own.traits, seat, place, (action) => set(action, false)) : null);
}

function noise(trait, seat, place, set) {
  const id = `trait-${place}-${trait.name}`;
  const shown = h("output", { for: id });
  const input = h("input", { id, type: "range", min: 0, max: 100, step: 1, value: Math.round(100 * (seat.traits[trait.name] ?? trait.default)),
    title: trait.meaning, oninput: () => { show(); set((own) => put(own, trait, Number(input.value) / 100)); } });
  const show = () => { shown.textContent = `${input.value} % at random`; };
  show();
  return h("div", { class: "trait" }, h("label", { for: id }, begun(words(trait.name))), input, shown);
}

function traits(list, seat, place, set) {
  const rows = list.map((trait) => {
    const id = `trait-${place}-${trait.name}`;
    const input = h("input", { id, type: "number", min: trait.low, max: trait.high, step: trait.whole ? 1 : "any", value: seat.traits[trait.name] ?? trait.default,
      onchange: () => set((own) => put(own, trait, Number(input.value))) });
    return h("div", { class: "trait" }, h("label", { for: id }, begun(words(trait.name))), input, h("span", { class: "note" }, `${trait.meaning} (${trait.low}–${trait.high})`));
  });
  const isSet = list.some((trait) => trait.name in seat.traits);
  return h("details", { open: isSet }, h("summary", {}, `Traits (${list.length})`), rows);
}

function put(seat, trait, value) {
  if (value === trait.default) delete seat.traits[trait.name];
  else seat.traits[trait.name] = value;
}
