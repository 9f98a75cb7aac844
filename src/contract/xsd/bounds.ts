// Bounds on what a contract expands to: a few lines of groups, bases or substitutes can exceed any memory.
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import { clark, type QName } from '../../xml/reader/names.ts';
import type { Particle, TypeDef } from '../model/model.ts';
import { contractLimits, DERIVATION_DEPTH, MODEL_DEPTH } from '../source/limits.ts';

export function contractLimit(message: string, place: Place | undefined, suggestion: string): SoapstoneError {
  return new SoapstoneError('CONTRACT_LIMIT', message, { place, suggestion });
}

/** Counts derivation steps, nesting and particles of one contract while it is linked. */
export class Bounds {
  private particlesLeft = contractLimits.expandedParticles;
  /** Derivation steps from the root type. */
  private readonly steps = new Map<TypeDef, number>();
  /** Nesting of groups, by particle list: references to a named group share it. */
  private readonly depths = new Map<readonly Particle[], number>();

  /** Counts against the limit of all types and elements together. */
  spend(count: number, place: Place | undefined): void {
    this.particlesLeft -= count;
    if (this.particlesLeft >= 0) return;
    const message = `types and elements have more than ${contractLimits.expandedParticles} particles, attributes and substitutes, with those of groups and bases`;
    throw contractLimit(message, place, 'use a smaller part of the contract');
  }

  /** Notes a complex type whose base is complete. */
  derived(type: TypeDef, place: Place): void {
    const steps = 1 + ((type.base && this.steps.get(type.base)) ?? -1);
    if (steps > DERIVATION_DEPTH) throw derivationTooDeep(type, place);
    this.steps.set(type, steps);
  }

  /** Notes a group whose particles are complete. */
  nested(particles: readonly Particle[], place: Place): void {
    let depth = 1;
    for (const p of particles)
      if (p.kind !== 'element' && p.kind !== 'any') depth = Math.max(depth, 1 + (this.depths.get(p.particles) ?? 1));
    if (depth > MODEL_DEPTH) throw tooNested(place);
    this.depths.set(particles, depth);
  }
}

/** `what`: a type or an element with the place of its declaration. */
export function derivationTooDeep({ name }: { readonly name?: QName }, place: Place | undefined): SoapstoneError {
  const typeLabel = name ? `"${clark(name)}"` : 'this type';
  const message = `${typeLabel} is more than ${DERIVATION_DEPTH} steps away from what it is derived from, made of or substitutes`;
  return contractLimit(message, place, 'take out steps in between');
}

export function tooNested(place: Place): SoapstoneError {
  return contractLimit(`groups are nested deeper than ${MODEL_DEPTH} levels`, place, 'nest them less');
}
