/** Puts one view of a session into the page, and takes it out again. */

import { render } from "preact";
import { isCutOff } from "../host";
import { Ruler } from "../measure";
import type { Session } from "../session";
import { View } from "../view-state";
import { Frame } from "./frame";

/**
 * JupyterLab's shortcuts are bound to whatever has the focus inside a notebook (`d d` deletes the
 * cell): only a mark on that very element keeps them away, one on the frame does not.
 */
function keepShortcutsAway(event: FocusEvent): void {
  if (event.target instanceof Element) {
    event.target.setAttribute("data-lm-suppress-shortcuts", "true");
  }
}

/** Of what is typed in a cell JupyterLab, at the very field, takes line breaks and undo for itself. */
function keepTyping(event: Event): void {
  event.stopPropagation();
}

export function mount(session: Session, el: HTMLElement): () => void {
  const view = new View(
    session,
    new Ruler(() => getComputedStyle(el.firstElementChild ?? el).fontFamily),
  );
  el.addEventListener("focusin", keepShortcutsAway);
  el.addEventListener("beforeinput", keepTyping, true);
  render(<Frame session={session} view={view} />, el);
  if (isCutOff(el)) session.close();
  else session.hello();
  return () => {
    el.removeEventListener("focusin", keepShortcutsAway);
    el.removeEventListener("beforeinput", keepTyping, true);
    view.dispose();
    render(null, el);
  };
}
