/** Every word of the interface. Numbers are put in by the functions; code never comes from here. */

export const WORDS = {
  verbs: {
    split: "Split",
    editCut: "Edit cut",
    grow: "Grow",
    prune: "Prune",
    lock: "Lock",
    unlock: "Unlock",
    note: "Note",
    label: "Label",
    undo: "Undo",
    redo: "Redo",
    cancel: "Cancel",
  },
  status: {
    cancelled: "Cancelled",
    waiting: "Waiting for the kernel (it may be busy)",
    readOnly: "Read-only: no kernel. Everything can still be explored",
    notEditable: "Read-only: this view cannot change the tree",
  },
} as const;
