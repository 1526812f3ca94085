// Names that are shortened keep what tells them apart.
import { describe, expect, it } from "vitest";
import { kept, parting } from "../src/model/parting";

const of = (...names: string[]) => parting(names.map((name) => ({ name })));

describe("where names part", () => {
  it("is the word that differs from the name most like it", () => {
    const found = of("measurement of sensor 1 in mg/l", "measurement of sensor 10 in mg/l", "age");
    expect([...found.values()]).toEqual([22, 22]);
    expect(of("temperature of air", "temperature of air 2")).toEqual(
      new Map([["temperature of air 2", 18]]),
    );
  });

  it("is not said where names differ soon, or never", () => {
    expect(of("debt_ratio", "debt_total", "age").size).toBe(0);
    expect(of("one name that is long and alone").size).toBe(0);
    expect(of().size).toBe(0);
  });

  it("is found in names of many lines and in composed letters", () => {
    const found = of("a name of\r\nmany lines 1", "a name of\r\nmany lines 2");
    expect([...found.values()]).toEqual([21, 21]);
  });
});

describe("a name in few letters", () => {
  const name = "measurement of sensor 10 in mg/l";

  it("has both its ends", () => {
    expect(kept(name, 10)).toBe("measu… mg/l");
    expect(kept("abc", 0)).toBe("…");
  });

  it("keeps what tells it from others, and gives up its beginning", () => {
    expect(kept(name, 16, 22)).toBe("measur…10 in mg/l");
    expect(kept(name, 13, 22)).toBe("mea…10 in mg/l");
  });

  it("keeps the beginning of that, and in little room alone, where all of it is too long", () => {
    expect(kept("measurement of sensor 10 in milligrams", 12, 22)).toBe("mea…10 in mil…");
    expect(kept(name, 8, 22)).toBe("…10 in mg…");
  });

  it("is as it was where that is seen anyway", () => {
    expect(kept(name, 30, 22)).toBe(kept(name, 30));
    expect(kept("temperature of air 2", 8, 18)).toBe(kept("temperature of air 2", 8));
  });
});
