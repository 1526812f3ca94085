/** The keys of the widget. Arrows belong to the canvas; letters and Escape to the whole frame. */

import { perform, type Verb } from "./commands";
import { directionOf, step } from "./model/arrows";
import { ZOOM_STEP } from "./model/camera";
import { panels } from "./panels-loader";
import type { Scene } from "./scene";
import type { View } from "./view-state";

const LETTERS: Readonly<Record<string, Verb>> = {
  s: "split",
  p: "prune",
  g: "grow",
  G: "growLevel",
  m: "growWith",
  P: "pruneTo",
  l: "lock",
  n: "note",
  t: "check",
};

const isOfTheHost = (event: KeyboardEvent): boolean =>
  event.altKey || event.ctrlKey || event.metaKey;

const asksForMenu = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === "ContextMenu" || (key === "F10" && shiftKey);

/** Keys that mean the same anywhere in the frame. True when it was one of them. */
export function frameKey(event: KeyboardEvent, scene: Scene): boolean {
  const { view } = scene;
  const { session } = view;
  if (isTyping(event.target)) return false;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const key = event.key.toLowerCase();
    if (key === "z") perform(session, view, event.shiftKey ? "redo" : "undo", selected(scene));
    else if (key === "y") perform(session, view, "redo", selected(scene));
    else return false;
    return true;
  }
  if (isOfTheHost(event)) return false;
  if (view.editor.value) return event.key === "Escape" && backOut(scene);
  if (view.pruning.value) return viewKey(event.key, scene);
  // With Caps Lock the letters are the other way round.
  const verb = LETTERS[event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()];
  if (verb) {
    once(event, scene, verb, selected(scene));
    return true;
  }
  return viewKey(event.key, scene) || homeward(event, view);
}

/** Escape from beside the tree leads to it; from there it is the host's. */
function homeward({ key, target }: KeyboardEvent, view: View): boolean {
  if (key !== "Escape" || (target as Element | null)?.closest("[role=tree]") !== null) return false;
  view.focusCanvas();
  return true;
}

/** Do it; a key that is held down is still one wish. */
function once({ repeat }: KeyboardEvent, { view }: Scene, verb: Verb, id: number): void {
  if (!repeat) perform(view.session, view, verb, id);
}

/** Go to the search field, at once: what is typed next is looked for, and no verb. */
function find({ findField }: Scene): void {
  findField.current?.focus();
  findField.current?.select();
}

function viewKey(key: string, scene: Scene): boolean {
  if (key === "/") find(scene);
  else if (/^f$/i.test(key)) scene.fit();
  else if (key === "+" || key === "=") scene.zoomBy(ZOOM_STEP);
  else if (key === "-" || key === "_") scene.zoomBy(1 / ZOOM_STEP);
  else if (key === "Escape") return backOut(scene);
  else return false;
  return true;
}

/** Keys of a node on the canvas. True when it was one of them. */
export function nodeKey(event: KeyboardEvent, scene: Scene): boolean {
  if (isOfTheHost(event)) return false;
  const { view } = scene;
  const { session } = view;
  const layout = scene.layout.value;
  const place = scene.shown(scene.focused.value);
  if (!place) return false;
  const { id } = place.node;
  const direction = directionOf(event.key, layout);
  if (direction) {
    // Going down into a collapsed branch opens it first.
    if (direction === "child" && place.collapsed) session.toggle(id, false);
    else moveTo(scene, step(layout, place, direction).node.id);
    return true;
  }
  if (event.key === " ") once(event, scene, "collapse", id);
  else if (event.key === "Enter") once(event, scene, "editCut", id);
  else if (event.key === "Escape") return backOut(scene);
  else if (asksForMenu(event)) scene.openMenu(id);
  else return false;
  return true;
}

/** Keys of the tree where the frame itself has the keyboard: those of its current stop. */
export function treeKey(event: KeyboardEvent, scene: Scene, listed: boolean): boolean {
  if (!listed) return nodeKey(event, scene);
  return rowKey(event, scene, () => scene.openMenu(scene.stop.peek()));
}

/** Keys of a node in the outline: up and down from row to row, left and right between levels. */
export function rowKey(event: KeyboardEvent, scene: Scene, menu: () => void): boolean {
  const { key } = event;
  const place = scene.shown(scene.focused.value);
  if (isOfTheHost(event) || !place) return false;
  if (asksForMenu(event)) {
    menu();
    return true;
  }
  const { node, collapsed } = place;
  const rows = scene.layout.value.placed;
  const at = rows.indexOf(place);
  const aside = key === "ArrowRight" ? node.children[0] : node.parent;
  if (!/^(Arrow|Home$|End$)/.test(key)) return nodeKey(event, scene);
  if (key === "ArrowRight" && collapsed) scene.view.session.toggle(node.id, false);
  else if (key === "ArrowLeft" && !collapsed && !node.leaf)
    scene.view.session.toggle(node.id, true);
  else {
    const last = rows.length - 1;
    const rest = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last };
    const next = key in rest ? rows[rest[key as keyof typeof rest]]?.node : aside;
    if (next) moveTo(scene, next.id);
  }
  return true;
}

/** Escape, from wherever in the frame, takes back what is under way, then closes what is open. */
function backOut(scene: Scene): boolean {
  const { view } = scene;
  const { session } = view;
  const job = session.jobs.value[0];
  if (job) session.cancel(job.id);
  else if (view.editor.value) panels.value?.close(view, true);
  else if (view.pruning.value) view.leave(view.pruning, null);
  else if (session.refusal.value) session.dismiss();
  else if (view.looking.value) void view.look(null);
  else if (view.query.value) view.query.value = "";
  else if (view.drawer.value) view.leave(view.drawer, false);
  else return false;
  return true;
}

export function moveTo(scene: Scene, id: number): void {
  scene.view.session.select(id);
  scene.focus(id);
}

function selected(scene: Scene): number {
  return scene.view.session.selected.value;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
