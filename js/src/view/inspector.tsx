import type { Props } from "./frame";

export function Inspector(_props: Props) {
  return null;
}
