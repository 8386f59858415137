// The studio: asks a question whenever a dial is turned, and shows the answer as it grows.

import { byId, h, counted, words } from "./dom.js";
import { get, PAGE, Refused, send, stream } from "./api.js";
import { answerPanel } from "./answer.js";
import { doctorPanel } from "./doctor.js";
import { componentGrids } from "./grid.js";
import { playersForm } from "./players.js";
import { changesList, rulesForm } from "./rules.js";
import { runsList } from "./runs.js";
import { triedList } from "./tried.js";
import { watchPanel } from "./watch.js";

const state = { game: "", players: 1, seats: [], same: true, patch: {}, metric: null };
let form = null;
let panels = null;
let endStream = () => {};
let changes = [];
let isAsking = false;
let isDirty = false;
let kept = null;

// The token of the address works once; it must not stay in the history.
if (location.search) history.replaceState(null, "", location.pathname + location.hash);

const answer = answerPanel(byId("answer"), {
  stop: () => send("/api/stop", {}),
  again: () => ask(),
  choose: (metric) => { state.metric = metric; ask(); },
});
const tried = triedList(byId("tried"), { back });

start().catch(showFailure);

async function start() {
  const { games, selected } = await get("/api/games");
  byId("game").replaceChildren(...games.map((game) => h("option", { value: game.name }, game.title)));
  byId("game").addEventListener("change", () => open(byId("game").value).catch(showFailure));
  await open(selected);
  await runsList(byId("runs"));
}

async function open(name, question = null) {
  // first: a late look of the game before must not reach the new form
  endStream();
  byId("game").value = name;
  if (form?.name !== name) form = await get(`/api/games/${encodeURIComponent(name)}`);
  take(question ?? asFirst(name));
  document.title = `${form.title} – simlab studio`;
  byId("metric").dataset.game = name;
  panels = {
    players: playersForm(byId("players"), form, state, changed),
    rules: rulesForm(byId("rules"), form, state, changed),
    components: componentGrids(byId("components"), form, state, changed),
  };
  watchPanel(byId("watch"), form, question_);
  doctorPanel(byId("doctor"), form, examined);
  await Promise.all([ask(), tried.refresh(name)]);
}

function asFirst(name) {
  const players = form.players[0];
  return { game: name, players, seats: Array.from({ length: form.players[1] }, () => structuredClone(form.first[players])), patch: {}, metric: null };
}

function take(question) {
  const seats = structuredClone(question.seats);
  // a question has the seats that play only, the form those of the largest table
  while (seats.length < form.players[1]) seats.push(structuredClone(seats[0]));
  const played = seats.slice(0, question.players).map((seat) => JSON.stringify(seat));
  Object.assign(state, { game: question.game, players: question.players, seats, patch: { ...question.patch }, metric: question.metric, same: new Set(played).size === 1 });
}

function question_() {
  const { game, players, seats, patch, metric } = state;
  return { game, players, seats: seats.slice(0, players), patch, metric };
}

// The rules and players of the dials; the game's strongest player unless a policy was chosen.
function examined() {
  const [first] = state.seats;
  const isFirst = JSON.stringify(first) === JSON.stringify(form.first[form.players[0]]);
  return { ...question_(), is_policy_chosen: !isFirst };
}

function back(row) {
  kept = row;
  open(row.question.game, row.question).catch(showFailure);
  byId("answer").focus({ preventScroll: true });
  byId("answer").scrollIntoView({ block: "start" });
}

async function changed({ add }) {
  if (add) {
    try {
      const { patch } = await send("/api/patch", { game: state.game, patch: state.patch, name: add });
      state.patch = withoutSame(patch);
      panels.rules.show();
      panels.components.show();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      complain(error.problems);
      return;
    }
  }
  await ask();
}

function withoutSame(patch) {
  const own = new Map(form.rules.map((rule) => [rule.name, rule.value]));
  return Object.fromEntries(Object.entries(patch).filter(([key, value]) => own.get(key) !== value));
}

// Asks at once; dials that are turned meanwhile are asked about when the server has answered.
async function ask() {
  isDirty = true;
  if (isAsking) return;
  isAsking = true;
  try {
    while (isDirty) {
      isDirty = false;
      await askOnce();
    }
  } catch (error) {
    showFailure(error);
  } finally {
    isAsking = false;
  }
}

async function askOnce() {
  const seated = state.same ? [state.seats[0].policy] : state.seats.slice(0, state.players).map((seat) => seat.policy);
  answer.asked(`${form.title} · ${counted(state.players, "player")} · ${seated.map(words).join(", ")}`);
  try {
    const asked = await send("/api/questions", question_());
    changes = asked.changes;
    complain([]);
    panels.components.show(asked.tables);
    endStream();
    const isChanged = changes.length > 0;
    // an earlier answer stays until the new games have caught up with it
    if (kept && kept.id === asked.key) answer.show({ ...kept.answer, state: "playing" }, isChanged);
    const least = kept && kept.id === asked.key ? kept.answer.blocks : 0;
    kept = null;
    endStream = stream(`/api/answers/${PAGE}/${asked.key}`, (look) => {
      if (look.blocks >= least || look.state !== "playing") answer.show(look, isChanged);
      if (look.metrics) tried.update(asked.key, look);
      if (["done", "stopped", "failed"].includes(look.state) || isFirst(look, asked.key)) tried.refresh().catch(() => {});
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    answer.refused();
    complain(error.problems);
  }
}

let listedKey = "";
function isFirst(look, key) {
  if (!look.metrics || listedKey === key) return false;
  listedKey = key;
  return true;
}

function complain(problems) {
  panels.rules.complain(problems);
  panels.components.complain(problems);
  panels.players.complain(problems);
  const own = new Set(form.rules.map((rule) => rule.name));
  const tables = form.tables.map((table) => table.name);
  const others = problems.filter((each) => !(each.is_rule && (own.has(each.key) || tables.includes(each.key.split(".")[0]))) && !/^(policy|players)/.test(each.key) && !form.tables.some((table) => each.key.startsWith(table.file)));
  changesList(byId("changes"), changes, undo, undoAll, others.map((each) => each.sentence));
}

function undo(keys) {
  for (const key of keys) delete state.patch[key];
  showAll();
}

function undoAll() {
  state.patch = {};
  showAll();
}

function showAll() {
  panels.rules.show();
  panels.components.show();
  byId("changes-heading")?.focus();
  ask();
}

function showFailure(error) {
  // fetch raises a TypeError if nobody answers
  answer.show({ state: "failed", blocks: 0, problem: error instanceof TypeError ? "The studio does not answer: it may have been closed in the terminal." : error.message }, false);
  if (!(error instanceof Refused)) console.error(error);
}
