/** Puts one view of a session into the page, and takes it out again. */

import { render } from "preact";
import { Ruler } from "../measure";
import type { Session } from "../session";
import { View } from "../view-state";
import { Frame } from "./frame";

/** JupyterLab marks the view of a model whose kernel is gone. */
const DISCONNECTED = "jupyter-widgets-disconnected";

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
  render(<Frame session={session} view={view} />, el);
  session.hello();
  return () => {
    stop();
    view.dispose();
    render(null, el);
  };
}
