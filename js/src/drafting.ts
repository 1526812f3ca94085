/**
 * A split of one column in the making, in one view: the draft, and what it would bring. Nothing
 * here waits for Python; where the profile comes from is `cut-state.ts`'s concern.
 */

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { isOrdered } from "./model/conditions";
import {
  addCut,
  addGroup,
  bestDraft,
  canAddCut,
  moveCut,
  moveLevels,
  removeCut,
  removeGroup,
} from "./model/draft";
import { type BranchPreview, branchesOf } from "./model/preview";
import type { Curve, Draft, Missing, Profile, Verdict } from "./model/profile";
import type { ColumnMeta } from "./protocol.gen";

const EMPTY: Draft = { cuts: [], groups: null, missing: null };

export abstract class Drafting {
  readonly profile: Signal<Profile | null> = signal(null);
  readonly draft: Signal<Draft> = signal(EMPTY);
  /** Which cut the keys and the typed threshold move. */
  readonly active = signal(0);
  readonly verdict: ReadonlySignal<Verdict | null>;
  /** The branches of the draft, as nodes. */
  readonly branches: ReadonlySignal<readonly BranchPreview[]>;
  /** The column's best split, and its figures. */
  readonly bestDraft: ReadonlySignal<Draft | null>;
  readonly best: ReadonlySignal<Verdict | null>;
  /** The gain at every cut; it stands still while its own cut is moved. */
  readonly curve: ReadonlySignal<Curve | null>;
  /** There is one more cut that the method might make. */
  readonly canAdd: ReadonlySignal<boolean>;

  constructor() {
    const { profile, draft, active } = this;
    this.verdict = computed(() => profile.value?.judge(draft.value) ?? null);
    this.branches = computed(() => {
      const verdict = this.verdict.value;
      const of = profile.value;
      return of && verdict ? branchesOf(of, draft.value, verdict, this.meta) : [];
    });
    this.bestDraft = computed(() => profile.value && bestDraft(profile.value));
    this.best = computed(() => {
      const best = this.bestDraft.value;
      return (best && profile.value?.judge(best)) ?? null;
    });
    const others = computed(() => draft.value.cuts.filter((_, i) => i !== active.value).join());
    const missing = computed(() => draft.value.missing);
    this.curve = computed(() => {
      const held = others.value === "" ? [] : others.value.split(",").map(Number);
      return profile.value?.curve(held, missing.value) ?? null;
    });
    this.canAdd = computed(() => {
      const of = profile.value;
      return !of || !isOrdered(of.result.kind) || canAddCut(draft.value, of);
    });
  }

  /** The column. */
  abstract get meta(): ColumnMeta;

  /** A hand has changed the draft: whatever was asked about it no longer matters. */
  protected abstract touched(): void;

  /** A branch that no row can reach, or -1: the split would be refused. */
  get emptyBranch(): number {
    return (this.draft.value.groups ?? []).findIndex((group) => group.length === 0);
  }

  /** A cut may go while another is left; the last one too where known stands against missing. */
  get canRemove(): boolean {
    return this.draft.value.cuts.length > 1 || (this.profile.value?.result.missing[0] ?? 0) > 0;
  }

  protected set(draft: Draft | null, active = this.active.value): void {
    this.touched();
    batch(() => {
      this.draft.value = draft ?? EMPTY;
      this.active.value = active;
    });
  }

  /** The active cut to a listed one. */
  protected move(to: number): void {
    const { draft, active, profile } = this;
    const moved = moveCut(draft.value, active.value, to, profile.value?.cuts.length ?? 0);
    if (moved !== draft.value) this.set(moved);
  }

  /** Drag: the active cut to the listed one nearest to a place on the axis. */
  dragTo(value: number): void {
    this.move(this.profile.value?.nearest(value) ?? 0);
  }

  useBest(): void {
    this.set(this.bestDraft.value, 0);
  }

  addBranch(): void {
    const profile = this.profile.value;
    const draft = this.draft.value;
    if (!profile) return;
    if (!isOrdered(profile.result.kind)) this.set(addGroup(draft));
    else {
      const added = addCut(draft, profile);
      if (added) this.set(added.draft, added.active);
    }
  }

  removeBranch(branch: number): void {
    const draft = this.draft.value;
    if (draft.groups) this.set(removeGroup(draft, branch, this.meta.levels));
    else if (this.canRemove) {
      const removed = removeCut(draft, branch);
      this.set(removed.draft, removed.active);
    }
  }

  moveLevels(levels: readonly number[], branch: number): void {
    this.set(moveLevels(this.draft.value, levels, branch));
  }

  setMissing(missing: Missing): void {
    this.set({ ...this.draft.value, missing });
  }
}
