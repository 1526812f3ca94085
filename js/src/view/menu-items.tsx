/** A menu's items, moved through by the arrow keys. */

import { useEffect, useRef } from "preact/hooks";
import { taken } from "./pieces";

export interface Entry {
  readonly text: string;
  readonly key: string;
  /** Why it cannot be done; the item stays reachable, and says so. */
  readonly reason: string | null;
  readonly run: () => void;
  /** A rule stands above it. */
  readonly rule?: boolean;
  /** The menu stays open. */
  readonly stay?: boolean;
}

interface MenuItemsProps {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly onClose: () => void;
}

export function MenuItems({ name, entries, onClose }: MenuItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => items(list.current)[0]?.focus(), []);
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={name}
      onKeyDown={(event) => key(event, list.current, onClose)}
    >
      {entries.map((entry) => (
        <button
          key={entry.text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class={entry.rule ? "tw-ruled" : ""}
          aria-disabled={entry.reason !== null}
          title={entry.reason ?? ""}
          onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
          onClick={() => {
            if (entry.reason !== null) return;
            if (!entry.stay) onClose();
            entry.run();
          }}
        >
          <span>{entry.text}</span>
          <span class="tw-kbd" aria-hidden="true">
            {entry.key}
          </span>
        </button>
      ))}
    </div>
  );
}

function items(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
}

function key(event: KeyboardEvent, list: HTMLElement | null, close: () => void): void {
  const all = items(list);
  const at = all.indexOf(event.target as HTMLElement);
  const to: Record<string, number> = {
    ArrowDown: (at + 1) % all.length,
    ArrowUp: (at - 1 + all.length) % all.length,
    Home: 0,
    End: all.length - 1,
  };
  const next = to[event.key];
  if (next !== undefined) all[next]?.focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  else {
    // Letters go to the item that begins with them, never to the canvas behind.
    const letter = event.key.toLowerCase();
    if (letter.length === 1 && letter !== " ") {
      const order = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      order.find((item) => item.textContent?.toLowerCase().startsWith(letter))?.focus();
    }
    event.stopPropagation();
    return;
  }
  taken(event);
}
