/** A gesture: its line of Python, in the colours the host gives code, and what it did. */

import { typeset } from "../model/conditions";
import { hint } from "./pieces";

/** Texts, calls, numbers, and what stands between them. */
const TOKENS =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([A-Za-z_]\w*(?=\())|(\b\d[\w.]*)|[^"'\w]+|\w+|./gsu;
const KINDS = ["", "string", "call", "number"];

/** Longer lines are cut for the screen; copying takes them whole. */
const SHOWN = 2000;

/** [kind, text] of each part of a line. */
export function tokens(line: string): [string, string][] {
  return Array.from(line.slice(0, SHOWN).matchAll(TOKENS), (match) => [
    KINDS[
      Math.max(
        match.findIndex((group, i) => i > 0 && group !== undefined),
        0,
      )
    ] ?? "",
    match[0],
  ]);
}

export function Code({ line }: { line: string }) {
  return (
    <code class="tw-code" title={line.slice(0, 400)} dir="ltr">
      {tokens(line).map(([kind, text], i) =>
        kind ? (
          <span key={i} class={`tw-code-${kind}`}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </code>
  );
}

/** What a gesture did, in words. */
export function Told({ text }: { text: string }) {
  const said = typeset(text);
  return <span title={hint(said)}>{said}</span>;
}
