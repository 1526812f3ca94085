/** What a view is given when it is first wanted, and keeps while it lives. */

import type { View } from "./view-state";

export function perView<T>(make: (view: View) => T): (view: View) => T {
  const made = new WeakMap<View, T>();
  return (view) => {
    const known = made.get(view) ?? make(view);
    made.set(view, known);
    return known;
  };
}
