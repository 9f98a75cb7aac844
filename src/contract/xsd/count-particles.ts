import { each, type Steps } from '../../event-loop/steps.ts';
import type { Particle } from '../model/model.ts';
import { contractLimits } from '../source/limits.ts';
import { contractLimit } from './bounds.ts';
import type { Linker } from './linker.ts';

/** Counts what the codec will meet: groups written out, each substitute for itself. All types and substitutes are there. */
export function* countParticles({ pending, bounds }: Linker): Steps<void> {
  const counts = new Map<readonly Particle[], number>();
  yield* each(pending, ({ draft, node }) => {
    if (draft.kind === 'simple' || draft.content.kind !== 'elements') return;
    const count = particlesOf(draft.content.particle, counts);
    if (count > contractLimits.particles) {
      const message = `a content model has more than ${contractLimits.particles} particles, with those of groups and bases`;
      throw contractLimit(message, node.place, 'refer to fewer groups, or fewer times');
    }
    bounds.spend(count, node.place);
  });
}

/** Sums are kept by the particles that references share, so the work is that of the contract as it is written. */
function particlesOf(p: Particle, counts: Map<readonly Particle[], number>): number {
  if (p.kind === 'element') return 1 + p.element.substitutes.length;
  if (p.kind === 'any') return 1;
  let sum = counts.get(p.particles);
  if (sum === undefined) {
    sum = 1;
    for (const particle of p.particles) sum += particlesOf(particle, counts);
    counts.set(p.particles, sum);
  }
  return sum;
}
