/**
 * The panels, and what else shows nothing before Python has answered, come when they are first
 * wanted: every widget carries the bundle, few open all of it.
 */

import { type Signal, signal } from "@preact/signals";
import type * as Module from "./panels";
import type { Session } from "./session";

export type Panels = typeof Module;

/** Whether the panels are a file of their own; where the sources run as they are it is undefined. */
declare const APART: true | undefined;
/** What that file shares with this one, which bundle.mjs writes down in the order it takes it. */
declare const SHARED: () => readonly unknown[];

export const panels: Signal<Panels | null> = signal(null);
let coming: Promise<Panels> | undefined;

/** Python has the file. It is run as the hosts run the widget itself: from a blob. */
async function fetched(session: Session): Promise<Panels> {
  if (typeof APART === "undefined") return import("./panels");
  const { script } = await session.ask("panels", {});
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  try {
    return (await import(url)).default(SHARED());
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The panels, asked for once; what failed can be tried again. */
export async function loaded(session: Session): Promise<Panels> {
  coming ??= fetched(session);
  try {
    panels.value = await coming;
  } catch (error) {
    coming = undefined;
    throw error;
  }
  return panels.value;
}

/** Do what needs the panels: at once if they are here. Where they cannot come, the view says so. */
export async function withPanels(session: Session, show: (made: Panels) => void): Promise<void> {
  try {
    show(panels.peek() ?? (await loaded(session)));
  } catch (error) {
    session.refuse((error as Error).message);
  }
}
