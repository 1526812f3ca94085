// What stands first in the toolbar: the target, and what the tree is grown by.
import { render } from "preact";
import { expect, it } from "vitest";
import type { StakesWire } from "../src/protocol.gen";
import { Session } from "../src/session";
import { Heading } from "../src/view/heading";
import { View } from "../src/view-state";
import { FakeKernel } from "./fakes";
import { metaOf } from "./trees";

it("says where impurities are not those of the counts: priors or losses weigh the classes", () => {
  const said = (stakes: StakesWire | null) => {
    const session = new Session(new FakeKernel(1, { _meta: { ...metaOf(), stakes } }).model);
    const el = document.createElement("div");
    render(<Heading view={new View(session)} />, el);
    session.dispose();
    return el.textContent;
  };
  expect(said(null)).toBe("statusCART, gini");
  expect(said({ altered: [2, 1, 1], costs: [] })).toBe("statusCART, gini, classes weighed");
});
