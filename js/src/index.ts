/** The widget's entry: a factory, called once a model, whose closure holds the model's session. */

import "./style/tokens.css";
import "./style/base.css";
import "./style/frame.css";
import "./style/toolbar.css";
import "./style/canvas.css";
import "./style/card.css";
import "./style/card-edges.css";
import "./style/node-states.css";
import "./style/menu.css";
import "./style/inspector.css";
import "./style/tables.css";
import "./style/rows.css";
import "./style/editor.css";
import "./style/picker.css";
import "./style/chart.css";
import "./style/branches.css";
import "./style/chips.css";
import "./style/history.css";
import "./style/history-list.css";
import "./style/outline.css";
import "./style/fields.css";
import "./style/routes.css";
import "./style/pruning.css";
import "./style/pruning-chart.css";
import "./style/growth.css";
import "./style/why.css";
import "./style/touch.css";
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
