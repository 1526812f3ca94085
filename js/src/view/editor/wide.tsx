import type { Props } from "../frame";

export function CutEditorWide(_props: Props) {
  return null;
}
