/** A box with a tick, as the panels' forms have it. */

interface CheckProps {
  name: string;
  help?: string;
  changed?: boolean;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function Check({ name, help, changed, on, onChange }: CheckProps) {
  return (
    <label class={`tw-check ${changed ? "tw-changed" : ""}`} title={help}>
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {name}
    </label>
  );
}
