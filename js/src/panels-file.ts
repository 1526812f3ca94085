/**
 * The file of the panels, and of what else shows nothing before Python has answered: it comes when
 * it is first wanted. Every widget carries the bundle, few open all of it. What is in it, as others
 * see it, is in `panels-loader.ts`.
 */

import { type Signal, signal } from "@preact/signals";

/** How the sources have the panels, where they run as they are; in the bundle it is undefined. */
declare const PANELS: (() => Promise<unknown>) | undefined;
/** What that file shares with this one, which bundle.mjs writes down in the order it takes it. */
declare const SHARED: () => readonly unknown[];

/** Who has the file, and says so in the view where it cannot come. */
interface Source {
  ask(op: "panels", args: Record<string, never>): Promise<{ readonly script: string }>;
  refuse(message: string): void;
}

export const arrived: Signal<unknown> = signal(null);
let coming: Promise<unknown> | undefined;

/** Python has the file. It is run as the hosts run the widget itself: from a blob. */
async function fetched(source: Source): Promise<unknown> {
  if (typeof PANELS !== "undefined") return PANELS();
  const { script } = await source.ask("panels", {});
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  try {
    return (await import(url)).default(SHARED());
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The panels, asked for once; what failed can be tried again. */
export async function fileLoaded(source: Source): Promise<unknown> {
  coming ??= fetched(source);
  try {
    arrived.value = await coming;
  } catch (error) {
    coming = undefined;
    throw error;
  }
  return arrived.value;
}

/** Do what needs the panels: at once if they are here. Where they cannot come, the view says so. */
export async function withFile(source: Source, show: (made: unknown) => void): Promise<void> {
  try {
    show(arrived.peek() ?? (await fileLoaded(source)));
  } catch (error) {
    source.refuse((error as Error).message);
  }
}
