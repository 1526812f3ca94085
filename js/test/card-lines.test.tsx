import { render } from "preact";
import { describe, expect, it } from "vitest";
import { Ruler } from "../src/measure";
import { detailOf, type Level } from "../src/model/detail";
import type { TreeNode } from "../src/model/tree";
import type { ColumnMeta, SplitWire, Task } from "../src/protocol.gen";
import {
  ClassLine,
  ErrorLine,
  type LineProps,
  leastSplitRoom,
  MeanLine,
  RowsLine,
  SplitLine,
} from "../src/view/card-parts";
import { Name } from "../src/view/pieces";
import { emptyColumns, metaOf, treeOf } from "./trees";

const ROOM = { near: 118, middle: 88, far: 0 } as const;
const ruler = new Ruler(() => "sans-serif");

interface Card {
  task?: Task;
  level?: Level;
  least?: number;
  prediction?: number;
  counts?: number[];
  column?: ColumnMeta;
  classes?: string[];
  split?: SplitWire | null;
  range?: number[];
}

/** What the lines of a tree of one node are made from. */
function lineOf(card: Card): LineProps {
  const { task = "regression", level = "middle", least = 9, split = null } = card;
  const meta = { ...metaOf(task), classes: card.classes ?? [] };
  if (card.column) meta.columns = [card.column];
  if (card.range) meta.target_range = card.range;
  const one = emptyColumns();
  const counts = card.counts ?? [1, 0, 0];
  const n = task === "classification" ? counts.reduce((sum, part) => sum + part) : 2250;
  const values = { id: 0, parent: -1, split, n, weight: n, impurity: 1, gain: 0, error: 1 };
  for (const [name, value] of Object.entries(values)) {
    (one[name as keyof typeof one] as unknown[]).push(value);
  }
  one.counts.push(...counts);
  one.prediction.push(card.prediction ?? 0);
  const tree = treeOf(one, meta);
  const node = tree.node(0) as TreeNode;
  return { tree, node, ruler, detail: detailOf(level, least), room: ROOM[level] };
}

/** The texts of a line, in the order they stand. */
function texts(line: preact.JSX.Element): string[] {
  const box = document.createElement("div");
  render(line, box);
  return [...box.children].map((part) => part.textContent ?? "").filter((text) => text !== "");
}

/** What stands first is a headline on the near card. */
function length(said: string[], { detail }: LineProps): number {
  const first = detail.level === "near" ? detail.title : detail.small;
  return said.reduce((sum, text, i) => sum + ruler.width(text, i ? detail.small : first) + 6, -6);
}

describe("the errors of a card", () => {
  it("give their last digits away before they leave it", () => {
    for (const [error, words] of [
      [3.05e-10, ["3.05e−10", "3.19e−10"]],
      [123_456_789, ["1.23e8", "1.29e8"]],
      [0.123, ["0.123", "0.129", "rmse"]],
    ] as const) {
      const line = lineOf({ level: "near" });
      const node = Object.create(line.node, {
        error: { value: error },
        validationError: { value: error * 1.045 },
      });
      const said = texts(<ErrorLine {...line} node={node} room={140} />);
      expect(said).toEqual(words);
    }
  });
});

