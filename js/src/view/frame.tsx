/** The widget's frame: toolbar, canvas, inspector, history. */

import type { Session } from "../session";
import type { View } from "../view-state";

export interface Props {
  readonly session: Session;
  readonly view: View;
}

export function Frame({ session }: Props) {
  return <div class="tw-root">{session.meta.value.target}</div>;
}
