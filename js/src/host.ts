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
  readonly widget_manager?: { readonly kernel?: HostKernel | null };
}

/** JupyterLab's kernel, as far as it says that it is going. */
interface HostKernel {
  readonly statusChanged?: Heard;
  /** Of a kernel that is shut down it is the only word, and comes without a status. */
  readonly disposed?: Heard;
}

interface Heard {
  connect(listener: (kernel: unknown, status?: string) => void): unknown;
  disconnect(listener: (kernel: unknown, status?: string) => void): unknown;
}

/** After these no message comes back, also when the kernel starts anew: it knows us no more. */
const GONE = new Set(["terminating", "dead", "restarting", "autorestarting"]);

/** Hear that nobody will answer this model any more. Returns the stop. */
export function onKernelGone(model: HostModel, gone: () => void): () => void {
  const { statusChanged, disposed } = model.widget_manager?.kernel ?? {};
  const listen = (_: unknown, status = "dead"): void => {
    if (GONE.has(status)) gone();
  };
  statusChanged?.connect(listen);
  disposed?.connect(listen);
  // ipywidgets says it of its own models; a model is never told that its line is back.
  model.on("comm_live_update", gone);
  return () => {
    statusChanged?.disconnect(listen);
    disposed?.disconnect(listen);
    model.off("comm_live_update", gone);
  };
}

/**
 * Whether the host marks a view as one that nobody answers. Of what was saved with a notebook and
 * shown without its kernel there is no other sign: what is sent is lost, and no word comes.
 */
export const isCutOff = (el: Element): boolean =>
  el.closest(".jupyter-widgets-disconnected") !== null;

export interface RenderProps {
  model: HostModel;
  el: HTMLElement;
}

export interface WidgetDefinition {
  initialize(props: { model: HostModel }): () => void;
  render(props: RenderProps): () => void;
}
