import { expect, test } from "vitest";

import { SPOKEN } from "../src/words";
import { CUT } from "../src/words-cut";
import { HISTORY } from "../src/words-inspect";
import { PRUNING, ROWS } from "../src/words-panels";

test("one of a thing is one", () => {
  expect([ROWS.more(1), ROWS.more(1200)]).toEqual(["+ 1 more column", "+ 1,200 more columns"]);
  expect([SPOKEN.rows("1"), SPOKEN.rows("2")]).toEqual(["1 row", "2 rows"]);
  expect([CUT.size(1, "2 %"), CUT.values(1)]).toEqual(["1 row, 2 % of all", "1 value"]);
  expect([CUT.missingRows(1), CUT.chip("a", 1, 2)]).toEqual([
    "1 row missing",
    "a, 1 row, branch 2",
  ]);
  expect(PRUNING.kept(1, 1)).toMatch(/^1 of 1 leaf kept;/);
  expect([PRUNING.prune(1), PRUNING.prune(2)]).toEqual(["Prune to 1 leaf", "Prune to 2 leaves"]);
  expect(CUT.replaces("x ≤ 1", "2", "1")).toContain("Forced or locked nodes (1) stay");
  expect(HISTORY.fork({ at: 1, step: 3, gestures: 1, line: "" })).toBe(
    "branch from step 1 to step 3, 1 gesture",
  );
});
