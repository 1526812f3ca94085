/** What components are given, by those that many share. */

import type { TreeNode } from "../model/tree";
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

/** The history's parts. */
export interface StripProps extends ViewProps {
  readonly onList: () => void;
}
