/** What a host (JupyterLab, VS Code, marimo, a page of our own) gives us of a widget's model. */

import type { Traits } from "./protocol.gen";

export type TraitName = keyof Traits;

type Listener = (...details: never[]) => void;

/** anywidget's model, as far as it is used. A page without a kernel leaves `send` out. */
export interface HostModel {
  get<K extends TraitName>(name: K): Traits[K];
  set<K extends TraitName>(name: K, value: Traits[K]): void;
  save_changes(): void;
  on(event: string, listener: Listener): void;
  off(event?: string | null, listener?: Listener | null): void;
  send?(content: unknown): void;
}

export interface RenderProps {
  model: HostModel;
  el: HTMLElement;
}

export interface WidgetDefinition {
  initialize(props: { model: HostModel }): () => void;
  render(props: RenderProps): () => void;
}