describe("the split of a card", () => {
  const cut = (text: string): SplitWire => ({
    column: 0,
    cuts: [{ value: 0, text, exact: text }],
    missing: 0,
    branches: 2,
  });
  const said = (text: string, column: ColumnMeta): string => {
    const line = lineOf({ level: "near", column, split: cut(text) });
    const [words = ""] = texts(<SplitLine {...line} />);
    expect(ruler.width(words, line.detail.title), words).toBeLessThanOrEqual(line.room);
    return words;
  };

  it("keeps a few letters of the name before a date, whose hour gives way", () => {
    const column = { name: "signed_on", kind: "datetime" } as const;
    expect(said("2020-02-29 20:00", column)).toMatch(/^s…n? ≤ 2020-02-29…$/);
    expect(said("2020-02-29", column)).toMatch(/^s.*n ≤ 2020-02-29$/);
  });

  it("tells the hour where all cuts of the column have the same year, which goes instead", () => {
    const column = { name: "signed_on", kind: "datetime" } as const;
    const split = cut("2024-03-02 19:00");
    const words = (...others: string[]) => {
      const line = lineOf({ level: "near", column, split });
      line.tree.columns.split.push(...others.map(cut));
      return texts(<SplitLine {...line} room={133} />)[0];
    };
    expect(words("2024-03-02", "2024-11-30 07:15")).toMatch(/^s?…n? ≤ …03-02 19:00$/);
    expect(words("2024-03-02", "2023-11-30"), "of two years").toMatch(/^s.*n ≤ 2024-03-02…$/);
    expect(words(), "of which year nobody could tell").toMatch(/^s.*n ≤ 2024-03-02…$/);
    const seconds = lineOf({ level: "near", column, split: cut("2024-03-02 19:00:30.25") });
    seconds.tree.columns.split.push(cut("2024-01-01"));
    expect(texts(<SplitLine {...seconds} />)[0]).toMatch(/ ≤ …03-02 19:00…$/);
  });

  it("tells the time alone where all cuts are of one day and the month has no room", () => {
    const column = { name: "clock", kind: "datetime" } as const;
    const words = (room: number, ...others: string[]) => {
      const line = lineOf({ level: "near", column, split: cut("2024-03-01 17:52") });
      line.tree.columns.split.push(...others.map(cut));
      return texts(<SplitLine {...line} room={room} />)[0];
    };
    expect(words(133, "2024-03-01 09:39")).toMatch(/ ≤ …03-01 17:52$/);
    expect(words(110, "2024-03-01 09:39")).toBe("clock ≤ …17:52");
    expect(words(110, "2024-03-02 09:39"), "of two days").toMatch(/ ≤ …03-01 17:52$/);
    expect(words(110), "of which day nobody could tell").toMatch(/ ≤ 2024-03-01…$/);
  });

  it("keeps a level whole wherever a few letters of the name have room beside it", () => {
    const levels = ["mild", "moderately", "severe"];
    const column: ColumnMeta = { name: "severity of it", kind: "ordered", levels };
    expect(said("moderately", column)).toMatch(/^s\w*…\w* ≤ moderately$/);
  });

  it("keeps the name where no level of many has room for its own", () => {
    const levels = Array.from({ length: 900 }, (_, i) => `Washington Heights, block ${i}`);
    const groups = [levels.slice(0, 450), levels.slice(450)].map((group) =>
      group.map((name) => levels.indexOf(name)),
    );
    const split: SplitWire = { column: 0, groups, missing: 0, branches: 2 };
    const column: ColumnMeta = { name: "tailnum", kind: "nominal", levels };
    const [words] = texts(<SplitLine {...lineOf({ level: "near", column, split })} room={100} />);
    expect(words).toBe("tailnum ∈ …");
    const [wide] = texts(<SplitLine {...lineOf({ level: "near", column, split })} room={240} />);
    expect(wide).toMatch(/^tailnum ∈ Was\w*….* \+ 449$/);
  });

  describe("of some levels", () => {
    const levels = ["family", "mortgage", "other", "own", "rent"];
    const split: SplitWire = {
      column: 0,
      groups: [
        [0, 1],
        [2, 3, 4],
      ],
      missing: 0,
      branches: 2,
    };
    const column: ColumnMeta = { name: "home", kind: "nominal", levels };

    it("says how many go first where no name of them is left beside the column's", () => {
      const words = (room: number) =>
        texts(<SplitLine {...lineOf({ level: "near", column, split })} room={room} />)[0];
      expect(words(118)).toBe("home ∈ 2 of 5");
      expect(words(90)).toBe("home ∈ …");
      expect(words(200)).toBe("home ∈ family, mortgage");
    });

    it("stands beside a block that has room for how many they are", () => {
      const far = lineOf({ level: "far", column, split });
      const least = leastSplitRoom(far);
      expect(texts(<SplitLine {...far} room={least} />)).toEqual(["home ∈ 2 of 5"]);
      const one: SplitWire = { ...split, groups: [[3], [0, 1, 2, 4]] };
      expect(leastSplitRoom(lineOf({ level: "far", column, split: one }))).toBeLessThan(least);
      const card = lineOf({ level: "near", column, split });
      const room = leastSplitRoom(card);
      expect(texts(<SplitLine {...card} room={room} />)[0]).toMatch(/ ∈ family, mortgage$/);
    });
  });

  it("of many ways needs no room for its cuts", () => {
    const column: ColumnMeta = { name: "school", kind: "ordered", levels: ["a", "b", "c"] };
    const cuts = ["no vocational training", "an apprenticeship"].map((text, value) => ({
      value,
      text,
      exact: `'${text}'`,
    }));
    const split: SplitWire = { column: 0, cuts, missing: 0, branches: 3 };
    const line = lineOf({ level: "near", column, split });
    const least = leastSplitRoom(line);
    expect(texts(<SplitLine {...line} room={least} />)).toEqual(["sc…ol", "3-way"]);
    expect(least).toBeLessThan(118);
  });

  it("keeps a number whole", () => {
    expect(said("-0.51905", { name: "longitude", kind: "number" })).toMatch(/ ≤ −0.51905$/);
  });

  it("keeps the first digits of a number that has more than there is room for", () => {
    const column = { name: "weight", kind: "number" } as const;
    expect(said("50.00298269398159", column)).toMatch(/^w…t ≤ 50\.00\d+…$/);
    expect(said("1.23456789012345e-7", column)).toMatch(/^w…t ≤ 1\.23\d*…\d*e−7$/);
  });
});

