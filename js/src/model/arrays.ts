/** Lists, and what stands where in them. */

/** An entry that is known to be there. */
export function at<T>(list: ArrayLike<T>, i: number): T {
  return list[i] as T;
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Where in a list that is in order the first entry stands that is as wished; its length if none. */
export function first<T>(list: ArrayLike<T>, wished: (entry: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (wished(at(list, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
