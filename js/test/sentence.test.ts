import { expect, it } from "vitest";
import { asSentence } from "../src/model/sentence";
import { contract } from "./contract";

const { meta } = contract("iris");
const [{ name } = { name: "" }] = meta.columns;

it("what Python says begins as a sentence, unless with a name", () => {
  const as = (said: string) =>
    asSentence(said, { ...meta, target: "a", classes: ["no", "well-to-do"] });
  expect(as("node 4 is locked")).toBe("Node 4 is locked");
  expect(as("nothing to undo")).toBe("Nothing to undo");
  expect(as("error-based pruning changes nothing")).toBe("Error-based pruning changes nothing");
  for (const said of [
    `${name} there runs from 1 to 6.9`,
    "a is missing in every row",
    "well-to-do is no class",
    "no is no column",
    "max_depth=0 must be at least 1",
    "criterion='x' is not possible",
    "prune_to: alpha= is a finite number",
    "0.98 leaves no rows on the right",
    "'kind' has no order",
    "treewidget met an error of its own",
    "",
  ]) {
    expect(as(said)).toBe(said);
  }
});
