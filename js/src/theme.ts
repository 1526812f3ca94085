/**
 * Light or dark, as the host has it; and host inks only where they can be read.
 *
 * Followed live: a theme is switched while the widget is on the screen.
 */

/** Ours, the host's in its place, and what it stands on: code stands on the panel and on boxes. */
const HOST_INKS = [
  ["--tw-ink", "--jp-ui-font-color0", "--tw-panel"],
  ["--tw-ink2", "--jp-ui-font-color1", "--tw-panel"],
  ["--tw-ink3", "--jp-ui-font-color2", "--tw-panel"],
  ["--tw-error", "--jp-error-color1", "--tw-panel"],
  ["--tw-code-call", "--jp-mirror-editor-def-color", "--tw-fill"],
  ["--tw-code-string", "--jp-mirror-editor-string-color", "--tw-fill"],
  ["--tw-code-number", "--jp-mirror-editor-number-color", "--tw-fill"],
] as const;

/** WCAG AA for text. */
const READABLE = 4.5;
/** A host changes its mark first and its style sheets a moment later. */
const SETTLE_MS = [0, 80, 400];

interface Following {
  /** Look at the host anew: `root` stands somewhere else. */
  readonly apply: () => void;
  readonly stop: () => void;
}

/** Keep `root` in the host's theme; tells `onChange` whether it is dark. */
export function followTheme(root: HTMLElement, onChange: (dark: boolean) => void): Following {
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const forced = matchMedia("(forced-colors: active)");
  let timers: ReturnType<typeof setTimeout>[] = [];
  const apply = (): void => {
    // Colours that the reader forces on every page stand over the host's (see tokens.css).
    const dark = forced.matches ? scheme.matches : isDark(root, scheme.matches);
    root.dataset.twTheme = dark ? "dark" : "light";
    takeHostInks(root, forced.matches ? [] : HOST_INKS);
    onChange(dark);
  };
  const later = (): void => {
    timers.forEach(clearTimeout);
    timers = SETTLE_MS.map((delay) => setTimeout(apply, delay));
  };
  const watch = new MutationObserver(later);
  for (const element of [document.documentElement, document.body]) {
    watch.observe(element, { attributes: true });
  }
  for (const query of [scheme, forced]) query.addEventListener("change", later);
  apply();
  const stop = (): void => {
    timers.forEach(clearTimeout);
    watch.disconnect();
    for (const query of [scheme, forced]) query.removeEventListener("change", later);
  };
  return { apply, stop };
}

/** The nearest ancestor that says so decides; where nobody does, the reader's system. */
export function isDark(root: Element, system: boolean): boolean {
  for (const element of ancestors(root)) {
    const jupyter = element.getAttribute("data-jp-theme-light");
    if (jupyter !== null) return jupyter === "false";
    const has = (...names: string[]) => names.some((name) => element.classList.contains(name));
    if (has("vscode-dark", "vscode-high-contrast")) return !has("vscode-high-contrast-light");
    if (has("vscode-light")) return false;
    if (has("dark", "dark-theme")) return true;
    if (has("light", "light-theme")) return false;
  }
  return system;
}

/** Out to the document, through shadow roots. */
function* ancestors(start: Element): Generator<Element> {
  let node: Node | null = start;
  while (node) {
    if (node instanceof Element) yield node;
    node = node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
  }
}

function takeHostInks(root: HTMLElement, inks: readonly (typeof HOST_INKS)[number][]): void {
  for (const [own] of HOST_INKS) root.style.removeProperty(own);
  for (const [own, host, below] of inks) {
    const ink = colourOf(root, `var(${host})`);
    const ground = colourOf(root, `var(${below})`);
    if (ink && ground && contrast(over(ink, ground), ground) >= READABLE) {
      root.style.setProperty(own, `var(${host})`);
    }
  }
}

export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour as the browser computes it; null where the variable is not there. */
function colourOf(root: HTMLElement, value: string): Colour | null {
  const probe = document.createElement("span");
  // An unknown variable leaves the inherited colour: this one, which nobody uses.
  probe.style.color = "rgb(1, 2, 3)";
  const inner = document.createElement("span");
  inner.style.color = value;
  probe.append(inner);
  root.append(probe);
  const colour = parseColour(getComputedStyle(inner).color);
  probe.remove();
  return colour && colour.slice(0, 3).join() !== "1,2,3" ? colour : null;
}

export function parseColour(text: string): Colour | null {
  const numbers = text.match(/-?[\d.]+(?:e-?\d+)?%?/g)?.map((part) => Number.parseFloat(part));
  if (!numbers || numbers.length < 3) return null;
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  if (text.startsWith("rgb")) return [red, green, blue, alpha];
  // "color(srgb 0.1 0.2 0.3 / 0.5)", as mixed colours are computed.
  if (text.startsWith("color(srgb")) return [red * 255, green * 255, blue * 255, alpha];
  return null;
}

export function over([r, g, b, alpha]: Colour, ground: Colour): Colour {
  const mix = (top: number, below: number): number => top * alpha + below * (1 - alpha);
  return [mix(r, ground[0]), mix(g, ground[1]), mix(b, ground[2]), 1];
}

export function contrast(a: Colour, b: Colour): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number): number => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
