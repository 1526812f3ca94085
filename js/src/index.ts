/** The widget's entry: a factory, called once a model, whose closure holds the model's session. */

import type { WidgetDefinition } from "./host";
import { Session } from "./session";
import { mount } from "./view/mount";

export default function treewidget(): WidgetDefinition {
  let session: Session | undefined;
  return {
    initialize({ model }) {
      const own = new Session(model);
      session = own;
      return () => own.dispose();
    },
    render({ model, el }) {
      session ??= new Session(model);
      return mount(session, el);
    },
  };
}
