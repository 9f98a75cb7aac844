// Random bodies, header parts and faults of public contracts, carried XML → JSON → XML: what says something else afterwards is a difference of content.
import fc from 'fast-check';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { type Codec, Mismatch } from '../../src/codec/model/codec.ts';
import { contentStyle } from '../../src/codec/soap-encoding/content-style.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import type { ElementDecl } from '../../src/contract/model/model.ts';
import { Problems, SoapstoneError } from '../../src/errors/errors.ts';
import { clark } from '../../src/xml/reader/names.ts';
import { canonical } from '../laws/canonical.ts';
import { travelling } from '../laws/contracts.ts';
import { instances } from '../laws/instances.ts';
import { plainForm } from '../laws/same-json.ts';
import { Transcode } from '../laws/transcode.ts';

/** Instances of one element. */
const RUNS = 3;
const SEED = 16;
/** Random bytes of one instance, about ten a value. */
const SIZE = 600;

type Outcome = 'same' | 'different' | 'refused' | 'untyped';

interface Failure {
  readonly outcome: Outcome;
  readonly label: string;
  readonly text: string;
}

/** Counts over all contracts. */
export class Trips {
  private elements = 0;
  private readonly counts: Record<Outcome, number> = { same: 0, different: 0, refused: 0, untyped: 0 };
  private readonly none = new Map<string, number>();
  readonly failures: Failure[] = [];

  carry(label: string, contract: Contract): void {
    const codec = createCodec(contract.schemas, dialect());
    for (const element of travelling(contract)) this.element(label, contract, codec, element);
  }

  /** Something was not the same. */
  get failed(): boolean {
    return this.failures.length > 0;
  }

  lines(): string[] {
    const { same, different, refused, untyped } = this.counts;
    const first = this.failures
      .slice(0, 20)
      .map(({ outcome, label, text }) => `         ${outcome}: ${label}: ${text}`);
    return [
      `${same + different + refused + untyped} messages of ${this.elements} elements carried XML → JSON → XML: ${same} the same, ${different} different, ${refused} refused, ${untyped} untyped errors`,
      ...[...this.none].map(([reason, count]) => `no instance of ${count} elements: ${reason}`),
      ...first,
    ];
  }

  private element(label: string, { schemas }: Contract, codec: Codec, element: ElementDecl): void {
    this.elements++;
    for (const { xml } of this.drawn(schemas, element)) {
      const failure = attempt(() => trip(codec, schemas, element, xml));
      this.counts[failure?.outcome ?? 'same']++;
      if (failure) this.failures.push({ ...failure, label: `${label} ${clark(element.name)}` });
    }
  }

  /** None of a type that has no finite instance, or only values that the generator cannot make. */
  private drawn(schemas: Contract['schemas'], element: ElementDecl) {
    try {
      return fc.sample(instances(schemas, element, { size: SIZE, depth: 3 }), { numRuns: RUNS, seed: SEED });
    } catch (error) {
      // A type that needs itself, directly or by what a wildcard draws, has no end.
      const isEndless = error instanceof RangeError || /no finite instance/.test(String(error));
      const reason = isEndless ? 'it has no finite one' : (error as Error).message;
      this.none.set(reason, (this.none.get(reason) ?? 0) + 1);
      return [];
    }
  }
}

/** The difference, or undefined. */
function trip(codec: Codec, schemas: Contract['schemas'], declared: ElementDecl, xml: string): string | undefined {
  const { encoding: _, ...element } = declared;
  const literal = new Transcode(codec, element);
  const json = literal.decode(xml);
  // Encoded messages have many forms: what they say is their JSON.
  if (contentStyle(declared, schemas) !== undefined) return encodedTrip(new Transcode(codec, declared), json);
  const again = literal.encode(json);
  return canonical(again, schemas, element) === canonical(xml, schemas, element) ? undefined : `${xml} became ${again}`;
}

function encodedTrip(transcode: Transcode, json: string): string | undefined {
  const xml = transcode.encode(json);
  const again = transcode.decode(xml);
  const [before, after] = [json, again].map((text) => JSON.stringify(plainForm(withoutSimpleTypes(text))));
  return before === after ? undefined : `${json} became ${again} by ${xml}`;
}

/** A member of any type is written with its `xsi:type`, which it then has in JSON. */
function withoutSimpleTypes(json: string): string {
  const plain = JSON.parse(json, (_, value) => {
    const isTyped =
      typeof value?.$type === 'string' && value.$type.startsWith('xs:') && Object.keys(value).length === 2;
    return isTyped ? value.$value : value;
  });
  return JSON.stringify(plain);
}

function attempt(step: () => string | undefined): Omit<Failure, 'label'> | undefined {
  try {
    const text = step();
    return text === undefined ? undefined : { outcome: 'different', text };
  } catch (error) {
    const isTyped = error instanceof SoapstoneError || error instanceof Problems || error instanceof Mismatch;
    return { outcome: isTyped ? 'refused' : 'untyped', text: String(error) };
  }
}
