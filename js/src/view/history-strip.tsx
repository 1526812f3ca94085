import type { Props } from "./frame";

export function HistoryStrip(_props: Props) {
  return null;
}
