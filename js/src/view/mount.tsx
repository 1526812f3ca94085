/** Puts one view of a session into the page, and takes it out again. */

import { render } from "preact";
import type { Session } from "../session";
import { View } from "../view-state";
import { Frame } from "./frame";

export function mount(session: Session, el: HTMLElement): () => void {
  const view = new View(session);
  render(<Frame session={session} view={view} />, el);
  session.hello();
  return () => render(null, el);
}
