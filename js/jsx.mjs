// What the bundle's code calls instead of longer names: see bundle.mjs.
import { h as create, Fragment } from "preact";

const {
  abs: math_abs,
  ceil: math_ceil,
  floor: math_floor,
  max: math_max,
  min: math_min,
  round: math_round,
  sqrt: math_sqrt,
} = Math;

/** An element; a string in place of its properties is its class. */
function h(type, properties, ...children) {
  const own = typeof properties === "string" ? { class: properties } : properties;
  return create(type, own, ...children);
}

export { Fragment, h, math_abs, math_ceil, math_floor, math_max, math_min, math_round, math_sqrt };
