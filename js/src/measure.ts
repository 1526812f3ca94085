/** Widths of text in the font that is really there: letters are never counted. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { kept, letters, mostOf, oneLine, type Parting } from "./model/names";

export type Weight = 400 | 500 | 600 | 700;

/** Longer texts are cut to their two ends before anything is measured. */
const LONGEST = 200;
const FORGET_AT = 5000;

let canvas: CanvasRenderingContext2D | null | undefined;

/** A text's width in a font, as CSS names it; null where there is no canvas (tests, old hosts). */
export function widthIn(font: string, text: string): number | null {
  if (canvas === undefined) canvas = document.createElement("canvas").getContext?.("2d") ?? null;
  if (canvas === null) return null;
  canvas.font = font;
  return canvas.measureText(text).width;
}

export class Ruler {
  /** Changes when a font has arrived: what was measured before no longer holds. */
  readonly epoch: ReadonlySignal<number>;
  readonly #epoch = signal(0);
  readonly #family: () => string;
  readonly #widths = new Map<string, number>();

  constructor(family: () => string) {
    this.epoch = this.#epoch;
    this.#family = family;
    document.fonts?.ready.then(() => this.refresh());
  }

  /** Forget everything: the font may be another one. */
  refresh(): void {
    this.#widths.clear();
    this.#epoch.value += 1;
  }

  /** Who asks for a width asks again when a font has arrived: it is a signal's value. */
  width(text: string, size: number, weight: Weight = 400): number {
    this.#epoch.value;
    const key = `${weight} ${size} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    if (this.#widths.size > FORGET_AT) this.#widths.clear();
    // Nobody measures: a wide letter is assumed.
    const width =
      widthIn(`${weight} ${size}px ${this.#family()}`, text) ?? text.length * size * 0.6;
    this.#widths.set(key, width);
    return width;
  }

  /** The text, or both its ends round an ellipsis, or what tells it from others; `room` wide. */
  fit(whole: string, room: number, size: number, weight: Weight = 400, at?: Parting): string {
    const line = oneLine(whole);
    const long = line.length > LONGEST;
    if (!long && this.width(line, size, weight) <= room) return line;
    const text = long ? line.slice(0, LONGEST) + line.slice(-LONGEST) : line;
    const told = long ? undefined : at;
    const most = long ? LONGEST / 2 : letters(text).length - 1;
    const fits = mostOf(most, (some) => this.width(kept(text, some, told), size, weight) <= room);
    return kept(text, fits, told);
  }
}
