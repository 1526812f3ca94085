/** What the trees of a sequence are told by: their error, or what a case costs them. */

import { errorText, errorWords } from "../../model/node-words";
import { isRegression } from "../../model/tree";
import { measure, NONE } from "../../numbers";
import type { Meta, TreeFigures } from "../../protocol.gen";
import { FIGURES } from "../../words";
import { PRUNING } from "../../words-panels";

/** In a line, and at the head of one. */
export const lossWords = (meta: Meta): readonly [string, string] =>
  meta.stakes ? [FIGURES.cost, PRUNING.cost] : errorWords(meta);

export function lossText(meta: Meta, loss: number | null): string {
  if (!meta.stakes) return errorText(meta, loss);
  return loss === null ? NONE : measure(loss);
}

/** It is a share of the rows. */
export const isShare = (meta: Meta): boolean => !isRegression(meta) && !meta.stakes;

/** Of the tree as it is. */
export const lossNow = ({ stakes }: Meta, figures: TreeFigures) =>
  stakes
    ? { error: figures.cost ?? 0, validation: figures.validation_cost }
    : { error: figures.error, validation: figures.validation_error };
