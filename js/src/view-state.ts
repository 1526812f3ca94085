/**
 * State of one rendered view, which never leaves the page. What Python shares is in `session.ts`.
 */

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { copyText } from "./clipboard";
import { Ruler } from "./measure";
import type { Area, Camera } from "./model/camera";
import { classSlots } from "./model/palette";
import type { BranchPreview } from "./model/preview";
import { TreeModel } from "./model/tree";
import { withFile } from "./panels-file";
import type { LookResult } from "./protocol.gen";
import type { PruningState } from "./pruning-state";
import { Questions } from "./questions";
import type { Session } from "./session";
import { STATUS } from "./words";

const NOTICE_MS = 2000;
const LETTER_MS = 50;

export type Size = Area;
export type Tab = "candidates" | "cut" | "rows" | "notes";

/** The children a split would make, drawn as ghosts under its node. */
export interface SplitPreview {
  readonly node: number;
  readonly gain: number | null;
  readonly branches: readonly BranchPreview[];
}

/** Whose cut is being edited over the canvas. */
export interface EditorState {
  readonly node: number;
  readonly column: number | null;
  /** It was opened for where the missing rows go. */
  readonly missing: boolean;
}

export interface Menu {
  readonly kind: "node" | "more";
  /** The node the verbs act on. */
  readonly node: number;
  /** Where it opens, in px from the top left corner of the canvas. */
  readonly x: number;
  readonly y: number;
}

export class View {
  readonly session: Session;
  /** The whole widget, in px. */
  readonly size: Signal<Area> = signal({ width: 0, height: 0 });
  readonly canvas: Signal<Area> = signal({ width: 0, height: 0 });
  /** The corner that the legend takes. */
  readonly legend: Signal<Area> = signal({ width: 0, height: 0 });
  readonly camera: Signal<Camera> = signal({ x: 0, y: 0, zoom: 1 });
  readonly hovered: Signal<number | null> = signal(null);
  /** The node whose pruning is being looked at. */
  readonly ghost: Signal<number | null> = signal(null);
  readonly tab: Signal<Tab> = signal("candidates");
  readonly editor: Signal<EditorState | null> = signal(null);
  readonly preview: Signal<SplitPreview | null> = signal(null);
  /** The step that is looked at: see `look`. */
  readonly looking: Signal<LookResult | null> = signal(null);
  /** Growing by choice stands in the inspector's place. */
  readonly growing: Signal<boolean> = signal(false);
  readonly menu: Signal<Menu | null> = signal(null);
  readonly query: Signal<string> = signal("");
  /** The tree on the screen: the present one, or the version being looked at. */
  readonly tree: ReadonlySignal<TreeModel>;
  readonly dark: Signal<boolean> = signal(false);
  readonly ruler: Ruler;
  /** Colour slot of each class, 1 to 8. */
  readonly slots: ReadonlySignal<readonly number[]>;
  /** Where there is little height: whether the history is shown all the same. */
  readonly unfolded: Signal<boolean> = signal(false);
  /** Where the inspector is a drawer: whether it is out. */
  readonly drawer: Signal<boolean> = signal(false);
  /** A short word in the status line: "Copied". */
  readonly notice: Signal<string> = signal("");
  /** Counts the wishes to have the keyboard back on the selected node; none if it goes elsewhere. */
  readonly refocus: Signal<number> = signal(0);
  /** The note's field takes the keyboard as soon as it is there. */
  readonly writing: Signal<boolean> = signal(false);
  readonly questions: Questions;
  /** The pruning that is being considered. */
  readonly pruning: Signal<PruningState | null> = signal(null);
  #looks = 0;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session, ruler: Ruler = new Ruler(() => "sans-serif")) {
    this.session = session;
    this.ruler = ruler;
    this.questions = new Questions(session);
    this.tree = computed(() => {
      const look = this.looking.value;
      if (look === null) return session.tree.value;
      return new TreeModel(session.meta.value, look.nodes, look.figures);
    });
    this.slots = computed(() =>
      session.meta.value.task === "classification" ? classSlots(this.tree.value.root.counts) : [],
    );
  }

  /** Look at a step, or with null at the present. What was wished last counts, not what comes last. */
  async look(step: number | null): Promise<void> {
    this.#looks += 1;
    const wish = this.#looks;
    if (step === null) this.looking.value = null;
    else {
      try {
        const look = await this.session.ask("look", { step });
        if (wish === this.#looks) this.looking.value = look;
      } catch (error) {
        if (wish === this.#looks) this.session.refuse((error as Error).message);
      }
    }
  }

  /** Open the wide cut editor on a node. */
  openEditor(node: number, column: number | null = null, missing = false): void {
    this.session.select(node);
    // Only what stands there may take the keys: the panels are still to come, or never do.
    void withFile(this.session, () =>
      batch(() => {
        this.editor.value = { node, column, missing };
        this.#leaveCanvas();
      }),
    );
  }

  /** Choose how the selected node grows. */
  openGrowth(): void {
    batch(() => {
      this.growing.value = this.drawer.value = true;
      this.#leaveCanvas();
    });
  }

  /** Write the selected node's note: in the inspector, for which everything else makes room. */
  openNote(): void {
    batch(() => {
      this.openTab("notes");
      this.writing.value = true;
      this.#leaveCanvas();
    });
  }

  openTab(tab: Tab): void {
    batch(() => {
      this.tab.value = tab;
      this.drawer.value = true;
      this.growing.value = false;
      this.editor.value = this.pruning.value = null;
    });
  }

  /** What opens takes the keyboard: the menu that it was chosen in has just asked for the canvas. */
  #leaveCanvas(): void {
    this.refocus.value = 0;
  }

  /** Copy a text, and say so. */
  copy(text: string): void {
    void copyText(text).then(() => this.say(STATUS.copied));
  }

  say(notice: string): void {
    clearTimeout(this.#noticeTimer);
    this.notice.value = notice;
    this.#noticeTimer = setTimeout(
      () => {
        this.notice.value = "";
      },
      NOTICE_MS + LETTER_MS * notice.length,
    );
  }

  /** Close a part of the frame that may have the keyboard. */
  leave<T>(part: Signal<T>, closed: T): void {
    part.value = closed;
    this.focusCanvas();
  }

  /** Give the keyboard back to the canvas. */
  readonly focusCanvas = (): void => {
    this.refocus.value += 1;
  };

  dispose(): void {
    clearTimeout(this.#noticeTimer);
  }
}
