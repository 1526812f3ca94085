/** The search field: matches keep their colour, Enter goes from one to the next. */

import type { Scene } from "../scene";
import { TOOLBAR } from "../words";
import { Icon } from "./icons";
import { taken } from "./pieces";

export function Find({ scene }: { scene: Scene }) {
  const { view } = scene;
  const input = scene.findField;
  const query = view.query.value;
  const found = scene.found.value;
  const at = selectedOf(scene);
  const { partial } = view.tree.value;
  return (
    <search class="tw-find">
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="search"
        aria-label={TOOLBAR.find}
        placeholder={TOOLBAR.find}
        value={query}
        onInput={(event) => {
          view.query.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => key(event, scene)}
      />
      {query === "" ? (
        <span class="tw-kbd" aria-hidden="true">
          /
        </span>
      ) : (
        <>
          <span class="tw-found" role="status" title={partial ? TOOLBAR.portion : undefined}>
            {TOOLBAR.matches(at + 1, found?.length ?? 0, partial)}
          </span>
          <button
            type="button"
            class="tw-clear"
            aria-label={TOOLBAR.clearFind}
            onClick={() => {
              view.query.value = "";
              input.current?.focus();
            }}
          >
            <Icon name="close" size={14} />
          </button>
        </>
      )}
    </search>
  );
}

/** Which of the matches is the selected node; -1 if it is none. */
function selectedOf({ view, found }: Scene): number {
  const { position } = view.tree.value.get(view.session.selected.value);
  return found.value?.indexOf(position) ?? -1;
}

function key(event: KeyboardEvent, scene: Scene): void {
  const { view } = scene;
  if (event.isComposing) return;
  if (event.key === "Escape") {
    if (view.query.value) view.query.value = "";
    else view.focusCanvas();
  } else if (event.key === "Enter") void go(scene, event.shiftKey ? -1 : 1);
  else return;
  taken(event);
}

/**
 * Select the next match, or the node of that number where the page does not have it yet, and bring
 * it into view; the keyboard stays in the field.
 */
async function go(scene: Scene, by: 1 | -1): Promise<void> {
  const { session, query, looking } = scene.view;
  const id = /^\s*\d{1,9}\s*$/.test(query.value) ? Number(query.value) : -1;
  const came = id >= 0 && !looking.value && (await session.seek(id));
  const next = came ? id : nextMatch(scene, by);
  if (next !== null) scene.visit(next);
}

/** The match after the selected node, or before it. */
function nextMatch(scene: Scene, by: 1 | -1): number | null {
  const found = scene.found.value;
  if (!found || found.length === 0) return null;
  const at = selectedOf(scene);
  const from = at < 0 && by < 0 ? 0 : at;
  const position = found[(from + by + found.length) % found.length] as number;
  return scene.view.tree.value.node(position).id;
}
