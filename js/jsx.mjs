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

const host = globalThis;
const frame_next = (call) => host.requestAnimationFrame(call);
const timer_set = (call, ms) => host.setTimeout(call, ms);
const timer_clear = (timer) => host.clearTimeout(timer);
const time_now = () => host.performance.now();

/** An element; a string in place of its properties is its class. A button submits nothing. */
function h(type, properties, ...children) {
  const own = typeof properties === "string" ? { class: properties } : properties;
  return create(type, type === "button" ? { type, ...own } : own, ...children);
}

export {
  Fragment,
  frame_next,
  h,
  math_abs,
  math_ceil,
  math_floor,
  math_max,
  math_min,
  math_round,
  math_sqrt,
  time_now,
  timer_clear,
  timer_set,
};
