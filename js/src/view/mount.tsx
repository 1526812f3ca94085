/** Puts one view of a session into the page, and takes it out again. */

import { render } from "preact";
import { Ruler } from "../measure";
import type { Session } from "../session";
import { View } from "../view-state";
import { Frame } from "./frame";

/** JupyterLab marks the view of a model whose kernel is gone. */
const DISCONNECTED = "jupyter-widgets-disconnected";

/**
 * JupyterLab's shortcuts are bound to whatever has the focus inside a notebook (`d d` deletes the
 * cell): only a mark on that very element keeps them away, one on the frame does not.
 */
function keepShortcutsAway(event: FocusEvent): void {
  if (event.target instanceof Element) {
    event.target.setAttribute("data-lm-suppress-shortcuts", "true");
  }
}

export function mount(session: Session, el: HTMLElement): () => void {
  const view = new View(
    session,
    new Ruler(() => getComputedStyle(el.firstElementChild ?? el).fontFamily),
  );
  const look = (): void => {
    if (el.closest(`.${DISCONNECTED}`)) session.disconnect();
  };
  const stop = session.onConnection(look);
  look();
  el.addEventListener("focusin", keepShortcutsAway);
  render(<Frame session={session} view={view} />, el);
  session.hello();
  return () => {
    stop();
    el.removeEventListener("focusin", keepShortcutsAway);
    view.dispose();
    render(null, el);
  };
}
