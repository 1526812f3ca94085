/** What comes when a panel is first wanted (see panels-loader.ts), in a file of its own. */

export { cutOf } from "./cut-state";
export { bestBranches } from "./model/preview";
export { pruningOf } from "./pruning-of";
export { Chips } from "./view/editor/chips";
export { close } from "./view/editor/close";
export { CutEditor } from "./view/editor/editor";
export { Foot } from "./view/editor/foot";
export { CutEditorWide } from "./view/editor/wide";
export { Growth } from "./view/growth";
export { HistoryList } from "./view/history-list";
export { LabelForm } from "./view/label-form";
export { Naming } from "./view/naming";
export { PriceChip } from "./view/price-chip";
export { PruneOffer } from "./view/prune-offer";
export { PruningHead } from "./view/pruning/head";
export { PruningPanel } from "./view/pruning/panel";
export { Rows } from "./view/rows";
export { SplitGhosts } from "./view/split-ghosts";
export { Surrogates } from "./view/surrogates";
export { Why } from "./view/why";
