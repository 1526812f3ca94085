import { expect, test } from "vitest";

import { HISTORY } from "../src/words-inspect";
import { PRUNING, ROWS } from "../src/words-panels";

test("one of a thing is one", () => {
  expect([ROWS.more(1), ROWS.more(1200)]).toEqual(["+ 1 more column", "+ 1,200 more columns"]);
  expect(PRUNING.kept(1, 1)).toMatch(/^1 of 1 leaf kept;/);
  expect([PRUNING.prune(1), PRUNING.prune(2)]).toEqual(["Prune to 1 leaf", "Prune to 2 leaves"]);
  expect(HISTORY.fork({ at: 1, step: 3, gestures: 1, line: "" })).toBe(
    "branch from step 1 to step 3, 1 gesture",
  );
});
