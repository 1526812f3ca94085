/** Icons on a grid of 18, drawn with a stroke of 1.5. Always beside or under a name. */

const PATHS = {
  undo: "M4 7h7a3.5 3.5 0 0 1 0 7H8M7 4 4 7l3 3",
  redo: "M14 7H7a3.5 3.5 0 0 0 0 7h3M11 4l3 3-3 3",
  split:
    "M9 3v4.5M9 7.5C9 11 4 10 4 14.5M9 7.5c0 3.5 5 2.5 5 7M2.2 12.7 4 14.5l1.8-1.8M12.2 12.7l1.8 1.8 1.8-1.8",
  grow: "M9 15V9.5M9 9.5C9 6.5 7 4.5 3 4.5c0 3.5 2 5 6 5ZM9 8c0-2.5 2-4 6-4 0 3-2 4.5-6 4.5",
  prune:
    "M4.5 3.5 12 12M13.5 3.5 6 12M4.5 12a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM13.5 12a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  lock: "M4.5 8h9v7h-9zM6.5 8V5.5a2.5 2.5 0 0 1 5 0V8M9 11v1.5",
  unlock: "M4.5 8h9v7h-9zM6.5 8V5.5a2.5 2.5 0 0 1 4.8-1M9 11v1.5",
  note: "M3 4h12v8.5H8.5L5.5 15v-2.5H3z",
  pin: "M6.5 3h5l-.7 4.5 2.2 2.5H5l2.2-2.5zM9 10v5",
  label: "M3 3.5h5.5L15 10l-5.5 5.5L3 9zM6 6.5h.01",
  search: "M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM11.5 11.5 15 15",
  tree: "M7 2.5h4v3H7zM2.5 12.5h4v3h-4zM11.5 12.5h4v3h-4zM9 5.5V9M4.5 12.5V9h9v3.5",
  treeSide: "M2.5 7h3v4h-3zM12.5 2.5h3v4h-3zM12.5 11.5h3v4h-3zM5.5 9H9M12.5 4.5H9v9h3.5",
  fit: "M3 6.5V3h3.5M11.5 3H15v3.5M15 11.5V15h-3.5M6.5 15H3v-3.5",
  more: "M4 9h.01M9 9h.01M14 9h.01",
  plus: "M9 4v10M4 9h10",
  minus: "M4 9h10",
  close: "M5 5l8 8M13 5l-8 8",
  warn: "M9 3 16 15H2zM9 7.5v3.5M9 13h.01",
  copy: "M6.5 6.5h8v8h-8zM11.5 6.5v-3h-8v8h3",
  flag: "M4.5 15.5v-13M4.5 3.5h9l-2 3 2 3h-9",
  down: "M5.5 7.5 9 11l3.5-3.5",
  right: "M7.5 5.5 11 9l-3.5 3.5",
  left: "M10.5 5.5 7 9l3.5 3.5",
  list: "M6.5 5h8.5M6.5 9h8.5M6.5 13h8.5M3.5 5h.01M3.5 9h.01M3.5 13h.01",
  panel: "M3 3.5h12v11H3zM11 3.5v11",
  expand: "M3 10v5h5M15 8V3h-5M3 15l5-5M15 3l-5 5",
  history: "M3.5 9a5.5 5.5 0 1 0 1.7-4L3 7M3 3.5V7h3.5M9 6v3.2l2.2 1.3",
} as const;

export type IconName = keyof typeof PATHS;

/** How much of a whole there is, from the top round. */
export function Ring({ share, size }: { share: number; size: number }) {
  return (
    <svg
      class="tw-icon tw-ring"
      viewBox="0 0 18 18"
      style={{ width: `${size}px`, height: `${size}px` }}
      aria-hidden="true"
    >
      <circle cx="9" cy="9" r="6" />
      <circle cx="9" cy="9" r="6" pathLength="1" stroke-dasharray={`${share} 1`} />
    </svg>
  );
}

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  const heavy = name === "more" ? { strokeWidth: 2.4 } : undefined;
  return (
    <svg
      class="tw-icon"
      viewBox="0 0 18 18"
      style={{ width: `${size}px`, height: `${size}px`, ...heavy }}
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
