/** Copying, also where the page may not use the clipboard (plain http, frames without leave). */

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
}

function copyBySelection(text: string): void {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position:fixed;opacity:0";
  const before = document.activeElement;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
}
