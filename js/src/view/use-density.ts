/** How many dots of the screen lie in a px: another screen and the page's zoom change it. */

import { useEffect, useState } from "preact/hooks";

const density = (): number => devicePixelRatio || 1;

export function useDensity(): number {
  const [dense, setDense] = useState(density);
  useEffect(() => {
    const follow = (): void => setDense(density());
    // It tells only that the density is this one no longer.
    const query = matchMedia(`(resolution: ${dense}dppx)`);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [dense]);
  return dense;
}
