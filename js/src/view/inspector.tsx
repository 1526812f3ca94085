/** The selected node: rule, counts, and four tabs of what can be known and done. */

import { useId } from "preact/hooks";
import type { Tab } from "../view-state";
import { INSPECT } from "../words-inspect";
import { Candidates } from "./candidates";
import { Counts } from "./counts";
import { CutEditor } from "./editor/editor";
import { Foot } from "./editor/foot";
import type { Props } from "./frame";
import { NodeHead, RuleBox, Verbs } from "./node-head";
import { Notes } from "./notes";
import { Rows } from "./rows";

const TABS: readonly Tab[] = ["candidates", "cut", "rows", "notes"];

export function Inspector({ session, view }: Props) {
  const node = view.tree.value.get(session.selected.value);
  const props = { session, view, node };
  return (
    <section class="tw-inspector" aria-label={INSPECT.region}>
      <div class="tw-inspector-top">
        <NodeHead {...props} />
        <RuleBox {...props} />
        <Counts {...props} />
      </div>
      <Tabs session={session} view={view} />
      {view.tab.value === "cut" && !view.looking.value ? (
        <Foot {...props} wide={false} />
      ) : (
        <Verbs {...props} />
      )}
    </section>
  );
}

function Tabs({ session, view }: Props) {
  const id = useId();
  const shown = view.tab.value;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = target(event.key, TABS.indexOf(shown));
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    const tab = TABS[to];
    if (tab) view.tab.value = tab;
    const list = event.currentTarget as HTMLElement;
    (list.children[to] as HTMLElement | undefined)?.focus();
  };
  return (
    <>
      <div class="tw-tabs" role="tablist" aria-label={INSPECT.tabs.label} onKeyDown={onKeyDown}>
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab === shown}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => {
              view.tab.value = tab;
            }}
          >
            {INSPECT.tabs[tab]}
          </button>
        ))}
      </div>
      <div
        class={`tw-panel tw-panel-${shown}`}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown}`}
      >
        <Panel session={session} view={view} />
      </div>
    </>
  );
}

function target(key: string, at: number): number | null {
  const last = TABS.length - 1;
  if (key === "ArrowRight") return at === last ? 0 : at + 1;
  if (key === "ArrowLeft") return at === 0 ? last : at - 1;
  if (key === "Home") return 0;
  return key === "End" ? last : null;
}

function Panel({ session, view }: Props) {
  const tab = view.tab.value;
  const node = view.tree.value.get(session.selected.value);
  const props = { session, view, node };
  if (tab === "notes") return <Notes {...props} key={node.id} />;
  if (view.looking.value) return <p class="tw-quiet-line">{INSPECT.whileLooking}</p>;
  if (tab === "rows") return <Rows {...props} key={node.id} />;
  if (tab === "cut") return <CutEditor {...props} wide={false} />;
  return <Candidates {...props} key={node.id} />;
}
