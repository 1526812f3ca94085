import { loaded } from "../panels-loader";
import type { View } from "../view-state";

/** Hovering or focusing Prune shows what would go, and what it costs; nothing where it cannot be. */
export const ghosting = (view: View, id: number, reason: string | null) => (over: boolean) => {
  view.ghost.value = over && reason === null ? id : null;
  if (over) void loaded(view.session).catch(() => null); // they have what says the cost
};
