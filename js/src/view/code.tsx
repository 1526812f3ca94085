/** A line of Python, in the colours the host gives code. */

interface Token {
  kind: "string" | "number" | "call" | "plain";
  text: string;
}

const TOKENS =
  /(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<call>[A-Za-z_]\w*(?=\())|(?<number>\b\d[\w.]*)|[^"'\w]+|\w+|./gsu;

/** Longer lines are cut for the screen; copying takes them whole. */
const SHOWN = 2000;

export function tokens(line: string): Token[] {
  return Array.from(line.slice(0, SHOWN).matchAll(TOKENS), ({ 0: text, groups = {} }): Token => {
    if (groups.string !== undefined) return { kind: "string", text };
    if (groups.call !== undefined) return { kind: "call", text };
    return { kind: groups.number === undefined ? "plain" : "number", text };
  });
}

export function Code({ line }: { line: string }) {
  return (
    <code class="tw-code" title={line.slice(0, 400)} dir="ltr">
      {tokens(line).map(({ kind, text }, i) =>
        kind === "plain" ? (
          text
        ) : (
          <span key={i} class={`tw-code-${kind}`}>
            {text}
          </span>
        ),
      )}
    </code>
  );
}
