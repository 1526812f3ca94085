/** The menus: every verb on a node, and what concerns the whole drawing. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { command, type Verb, whyFixed } from "../commands";
import { CROWD } from "../model/icicle";
import { allClosed } from "../model/opening";
import { panels, withPanels } from "../panels-loader";
import type { Scene } from "../scene";
import type { Menu as MenuState, View } from "../view-state";
import { MENU, REASONS, TOOLBAR, VERBS } from "../words";
import { type Entry, MenuItems } from "./menu-items";

export function Menu({ scene }: { scene: Scene }) {
  const { view } = scene;
  const menu = view.menu.value;
  const gone = menu?.kind === "node" && !view.tree.value.has(menu.node);
  useEffect(() => {
    if (gone) close(view);
  }, [gone]);
  if (!menu || gone) return null;
  return <OpenMenu key={`${menu.kind} ${menu.node}`} menu={menu} scene={scene} />;
}

function OpenMenu({ menu, scene }: { menu: MenuState; scene: Scene }) {
  const { view } = scene;
  const box = useRef<HTMLDivElement>(null);
  const [labelling, label] = useState(false);
  const made = panels.value;
  usePlace(box, menu, labelling);
  useOutside(box, () => {
    view.menu.value = null;
  });
  const entries =
    menu.kind === "node"
      ? nodeEntries(scene, menu.node, () => {
          void withPanels(view.session, () => label(true));
        })
      : moreEntries(scene);
  return (
    <div ref={box} class="tw-menu" data-jp-suppress-context-menu>
      {labelling && made ? (
        <made.LabelForm scene={scene} node={menu.node} onDone={() => close(view)} />
      ) : (
        <MenuItems
          name={menu.kind === "node" ? MENU.name(menu.node) : TOOLBAR.more}
          entries={entries}
          onClose={() => close(view)}
        />
      )}
    </div>
  );
}

const close = (view: View) => view.leave(view.menu, null);

function nodeEntries(scene: Scene, id: number, label: () => void): Entry[] {
  const { view } = scene;
  const verb = (name: Verb, rule = false): Entry => {
    const { name: text, key, reason, run } = command(view.session, view, name, id);
    return { text, key, reason, run, rule };
  };
  const split = verb("split");
  const node = view.tree.value.get(id);
  const branch = node.leaf ? null : REASONS.branch(id);
  const locked = node.locked ? REASONS.locked(id) : null;
  return [
    { ...split, text: VERBS.splitBest, reason: split.reason ?? branch },
    verb("editCut"),
    verb("grow", true),
    verb("growLevel"),
    verb("growTree"),
    verb("growWith"),
    verb("prune", true),
    verb("pruneTo"),
    verb("lock"),
    {
      text: `${VERBS.label}…`,
      key: "",
      reason: whyFixed(view.session, view) ?? locked,
      stay: true,
      run: label,
    },
    verb("note", true),
    verb("rows"),
    verb("copyRule"),
    verb("check"),
    verb("collapse"),
  ];
}

function moreEntries(scene: Scene): Entry[] {
  const { view } = scene;
  const { session } = view;
  const upright = session.orientation.value === "vertical";
  const verb = (name: Verb): Entry => {
    const { name: text, ...rest } = command(session, view, name, session.selected.value);
    return { text, ...rest };
  };
  const plain = { key: "", reason: null };
  const id = session.selected.value;
  const collapse = (ids: readonly number[]): void => {
    session.setCollapsed(ids);
    // What comes of a crowd is best seen whole.
    if (view.tree.value.ends.length > CROWD) scene.fit();
  };
  return [
    {
      ...plain,
      text: `${MENU.name(id)}…`,
      reason: view.tree.value.has(id) ? null : REASONS.gone(id),
      stay: true,
      run: () => openNodeMenu(scene, id),
    },
    {
      ...plain,
      rule: true,
      text: TOOLBAR.collapseAll,
      run: () => collapse(allClosed(view.tree.value)),
    },
    { ...plain, text: TOOLBAR.expandAll, run: () => collapse([]) },
    {
      ...plain,
      rule: true,
      text: upright ? TOOLBAR.leftRight : TOOLBAR.topDown,
      run: () => session.setOrientation(upright ? "horizontal" : "vertical"),
    },
    { ...plain, text: TOOLBAR.fitHint, key: "F", run: () => scene.fit() },
    { ...verb("growTree"), rule: true },
    verb("pruneTo"),
  ];
}

/** The same place, another menu. */
function openNodeMenu({ view }: Scene, node: number): void {
  const { menu } = view;
  if (menu.value) menu.value = { ...menu.value, kind: "node", node };
}

/** Inside the frame, whatever corner was clicked. */
function usePlace(box: { current: HTMLDivElement | null }, menu: MenuState, again: boolean): void {
  useLayoutEffect(() => {
    const element = box.current;
    const frame = element?.offsetParent;
    if (!element || !frame) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const left = Math.max(4, Math.min(menu.x, frame.clientWidth - width - 4));
    const top = Math.max(4, Math.min(menu.y, frame.clientHeight - height - 4));
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [menu, again]);
}

function useOutside(box: { current: HTMLDivElement | null }, close: () => void): void {
  useEffect(() => {
    const press = (event: Event): void => {
      if (box.current && !event.composedPath().includes(box.current)) close();
    };
    document.addEventListener("pointerdown", press, true);
    return () => document.removeEventListener("pointerdown", press, true);
  }, []);
}
