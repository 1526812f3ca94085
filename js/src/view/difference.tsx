/** What one tree has more than another. */

import { errorWords } from "../model/node-words";
import type { Price } from "../model/price";
import { isRegression } from "../model/tree";
import { points, signed } from "../numbers";
import type { Meta } from "../protocol.gen";
import { CANVAS } from "../words";
import { Mark } from "./glyph";

/** How one tree's leaves and errors differ from another's. */
export function Difference({ meta, of }: { readonly meta: Meta; readonly of: Price }) {
  const regression = isRegression(meta);
  const say = (change: number, unit: boolean): string => {
    if (regression) return signed(change, 2);
    return unit ? points(change) : points(change).replace(/\u202f.*$/, "");
  };
  const alone = of.validation === null;
  return (
    <>
      <b>{CANVAS.price(of.leaves)}</b>
      {of.about && <span>≈</span>}
      <span class="tw-pair">
        <Mark />
        {say(of.error, alone)}
      </span>
      {of.validation === null ? null : (
        <span class="tw-pair">
          <Mark hollow />
          {say(of.validation, true)}
        </span>
      )}
      {/* Beside costs it says what these points are of. */}
      {meta.stakes && <span>{errorWords(meta)[0]}</span>}
    </>
  );
}
