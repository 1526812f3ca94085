/** What stands where an answer will be: nothing at first, then who is waited for, or why there is none. */

import { STATUS } from "../words";
import { Quiet } from "./pieces";
import type { ViewProps } from "./props";

export function Awaited({ view, error }: ViewProps & { readonly error: string }) {
  const waiting = view.session.status.value === "waiting";
  return <Quiet>{error || (waiting && STATUS.waiting)}</Quiet>;
}
