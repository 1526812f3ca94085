/** The target, and the method that grows the tree. */

import { plainName } from "../model/node-words";
import type { ViewProps } from "./props";

export function Heading({ view }: ViewProps) {
  const { target, method, criterion, notes } = view.session.meta.value;
  const by = [method, plainName(criterion)].join(", ");
  return (
    <span class="tw-heading" title={[target, by, ...notes].join("\n")}>
      <b>{target}</b>
      <span class="tw-muted">{by}</span>
    </span>
  );
}
