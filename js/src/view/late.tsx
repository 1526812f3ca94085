/** A place for what is in the panels' file: it is there as soon as the file is. */

import type { ComponentChildren } from "preact";
import { loaded, type Panels, panels } from "../panels-loader";
import { Awaited } from "./awaited";
import { useAnswer } from "./pieces";
import type { ViewProps } from "./props";

interface LateProps extends ViewProps {
  readonly show: (made: Panels) => ComponentChildren;
}

export function Late({ view, show }: LateProps) {
  const { value, error } = useAnswer(() => loaded(view.session), []);
  const made = panels.value ?? value;
  return made ? show(made) : <Awaited view={view} error={error} />;
}
