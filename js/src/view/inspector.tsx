/** The selected node: rule, counts, and four tabs of what can be known and done. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { panels } from "../panels-loader";
import type { Tab, View } from "../view-state";
import { TOOLBAR } from "../words";
import { INSPECT, TABS } from "../words-inspect";
import { Candidates } from "./candidates";
import { Counts } from "./counts";
import { Late } from "./late";
import { NodeHead, RuleBox, Verbs } from "./node-head";
import { Notes } from "./notes";
import { onEscape, Quiet, rove, useUnique } from "./pieces";
import type { NodeProps, Props } from "./props";
import { Routes } from "./routes";

const ALL: readonly Tab[] = ["candidates", "cut", "rows", "notes"];

export function Inspector({ view }: Props) {
  const node = view.tree.value.get(view.session.selected.value);
  const tab = view.tab.value;
  const id = useUnique();
  const props = { view, node };
  const panel = useRef<HTMLDivElement>(null);
  // What has the keyboard goes with its node. Who is writing would write on as verbs.
  const held = panel.current?.querySelector(":focus:not(textarea, input)");
  useLayoutEffect(() => {
    if (held) view.focusCanvas();
  }, [node.id]);
  return (
    <section class="tw-inspector" aria-label={TOOLBAR.inspector}>
      <div class="tw-inspector-top">
        <NodeHead {...props} />
        <RuleBox {...props} />
        <Counts {...props} />
        <Routes {...props} />
      </div>
      <Tabs view={view} id={id} />
      <div
        ref={panel}
        class={`tw-panel tw-panel-${tab}`}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        onKeyDown={tab === "cut" ? onEscape(() => panels.value?.close(view, false)) : undefined}
      >
        <Panel {...props} key={node.id} />
      </div>
      {tab === "cut" && !view.looking.value && panels.value ? (
        <panels.value.Foot {...props} wide={false} />
      ) : (
        <Verbs {...props} />
      )}
    </section>
  );
}

/** Real tabs: one stop for the keyboard, arrows between them, the panel follows. */
function Tabs({ view, id }: { view: View; id: string }) {
  const tabs = useRef<HTMLDivElement>(null);
  const shown = useRef(view.tab.value);
  const show = (tab: Tab) => () => {
    view.tab.value = tab;
  };
  // In a sheet all scrolls together, and what another tab shows would stand below its edge.
  useEffect(() => {
    const { parentElement, offsetTop } = tabs.current as HTMLElement;
    if (shown.current !== view.tab.value) (parentElement as HTMLElement).scrollTop = offsetTop;
    shown.current = view.tab.value;
  }, [view.tab.value]);
  return (
    <div
      ref={tabs}
      class="tw-tabs"
      role="tablist"
      aria-label={TABS.label}
      onKeyDown={(event) => rove(event, "button")}
    >
      {ALL.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${id}-${tab}`}
          aria-controls={`${id}-panel`}
          aria-selected={tab === view.tab.value}
          tabIndex={tab === view.tab.value ? 0 : -1}
          onClick={show(tab)}
          onFocus={show(tab)}
        >
          {TABS[tab]}
        </button>
      ))}
    </div>
  );
}

function Panel(props: NodeProps) {
  const { view } = props;
  const tab = view.tab.value;
  if (tab === "notes") return <Notes {...props} />;
  if (view.looking.value) return <Quiet>{INSPECT.whileLooking}</Quiet>;
  if (tab === "rows") return <Late view={view} show={(made) => <made.Rows {...props} />} />;
  if (tab === "candidates") return <Candidates {...props} />;
  // The wide editor lies over this one: the same cut is not drawn twice.
  if (view.editor.value) return null;
  return <Late view={view} show={(made) => <made.CutEditor {...props} wide={false} />} />;
}
