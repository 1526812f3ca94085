/** Numbers in a row. */

/** An entry that is known to be there. */
export function at(list: ArrayLike<number>, i: number): number {
  return list[i] as number;
}

/** Where in a list that is in order the first entry stands that is as wished; its length if none. */
export function first(list: ArrayLike<number>, wished: (entry: number) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (wished(at(list, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
