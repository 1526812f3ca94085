/** The cut editor, in both its sizes: 258 px in the inspector's tab, wide over the canvas. */

import { useEffect } from "preact/hooks";
import { cutOf } from "../../cut-state";
import { isOrdered } from "../../model/conditions";
import { Awaited } from "../awaited";
import { Late } from "../late";
import type { EditorProps } from "../props";
import { Cards } from "./cards";
import { Chart } from "./chart";
import { BestInWords, Figures } from "./figures";
import { Foot, Line, Replaced } from "./foot";
import { MissingRoute, Picker } from "./picker";

export function CutEditor(props: EditorProps) {
  const { view, node, wide } = props;
  const cut = cutOf(view);
  const asked = wide ? (view.editor.value?.column ?? null) : null;
  useEffect(() => {
    void cut.open(node.id, asked);
  }, [cut, node.id, asked]);
  // The node is another one after every gesture: its split may have changed, the column stays.
  useEffect(() => {
    if (cut.profile.peek()) void cut.open(node.id);
  }, [cut, node]);
  const failure = cut.failure.value;
  const ready = cut.profile.value !== null && failure === null;
  const ordered = isOrdered(cut.meta.kind);
  return (
    <div class={wide ? "tw-editor tw-wide" : "tw-editor tw-narrow"}>
      <div class="tw-editor-main">
        <Picker {...props} />
        {ready && <MissingRoute {...props} />}
        {!ready && <Awaited view={view} error={failure === "" ? cut.nothing : (failure ?? "")} />}
        {ready &&
          (ordered ? (
            <Chart {...props} />
          ) : (
            <Late view={view} show={(made) => <made.Chips key={cut.column.value} {...props} />} />
          ))}
      </div>
      <div class="tw-editor-side">
        {ready && <Judged {...props} ordered={ordered} />}
        {wide && <Foot {...props} />}
      </div>
    </div>
  );
}

/** What the cut is worth, and what it will do. */
function Judged({ ordered, ...props }: EditorProps & { readonly ordered: boolean }) {
  return (
    <>
      <div class="tw-judgement">
        {ordered && <Cards {...props} />}
        <Figures {...props} />
        {!ordered && <BestInWords {...props} />}
      </div>
      <div class="tw-consequences">
        <Replaced {...props} />
        <Line {...props} />
      </div>
    </>
  );
}
