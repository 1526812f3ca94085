/**
 * State of one rendered view, which never leaves the page. What Python shares is in `session.ts`.
 */

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { CutState } from "./cut-state";
import { TreeModel } from "./model/tree";
import type { LookResult } from "./protocol.gen";
import { Questions } from "./questions";
import type { Session } from "./session";

export type Tab = "candidates" | "cut" | "rows" | "notes";

/** A branch that a split would make. Stats as in `TreeNode.counts`. */
export interface BranchPreview {
  readonly condition: string;
  readonly n: number;
  readonly weight: number;
  readonly counts: readonly number[];
  readonly prediction: number;
  readonly impurity: number;
  readonly error: number;
  readonly validationError: number | null;
}

/** The children a split would make, drawn as ghosts under its node. */
export interface SplitPreview {
  readonly node: number;
  readonly gain: number | null;
  readonly branches: readonly BranchPreview[];
}

/** Whose cut is being edited, and where: in the inspector's tab, or wide over the canvas. */
export interface EditorState {
  readonly node: number;
  readonly column: number | null;
  readonly wide: boolean;
}

export interface Menu {
  readonly kind: "node" | "more";
  /** The node the verbs act on. */
  readonly node: number;
  /** Where it opens, in px from the frame's top left corner. */
  readonly x: number;
  readonly y: number;
}

/** Screen = offset + scale × world. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  /** Nominal zoom: 1 is 100 %. */
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export class View {
  readonly session: Session;
  /** The whole widget, in px. */
  readonly size: Signal<Size> = signal({ width: 0, height: 0 });
  readonly canvas: Signal<Size> = signal({ width: 0, height: 0 });
  readonly camera: Signal<Camera> = signal({ x: 0, y: 0, zoom: 1 });
  readonly hovered: Signal<number | null> = signal(null);
  /** The node whose pruning is being looked at. */
  readonly ghost: Signal<number | null> = signal(null);
  readonly tab: Signal<Tab> = signal("candidates");
  readonly editor: Signal<EditorState | null> = signal(null);
  readonly preview: Signal<SplitPreview | null> = signal(null);
  readonly looking: Signal<LookResult | null> = signal(null);
  readonly menu: Signal<Menu | null> = signal(null);
  readonly query: Signal<string> = signal("");
  /** The tree on the screen: the present one, or the version being looked at. */
  readonly tree: ReadonlySignal<TreeModel>;
  readonly dark: Signal<boolean> = signal(false);
  readonly questions: Questions;
  /** The split being made in the editor. */
  readonly cut: CutState;

  constructor(session: Session) {
    this.session = session;
    this.questions = new Questions(session);
    this.cut = new CutState(session, this.questions);
    this.tree = computed(() => {
      const look = this.looking.value;
      if (look === null) return session.tree.value;
      return new TreeModel(session.meta.value, look.nodes, look.figures);
    });
  }
}
