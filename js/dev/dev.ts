/**
 * The widget on a bare page. `?dark`, `?horizontal`, `?width=700`, `?height=500`, `?fixture=name`
 * (a file of tests/contract), `?live` (a model that never answers).
 */

import treewidget from "../src/index";
import type { Traits } from "../src/protocol.gen";
import { meta, state } from "./loans";
import { StaticModel } from "./static-model";

const query = new URLSearchParams(location.search);
document.body.dataset.jpThemeLight = String(!query.has("dark"));

async function traits(): Promise<Traits> {
  const name = query.get("fixture");
  const loaded = name
    ? await (await fetch(name.includes("/") ? name : `../../tests/contract/${name}.json`)).json()
    : {};
  return {
    _meta: loaded.meta ?? meta,
    _state: loaded.state ?? state,
    selected: Number(query.get("selected") ?? (name ? 0 : 27)),
    collapsed: query.has("open") ? [] : (loaded.collapsed ?? (name ? [] : [3])),
    orientation: query.has("horizontal") ? "horizontal" : "vertical",
    editable: true,
    _stability: loaded.stability ?? [],
    height: Number(query.get("height") ?? 640),
  };
}

const here = document.getElementById("here") as HTMLElement;
here.style.maxWidth = `${query.get("width") ?? 1100}px`;
const model = new StaticModel(await traits(), query.has("live"));
Object.assign(window, { model });
const widget = treewidget();
widget.initialize({ model });
widget.render({ model, el: here });
