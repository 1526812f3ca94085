/** The widget's frame: toolbar, canvas, inspector, history; and what depends on its size. */

import { effect, untracked } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { frameKey, treeKey } from "../keyboard";
import { type Panels, panels } from "../panels-loader";
import { Scene } from "../scene";
import { followTheme } from "../theme";
import type { View } from "../view-state";
import { Canvas } from "./canvas";
import { useDoubleClicks } from "./double-click";
import { HistoryStrip } from "./history-strip";
import { Inspector } from "./inspector";
import { Menu } from "./menu";
import { Outline } from "./outline";
import { taken } from "./pieces";
import type { Props } from "./props";
import { Status } from "./status";
import { Toolbar } from "./toolbar";

/** Below these widths the inspector is a drawer, the history small, the canvas a list. */
const DRAWER_BELOW = 900;
const NARROW_BELOW = 640;
const TINY_BELOW = 480;
const SHORT_BELOW = 420;
/** How wide a drawer is: see inspector.css. */
const DRAWER = 286;

export function Frame({ session, view }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const scene = useMemo(() => new Scene(view), [view]);
  useEffect(() => () => scene.dispose(), [scene]);
  useLayoutEffect(() => (root.current ? watch(root.current, view) : undefined), [view]);
  const refocus = view.refocus.value;
  // Before the next key: one that opens a field would have the keyboard taken from it again.
  useLayoutEffect(() => {
    if (refocus > 0 && !session.asking.peek() && root.current && isFree(root.current))
      scene.focus(session.selected.peek());
  }, [refocus, scene, session]);
  useEffect(() => (root.current ? keepKeyboard(root.current, scene) : undefined), [scene]);
  const { width } = view.size.value;
  // What has the keyboard may have no place at another width.
  const held = root.current?.querySelector(":focus");
  useLayoutEffect(() => {
    if (held && !root.current?.contains(held)) view.focusCanvas();
  }, [width]);
  const tiny = widthClass(width) === "tiny";
  const short = session.height.value < SHORT_BELOW;
  const pruning = view.pruning.value && panels.value;
  const asking = session.asking.value;
  const single = useDoubleClicks();
  const use = () => {
    session.used = view;
  };
  useEffect(() => scene.survey(pruning !== null), [scene, pruning]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of everything inside bubble here
    <div
      ref={root}
      class={`tw-root tw-${widthClass(width)} ${short ? "tw-short" : ""}`}
      style={{ height: `${session.height.value}px` }}
      data-lm-suppress-shortcuts="true"
      // A press beside all that takes the keyboard leaves it here: the notebook's keys mean its cells.
      tabIndex={-1}
      onMouseDownCapture={single}
      onClickCapture={(event) => {
        use();
        single(event);
      }}
      onDblClickCapture={single}
      onKeyDownCapture={use}
      onKeyDown={(event) => {
        const here = event.target === event.currentTarget;
        if (frameKey(event, scene) || (here && treeKey(event, scene, tiny))) taken(event);
      }}
    >
      <Parts scene={scene} tiny={tiny} short={short} pruning={pruning} />
      {asking?.view === view && panels.value ? (
        <panels.value.Why view={view} asking={asking} />
      ) : null}
    </div>
  );
}

interface PartsProps {
  readonly scene: Scene;
  readonly tiny: boolean;
  readonly short: boolean;
  /** What shows it, while a pruning is considered. */
  readonly pruning: Panels | null;
}

/** What stands in the frame: under the toolbar the tree with what is known of a node, the history. */
function Parts({ scene, tiny, short, pruning }: PartsProps) {
  const { view } = scene;
  const { session } = view;
  const { width } = view.size.value;
  const drawer = width > 0 && width < DRAWER_BELOW;
  const drawn = drawer && view.drawer.value;
  // A drawer does not lie over the node that it tells of.
  useLayoutEffect(() => scene.cover(drawn && !tiny && !pruning ? DRAWER : 0));
  return (
    <>
      {pruning ? (
        <pruning.PruningHead view={view} />
      ) : (
        <Toolbar scene={scene} drawer={drawer} short={short} />
      )}
      <div class="tw-main">
        <div class={`tw-stage${session.status.value === "closed" ? " tw-read-only" : ""}`}>
          {tiny ? <Outline scene={scene} /> : <Canvas scene={scene} />}
          <Status scene={scene} />
        </div>
        {pruning || (drawer && !drawn) ? null : <Side session={session} view={view} />}
        {view.editor.value && panels.value ? (
          <panels.value.CutEditorWide session={session} view={view} />
        ) : null}
        <Menu scene={scene} />
      </div>
      {pruning ? <pruning.PruningPanel view={view} /> : null}
      {pruning || (short && !view.unfolded.value) ? null : (
        <HistoryStrip session={session} view={view} />
      )}
    </>
  );
}

/**
 * Whether a view may take the keyboard: it is here, or with nobody. What closes because of a cell, or
 * of another view, takes it from nobody who types there.
 */
function isFree(root: HTMLElement): boolean {
  const at = heldIn(root) ?? document.activeElement;
  return at === document.body || root.contains(at);
}

const heldIn = (root: HTMLElement): Element | null =>
  (root.getRootNode() as Document | ShadowRoot).activeElement;

/** What is known of the selected node, or how it is to grow. */
function Side(props: Props) {
  const growing = props.view.growing.value && panels.value;
  return growing ? <growing.Growth view={props.view} /> : <Inspector {...props} />;
}

function widthClass(width: number): "wide" | "medium" | "narrow" | "tiny" {
  if (width === 0 || width >= DRAWER_BELOW) return "wide";
  if (width >= NARROW_BELOW) return "medium";
  return width >= TINY_BELOW ? "narrow" : "tiny";
}

/**
 * A change of the tree may take away the node that has the keyboard, and a step in the history may
 * select another: keys mean the selected one, which then has it.
 */
function keepKeyboard(root: HTMLElement, scene: Scene): () => void {
  let before = scene.view.session.selected.peek();
  return effect(() => {
    const layout = scene.layout.value;
    const selected = scene.view.session.selected.value;
    const other = selected !== before;
    before = selected;
    if (other) scene.focused.value = selected;
    const active = heldIn(root);
    const held = root.contains(active) && active?.getAttribute("data-node");
    if (!held) return;
    const left = other ? Number(held) !== selected : !layout.find(Number(held));
    if (left) untracked(() => scene.view.focusCanvas());
  });
}

function watch(root: HTMLElement, view: View): () => void {
  const theme = followTheme(root, (dark) => {
    view.dark.value = dark;
    view.ruler.refresh();
  });
  const measure = (): void => {
    const { clientWidth: width, clientHeight: height } = root;
    // Hidden, as behind another tab of the host, it has no size: the one it had stands.
    if (width === 0) return;
    // Before it stood in the page it had no font, and no host whose theme it could take.
    if (view.size.peek().width === 0) theme.apply();
    view.size.value = { width, height };
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(root);
  measure();
  return () => {
    sizes.disconnect();
    theme.stop();
  };
}
