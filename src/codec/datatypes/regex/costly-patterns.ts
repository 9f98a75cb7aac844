// Estimates the cost of a pattern per character: builds a text, character by character, that reaches as many states as possible.
import { Alphabet, CharSets } from './alphabet.ts';
import { automaton } from './automaton.ts';
import { type Expression, parsePattern } from './parse.ts';
import { usableBranches } from './pattern.ts';
import { type Bits, bitsOf, type Program, programOf, Row } from './program.ts';
import { beginSteps, endSteps } from './steps.ts';

/** Bounds of the search: kinds of characters to try at each step, and steps in total. */
const MOST_KINDS = 32;
const MOST_STEPS = 40_000_000;
/** Programs of fewer words cannot cost much. */
const FEW_KEYS = 4;

/** Steps of the most costly character found; 1 for a pattern with few positions. */
export function maxStepsPerCharacter(pattern: string): number {
  return Math.max(...usableBranches(parsePattern(pattern)).map(({ expression }) => maxStepsOf(expression)));
}

function maxStepsOf(expression: Expression): number {
  const program = programOf(automaton(expression));
  if (program.wordCount + program.targets.length < FEW_KEYS) return 1;
  const masks = masksOf(program);
  let [row, spare, best] = [new Row(), new Row(), new Row()];
  row.load({ low: 0, bitWords: Int32Array.of(1) }, program.wordCount);
  let maxCost = 1;
  let spent = 0;
  for (let i = 0; i < 32 * program.wordCount && spent < MOST_STEPS; i++) {
    let [states, cost] = [0, 0];
    for (const mask of masks) {
      cost = costOf(() => spare.follow(program, row, mask));
      spent += cost;
      const stateCount = statesOf(spare);
      if (stateCount <= states) continue;
      states = stateCount;
      [spare, best] = [best, spare];
    }
    if (states === 0) break;
    maxCost = Math.max(maxCost, cost);
    [row, best] = [best, row];
  }
  return maxCost;
}

function costOf(step: () => void): number {
  const opened = beginSteps(MOST_STEPS);
  step();
  return MOST_STEPS - endSteps(opened);
}

/** One mask for each kind of character that the pattern distinguishes, as far as easily found. */
function masksOf({ sets, readers }: Program): Bits[] {
  const alphabet = new Alphabet(new CharSets(sets));
  const points = [...Array(95).keys()].map((i) => i + 0x20);
  for (const { ranges = [] } of sets.slice(0, 10 * MOST_KINDS))
    points.push(...ranges.slice(0, 1).map(([from]) => from));
  const classes = new Set(points.map((point) => alphabet.classOf(point)));
  return [...classes]
    .slice(0, MOST_KINDS)
    .map((charClass) => bitsOf(alphabet.setsOf(charClass).flatMap((set) => [...readers[set]])));
}

function statesOf({ bitWords, low, high }: Row): number {
  let count = 0;
  for (let w = low; w < high; w++) for (let bits = bitWords[w]; bits !== 0; bits &= bits - 1) count++;
  return count;
}
