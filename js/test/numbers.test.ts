import { describe, expect, it } from "vitest";
import {
  aligned,
  brief,
  cardShare,
  columnDigits,
  count,
  cutText,
  decimalsFor,
  full,
  localized,
  measure,
  plainNumber,
  points,
  share,
  signed,
  weight,
} from "../src/numbers";

const S = "\u202f";

describe("a sentence of Python's", () => {
  const german = { decimal: ",", group: "." };

  it("has its figures as the reader's locale writes them", () => {
    const said = "node 1: area <= 91.95, 1,200 rows, error 57,626.5, validation <0.1 %, 3 leaves";
    expect(localized(said)).toBe(said);
    expect(localized(said, german)).toBe(
      "node 1: area <= 91,95, 1.200 rows, error 57.626,5, validation <0,1 %, 3 leaves",
    );
  });

  it("keeps names, dates, versions and lists as they are", () => {
    const said = "'1.5' of v1.5 at 2024-01-01 14:03:11.5 by 1.2.3 in {1,2}: 1.5e+12, tree.split(2)";
    expect(localized(said, german)).toBe(said);
  });
});

describe("shares", () => {
  it("have one decimal and a narrow space", () => {
    expect(share(0.543)).toBe(`54.3${S}%`);
    expect(share(0.5)).toBe(`50.0${S}%`);
  });

  it("are 0 and 100 only when exact", () => {
    expect(share(0)).toBe(`0${S}%`);
    expect(share(1)).toBe(`100${S}%`);
    expect(share(0.0002)).toBe(`<0.1${S}%`);
    expect(share(0.9998)).toBe(`>99.9${S}%`);
  });

  it("are whole on a card from 10 %", () => {
    expect(cardShare(0.721)).toBe(`72${S}%`);
    expect(cardShare(0.083)).toBe(`8.3${S}%`);
    expect(cardShare(0.0996)).toBe(`10${S}%`);
    expect(cardShare(0.999)).toBe(`>99${S}%`);
  });

  it("differ in points, with a true minus", () => {
    expect(points(0.0038)).toBe(`+0.38${S}pts`);
    expect(points(-0.0108)).toBe(`−1.08${S}pts`);
    expect(points(0.000001)).toBe(`0.00${S}pts`);
  });
});

describe("counts and weights", () => {
  it("have thousands", () => {
    expect(count(2400)).toBe("2,400");
  });

  it("say ≈ when they are weights", () => {
    expect(weight(136.4)).toBe(`≈${S}136`);
    expect(weight(12.34)).toBe(`≈${S}12.3`);
    expect(weight(136)).toBe("136");
    expect(weight(0)).toBe("0");
  });

  it("are whole where sums put them off", () => {
    expect(weight(10_000.000000047)).toBe("10,000");
    expect(weight(11.9999999999)).toBe("12");
    expect(weight(10_000.01)).toBe(`≈${S}10,000`);
  });

  it("write the huge and the tiny by their digits", () => {
    expect(weight(3e41)).toBe(`≈${S}3e41`);
    expect(weight(1.234e-41)).toBe(`≈${S}1.23e−41`);
    expect(weight(0.0321)).toBe(`≈${S}0.0321`);
  });
});

