/** What is in the panels' file, for those that ask for it: the file itself nobody may import. */

import type { Signal } from "@preact/signals";
import type { ComponentChild } from "preact";
import type { CutState } from "./cut-state";
import type { BranchPreview } from "./model/preview";
import { arrived, fileLoaded, withFile } from "./panels-file";
import type { Meta, ProfileResult } from "./protocol.gen";
import type { PruningState } from "./pruning-state";
import type { Asking } from "./reasons";
import type { Scene } from "./scene";
import type { Session } from "./session";
import type {
  EditorProps,
  LabelProps,
  ListProps,
  NamingProps,
  NodeProps,
  Props,
  ViewProps,
} from "./view/props";
import type { View } from "./view-state";

type Shows<P> = (props: P) => ComponentChild;

export interface Panels {
  readonly Chips: Shows<EditorProps>;
  readonly CutEditor: Shows<EditorProps>;
  readonly CutEditorWide: Shows<Props>;
  readonly Foot: Shows<EditorProps>;
  readonly Growth: Shows<ViewProps>;
  readonly HistoryList: Shows<ListProps>;
  readonly LabelForm: Shows<LabelProps>;
  readonly Naming: Shows<NamingProps>;
  readonly PriceChip: Shows<{ readonly scene: Scene }>;
  readonly PruneOffer: Shows<{ readonly scene: Scene }>;
  readonly PruningHead: Shows<ViewProps>;
  readonly PruningPanel: Shows<ViewProps>;
  readonly Rows: Shows<NodeProps>;
  readonly SplitGhosts: Shows<{ readonly scene: Scene }>;
  readonly Surrogates: Shows<NodeProps>;
  readonly Why: Shows<ViewProps & { readonly asking: Asking }>;
  bestBranches(result: ProfileResult, meta: Meta): BranchPreview[] | null;
  close(view: View, wide: boolean): void;
  cutOf(view: View): CutState;
  pruningOf(view: View): PruningState;
}

export const panels = arrived as Signal<Panels | null>;
export const loaded = fileLoaded as (session: Session) => Promise<Panels>;
export const withPanels = withFile as (
  session: Session,
  show: (made: Panels) => void,
) => Promise<void>;
