/** What components are given, by those that many share. */

import type { TreeNode } from "../model/tree";
import type { Scene } from "../scene";
import type { Session } from "../session";
import type { View } from "../view-state";

export interface ViewProps {
  readonly view: View;
}

/** The parts of the frame. */
export interface Props extends ViewProps {
  readonly session: Session;
}

export interface NodeProps extends ViewProps {
  readonly node: TreeNode;
}

/** The cut editor's parts, in the inspector's tab or wide over the canvas. */
export interface EditorProps extends NodeProps {
  readonly wide: boolean;
}

/** All gestures, which close again. */
export interface ListProps extends ViewProps {
  readonly onClose: () => void;
}

/** The name of a checkpoint. */
export interface NamingProps extends ViewProps {
  readonly onDone: () => void;
  /** Where the keyboard goes from here. */
  readonly onBack: () => void;
}

/** What a node shall predict. */
export interface LabelProps {
  readonly scene: Scene;
  readonly node: number;
  readonly onDone: () => void;
}

/** The history's parts. */
export interface StripProps extends ViewProps {
  readonly onList: () => void;
}