describe("measures", () => {
  it("keep significant digits", () => {
    expect(measure(0.06531)).toBe("0.0653");
    expect(measure(0.06531, 2)).toBe("0.065");
    expect(measure(1234.5)).toBe("1,235");
    expect(measure(0)).toBe("0");
    expect(measure(-0.5)).toBe("−0.500");
    expect(decimalsFor(0.0996, 2)).toBe(2);
    expect(decimalsFor(0.00996, 2)).toBe(3);
  });

  it("fall back to powers of ten", () => {
    expect(measure(1.5e-9)).toBe("1.5e−9");
    expect(measure(2.5e12)).toBe("2.5e12");
  });

  it("line up in a column", () => {
    const digits = columnDigits([0.065, 0.0029, null], 2);
    expect(digits).toEqual({ decimals: 3, power: 0 });
    expect(aligned(0.065, digits)).toBe("0.065");
    expect(aligned(0.0029, digits)).toBe("0.003");
    expect(aligned(0.0001, digits)).toBe("<0.001");
    expect(aligned(0, digits)).toBe("0.000");
    expect(aligned(null, digits)).toBe("–");
  });

  it("share a power of ten in a column of large ones", () => {
    const digits = columnDigits([6_343_953_450, -12_000_000, null], 2);
    expect(aligned(6_343_953_450, digits)).toBe("6.34e9");
    expect(aligned(512_000_000, digits)).toBe("0.51e9");
    expect(aligned(-12_000_000, digits)).toBe("−0.01e9");
    expect(aligned(120, digits)).toBe("<0.01e9");
    expect(aligned(null, digits)).toBe("–");
    expect(brief(658_745_575, 2)).toBe("6.6e8");
    expect(brief(0.0123, 2)).toBe("0.012");
    expect(aligned(123_456, columnDigits([123_456], 2))).toBe("123,456");
  });

  it("share one in a column of tiny ones", () => {
    const digits = columnDigits([9.8e-19, -2.4e-20, null], 2);
    expect(aligned(9.8e-19, digits)).toBe("9.80e−19");
    expect(aligned(-2.4e-20, digits)).toBe("−0.24e−19");
    expect(aligned(1e-22, digits)).toBe("<0.01e−19");
    expect(aligned(0.00012, columnDigits([0.00012], 2))).toBe("0.00012");
  });

  it("carry a sign where they are differences", () => {
    expect(signed(0.5)).toBe("+0.500");
    expect(signed(-0.5)).toBe("−0.500");
    expect(full(-0.1)).toBe("−0.1");
    expect(full(65109.5)).toBe("65,109.5");
    expect(full(0.1 + 0.2)).toBe("0.30000000000000004");
    expect([0, 100, 1e21, -1.5e-9].map(full)).toEqual(["0", "100", "1e21", "−1.5e−9"]);
    expect([-0, -1e-7, -1e-5].map(full)).toEqual(["0", "−1e−7", "−0.00001"]);
  });
});

describe("cuts", () => {
  it("wear the reader's minus", () => {
    expect(cutText("-0.405", "number")).toBe("−0.405");
    expect(cutText("1e-05", "number")).toBe("1e−05");
    expect(cutText("-1.5e-05", "number")).toBe("−1.5e−05");
    expect(cutText("2024-03-01", "datetime")).toBe("2024-03-01");
    expect(cutText("2024-03-01 07:30", "datetime")).toBe("2024-03-01 07:30");
    expect(cutText("pre-war", "ordered")).toBe("pre-war");
  });

  it("has a date without its time zone, which is the whole column's", () => {
    expect(cutText("2024-03-01 Europe/Berlin", "datetime")).toBe("2024-03-01");
    expect(cutText("2024-03-01 07:30:05.25 UTC+02:00", "datetime")).toBe("2024-03-01 07:30:05.25");
    expect(cutText("2024-10-27 02:30+02:00", "datetime")).toBe("2024-10-27 02:30+02:00");
  });

  it("are told in powers of ten where zeros make them long", () => {
    expect(cutText("-14400000000000", "number")).toBe("−1.44e13");
    expect(cutText("50000000000", "integer")).toBe("5e10");
    for (const text of ["1000000", "14412345678", "20240301.5"]) {
      expect(cutText(text, "number")).toBe(text);
    }
  });

  it("are read back as typed", () => {
    expect(Number(plainNumber(" −0.405 "))).toBe(-0.405);
    expect(Number(plainNumber("1 234.5"))).toBe(1234.5);
    expect(Number(plainNumber("1e−5"))).toBe(1e-5);
  });

  it("are read as the axis writes them, and a comma is no decimal sign where a dot is", () => {
    const read = (typed: string) => Number(plainNumber(typed));
    expect(["20,000", "−1,234,567.25", "20000"].map(read)).toEqual([20000, -1234567.25, 20000]);
    for (const typed of ["7,5", "0,500", "1,2345", "1.5,000", "20,000,5", "1,000e3,000"])
      expect(read(typed), typed).toBeNaN();
  });

  it("are read by the reader's signs, and a lone dot is one all the same", () => {
    const german = { decimal: ",", group: "." };
    const read = (typed: string) => Number(plainNumber(typed, german));
    expect(["2,5", "2.5", "−0,405", "0.405", "12.34"].map(read)).toEqual([
      2.5, 2.5, -0.405, 0.405, 12.34,
    ]);
    expect(["1.234", "1.234,5", "−12.345.678", "1234.567", "1,5e3"].map(read)).toEqual([
      1234, 1234.5, -12345678, 1234.567, 1500,
    ]);
    expect(["1.234.5", "1,234,567", "1.23,4"].map(read)).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
    expect(plainNumber("1 234,5", { decimal: ",", group: "\u202f" })).toBe("1234.5");
  });
});
