/**
 * A name that the browser cuts short leaves part of a letter free behind its ellipsis, which reads
 * as a space: what follows it moves there. It moves by a transform, so that nothing is laid out anew.
 */

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { widthIn } from "../measure";
import { letters, mostOf } from "../model/names";

/** A letter and an ellipsis; of a name that is cut short to less nothing is shown. */
const LEAST = 20;
/** Texts are a little wider or narrower in the page than they measure here. */
const DOUBT = 1;

/**
 * What is left of some room behind as many letters of a text as fit with an ellipsis. In doubt one
 * more fits: a hole is read more easily than an ellipsis with a letter over it.
 */
export function slackOf(text: string, room: number, width: (text: string) => number): number {
  const all = letters(text);
  const first = (many: number) => `${all.slice(0, many).join("")}…`;
  const fits = mostOf(all.length, (some) => width(first(some)) <= room + DOUBT);
  return fits > 0 ? Math.max(room - width(first(fits)) - DOUBT, 0) : 0;
}

/** For the beginning of a name: what stands behind it are its other parts. */
export function useSnug(text: string): RefObject<HTMLSpanElement | null> {
  const head = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const one = head.current;
    if (!one) return;
    const name = one.parentElement as HTMLElement;
    const observer = new ResizeObserver(() => {
      const { clientWidth, scrollWidth } = name;
      // The edge of a letter is no name.
      name.style.opacity = clientWidth < Math.min(LEAST, scrollWidth) ? "0" : "";
      moveTo(one);
    });
    observer.observe(one);
    observer.observe(name);
    return () => observer.disconnect();
  }, [text]);
  return head;
}

function moveTo(head: HTMLElement): void {
  let slack = 0;
  const { direction, fontWeight, fontSize, fontFamily } = getComputedStyle(head);
  if (head.scrollWidth > head.clientWidth) {
    const font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const width = (text: string) => widthIn(font, text) ?? Number.POSITIVE_INFINITY;
    slack = slackOf(head.dataset.part ?? "", head.clientWidth, width);
  }
  const by = direction === "rtl" ? slack : -slack;
  for (let one = head.nextElementSibling; one; one = one.nextElementSibling) {
    (one as HTMLElement).style.transform = slack ? `translateX(${by}px)` : "";
  }
}
