import { quantityOf } from '../words/units.js';
import type { Candidate } from './Candidate.js';

const UNIT = /(?<![\p{L}_])°?\p{L}+(?:\/\p{L}+)?(?![\p{L}\p{N}_])/gu;
/** What has to stand before a unit of one letter. */
const BEFORE_SHORT = /(?:\d\s*|\b(?:to|into|in)\s+)$/i;

/** The units of measurement of a text, as they are written: `miles`, `km/h`, and `m` or `C` beside a number. */
export function findUnits(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const { 0: match, index } of text.matchAll(UNIT)) {
    const unit = match.replace('°', '');
    if (quantityOf(unit) === undefined) continue;
    if (unit.length === 1 && !BEFORE_SHORT.test(text.slice(Math.max(0, index - 8), index))) continue;
    found.push({ kind: 'unit', start: index, end: index + match.length, text: match, value: match });
  }
  return found;
}

/** Whether a quantity is to be expressed in another unit: there are two units of the same kind, one with a number. */
export function isUnitConversion(candidates: readonly Candidate[]): boolean {
  const units = candidates.filter(({ kind }) => kind === 'unit');
  return units.some(
    (unit, index) =>
      candidates.some(
        ({ kind, end }) => (kind === 'number' || kind === 'number-word') && end <= unit.start && unit.start - end <= 2,
      ) &&
      units.some(
        (other, otherIndex) =>
          otherIndex !== index &&
          other.text.toLowerCase() !== unit.text.toLowerCase() &&
          quantityOf(other.text.replace('°', '')) === quantityOf(unit.text.replace('°', '')),
      ),
  );
}
