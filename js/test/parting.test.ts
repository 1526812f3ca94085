// Names that are shortened keep what tells them apart.
import { describe, expect, it } from "vitest";
import { kept } from "../src/model/names";
import { parting } from "../src/model/parting";
import { slackOf } from "../src/view/snug";

const of = (...names: string[]) => parting(names.map((name) => ({ name })));

it("leaves no part of a letter free behind its ellipsis", () => {
  const width = (text: string) => text.length * 7;
  expect(slackOf("Other/unk", 53, width)).toBe(3); // Other/…, and a doubt
  expect(slackOf("Other/unk", 49, width)).toBe(0);
  expect(slackOf("Other/unk", 55, width)).toBe(0); // Other/u… has no room, or just so
  expect(slackOf("Other/unk", 13, width)).toBe(0);
});

describe("where names part", () => {
  it("is a letter, and the word that it stands in", () => {
    const found = of("measurement of sensor 1 in mg/l", "measurement of sensor 10 in mg/l", "age");
    expect([...found]).toEqual([
      ["age", { letter: 0, word: 0 }],
      ["measurement of sensor 1 in mg/l", { letter: 23, word: 22 }],
      ["measurement of sensor 10 in mg/l", { letter: 23, word: 22 }],
    ]);
    expect(of("shell_weight", "shucked_weight").get("shell_weight")).toEqual({
      letter: 2,
      word: 0,
    });
  });

  it("is that of the name most like it, and nowhere in a beginning of another", () => {
    const found = of("ab 1", "ab c 1", "ab c 2", "temperature of air", "temperature of air 2");
    expect(found.get("ab c 1")).toEqual({ letter: 5, word: 5 });
    expect(found.get("ab 1")).toEqual({ letter: 3, word: 3 });
    expect(found.get("temperature of air 2")).toEqual({ letter: 18, word: 18 });
    expect(found.has("temperature of air")).toBe(false);
    expect(of().size).toBe(0);
  });

  it("of several that begin alike for long is where the first of them parts", () => {
    const type = (what: string) => `diabetes mellitus type ${what} complications`;
    const found = of(type("1 without"), type("2 with"), type("2 without"), "asthma");
    expect([...found.values()].slice(1)).toEqual(Array(3).fill({ letter: 23, word: 23 }));
    expect(of(...Array.from({ length: 5001 }, (_, i) => `name ${i}`)).size).toBe(0);
  });

  it("is no part of a letter", () => {
    const faces = of("how they feel today 😀", "how they feel today 😁");
    expect([...faces.values()]).toEqual(Array(2).fill({ letter: 20, word: 20 }));
    const workers = of("what they are 👩‍🔬", "what they are 👩‍🎨");
    expect([...workers.values()]).toEqual(Array(2).fill({ letter: 14, word: 14 }));
    const marked = of("a name that ends in e", "a name that ends in e\u0301");
    expect([...marked.values()]).toEqual(Array(2).fill({ letter: 20, word: 20 }));
  });

  it("is found in names of many lines", () => {
    const found = of("a name of\r\nmany lines 1", "a name of\r\nmany lines 2");
    expect([...found.values()].map(({ word }) => word)).toEqual([21, 21]);
  });
});

describe("a name in few letters", () => {
  const name = "measurement of sensor 10 in mg/l";
  const at = { letter: 23, word: 22 };

  it("has both its ends", () => {
    expect(kept(name, 10)).toBe("measu… mg/l");
    expect(kept("abc", 0)).toBe("…");
  });

  it("keeps what tells it from others, and gives up its beginning", () => {
    expect(kept(name, 16, at)).toBe("measur…10 in mg/l");
    expect(kept(name, 13, at)).toBe("mea…10 in mg/l");
  });

  it("keeps the beginning of that, and in little room alone, where all of it is too long", () => {
    expect(kept("measurement of sensor 10 in milligrams", 12, at)).toBe("mea…10 in mi…");
    expect(kept(name, 8, at)).toBe("…10 in m…");
  });

  it("has more of its beginning where a letter more tells it", () => {
    const early = { letter: 2, word: 0 };
    expect(kept("shell_weight", 4, early)).toBe("she…t");
    expect(kept("shell_weight", 7, early)).toBe(kept("shell_weight", 7));
    expect(kept("shell_weight", 3, early)).toBe("she…");
    expect(kept("shell_weight", 2, early)).toBe("s…t");
  });

  it("gives up all else where there is room for no more", () => {
    const found = of(...Array.from({ length: 30 }, (_, i) => `class ${i}`));
    expect(kept("class 19", 2, found.get("class 19"))).toBe("…19");
    expect(kept("class 9", 2, found.get("class 9"))).toBe("c…9");
    expect(kept("class 19", 1, found.get("class 19"))).toBe("c…");
  });

  it("is never another name whole behind an ellipsis", () => {
    const found = of(
      "very bad",
      "bad",
      "Good",
      "very good",
      "매우 불만족",
      "불만족",
      "만족",
      "매우 만족",
    );
    const cuts = (one: string) => [2, 3, 4, 5].map((most) => kept(one, most, found.get(one)));
    expect(cuts("very bad")).toEqual(["v…d", "v…b…", "v…bad", "ve…bad"]);
    expect(cuts("very good")).toEqual(["v…d", "v…g…", "v…go…", "v…good"]);
    expect(cuts("매우 불만족").slice(1, 3)).toEqual(["매…불…", "매…불만족"]);
    expect(kept("매우 만족", 2, found.get("매우 만족"))).toBe("매…족");
  });

  it("is as it was where that is seen anyway", () => {
    expect(kept(name, 30, at)).toBe(kept(name, 30));
    const air = { letter: 18, word: 18 };
    expect(kept("temperature of air 2", 8, air)).toBe(kept("temperature of air 2", 8));
  });
});
