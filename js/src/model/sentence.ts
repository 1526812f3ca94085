/** Words that stand by themselves begin with a capital; as part of others they do not. */

import type { Meta } from "../protocol.gen";

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An ordinary word: no argument ("max_depth=0"), no call, no value. */
const WORD = /^[a-z]+(-[a-z]+)* /;
const OURS = "treewidget";

/** What Python said as a sentence; a name of the data that it begins with stays as it is. */
export function asSentence(said: string, { columns, classes, target }: Meta): string {
  const names = [OURS, target, ...classes, ...columns.map(({ name }) => name)];
  const named = names.some((name) => said.startsWith(`${name} `));
  return WORD.test(said) && !named ? sentenceCase(said) : said;
}