describe("the rows of a card", () => {
  it("give their last digits away before its measure goes", () => {
    const card = { task: "classification", level: "near", counts: [4e9, 2_179_373_392] } as const;
    const line = lineOf({ ...card, counts: [...card.counts], classes: ["a", "b"] });
    expect(texts(<RowsLine {...line} />)).toEqual(["6,179M", "gini 1.0"]);
    expect(texts(<RowsLine {...line} room={240} />)).toEqual(["6,179,373,392", "rows", "gini 1.0"]);
    const few = lineOf({ ...card, counts: [150_000, 2_000], classes: ["a", "b"] });
    expect(texts(<RowsLine {...few} room={60} />)).toEqual(["152,000"]);
  });
});

describe("the mean of a card", () => {
  const spread = (sd: number) => [1, 0, sd * sd];

  it("has the spread beside it only where both have room", () => {
    for (const level of ["near", "middle"] as const) {
      for (const prediction of [1.5, 44905, 206432, 634395345, -12345678]) {
        for (const sd of [0.25, 9876, 1234567]) {
          for (const least of [9, 13, 17]) {
            const line = lineOf({ level, least, prediction, counts: spread(sd) });
            const said = texts(<MeanLine {...line} />);
            expect(said[0]).toBeTruthy();
            expect(length(said, line), said.join("|")).toBeLessThanOrEqual(line.room);
          }
        }
      }
    }
  });

  it("has no count beside it that it would run into", () => {
    const line = lineOf({ least: 17, prediction: 44905 });
    expect(texts(<MeanLine {...line} instead="2,250" />)).toEqual(["44,905"]);
    const small = lineOf({ least: 13, prediction: 152, range: [0, 300] });
    expect(texts(<MeanLine {...small} instead="442" />)).toEqual(["152", "442"]);
    const long = lineOf({ least: 15, prediction: 80_623, range: [0, 300_000] });
    expect(texts(<MeanLine {...long} instead="2,936" />)).toEqual(["81k", "2,936"]);
    expect(texts(<MeanLine {...long} instead="≈ 12,936" />)).toEqual(["80.6k"]);
  });
});

describe("the long figures of a regression", () => {
  const range = [171_000, 1_430_000];
  const mean = (prediction: number, sd: number, within = range): string[] =>
    texts(<MeanLine {...lineOf({ prediction, counts: [1, 0, sd * sd], range: within })} />);

  it("are written alike on all cards, whatever room each has", () => {
    expect(mean(313_726, 77_039)).toEqual(["314k", "sd 77k"]);
    expect(mean(1_077_822, 110_400)).toEqual(["1.08M", "sd 110k"]);
    expect(mean(999_900, 850)).toEqual(["1.00M", "sd 850"]);
    const line = lineOf({ level: "near", range });
    const errors = { error: { value: 194_304 }, validationError: { value: 206_416 } };
    const said = texts(<ErrorLine {...line} node={Object.create(line.node, errors)} />);
    expect(said.slice(0, 2)).toEqual(["194k", "206k"]);
  });

  it("stay whole where fewer digits would not tell them apart", () => {
    expect(mean(1_000_042, 3, [1_000_000, 1_000_100])[0]).toBe("1,000,042");
    expect(mean(2_021, 3, [1_990, 2_024])[0]).toBe("2,021");
  });
});

describe("the class of a card", () => {
  const said = (counts: number[], classes = ["versicolor", "virginica"]): string[] => {
    const line = lineOf({ task: "classification", least: 13, classes, counts });
    return texts(<ClassLine {...line} slot={1} />);
  };

  it("gives way to its share, also where all rows are of it", () => {
    expect(said([36, 4])).toEqual(["ve…r", "90\u202f%"]);
    expect(said([40, 0])).toEqual(["v…r", "100\u202f%"]);
    expect(said([40, 0], ["no", "yes"])).toEqual(["no", "100\u202f%"]);
  });
});

describe("a name with line breaks", () => {
  it("stands on one line, and is whole in its tooltip", () => {
    expect(ruler.fit("line\nbreak", 400, 12)).toBe("line break");
    expect(ruler.fit("tab\tstop", 400, 12)).toBe("tab stop");
    const box = document.createElement("div");
    render(<Name text={"line\r\nbreak column"} />, box);
    expect(box.textContent).toBe("line break column");
    expect(box.querySelector("span")?.title).toBe("line\r\nbreak column");
  });
});
