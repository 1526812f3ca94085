/** The cut editor, in both its sizes: 258 px in the inspector's tab, wide over the canvas. */

import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isOrdered } from "../../model/conditions";
import { CUT, INSPECT } from "../../words-inspect";
import type { NodeProps } from "../node-head";
import { Cards } from "./cards";
import { Chart } from "./chart";
import { Chips } from "./chips";
import { BestInWords, Figures } from "./figures";
import { Consequences, Foot } from "./foot";
import { MissingRoute } from "./missing";
import { Picker } from "./picker";

export interface EditorProps extends NodeProps {
  readonly wide: boolean;
}

export function CutEditor(props: EditorProps) {
  const { view, node, wide } = props;
  const { cut } = view;
  const asked = view.editor.value?.column ?? null;
  useEffect(() => {
    void cut.open(node.id, wide ? asked : null);
  }, [cut, node.id, wide, asked]);
  const state = useComputed(() => {
    if (cut.failure.value !== null) return "failed";
    return cut.profile.value ? "ready" : "asking";
  }).value;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    close(props);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from every control inside
    <div class={wide ? "tw-editor tw-wide" : "tw-editor tw-narrow"} onKeyDown={onKeyDown}>
      <div class="tw-editor-main">
        <Picker {...props} />
        {state === "asking" && <p class="tw-quiet-line tw-late">{INSPECT.loading}</p>}
        {state === "failed" && (
          <p class="tw-quiet-line">{cut.failure.value || CUT.nothing(cut.meta.name)}</p>
        )}
        {state === "ready" && <Ready {...props} />}
      </div>
      <div class="tw-editor-side">
        {state === "ready" && <Judgement {...props} />}
        {wide && <Foot {...props} />}
      </div>
    </div>
  );
}

function Ready(props: EditorProps) {
  const profile = props.view.cut.profile.value;
  if (!profile) return null;
  const ordered = isOrdered(profile.result.kind);
  return (
    <>
      {ordered && <Chart {...props} />}
      {/* Chips need to know where missing rows go before they are read. */}
      <MissingRoute {...props} />
      {!ordered && <Chips {...props} />}
    </>
  );
}

function Judgement(props: EditorProps) {
  const profile = props.view.cut.profile.value;
  const ordered = profile !== null && isOrdered(profile.result.kind);
  return (
    <>
      <div class="tw-judgement">
        {ordered && <Cards {...props} />}
        <Figures {...props} />
        {!ordered && <BestInWords {...props} />}
      </div>
      <Consequences {...props} />
    </>
  );
}

/** Leave the editor: nothing was changed. */
export function close({ view, wide }: EditorProps): void {
  view.cut.restart();
  view.preview.value = null;
  if (!wide) {
    view.focusCanvas();
    return;
  }
  view.editor.value = null;
  view.focusCanvas();
}
