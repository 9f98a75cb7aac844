// Statements about defaults do not hold in front of a table whose defaults are turned round.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { tutorial } from '../e2e/scene.ts';
import { restChecks } from './rest-checks.ts';
import { RestScene } from './rest-scene.ts';
import { soapChecks } from './soap-checks.ts';
import { SoapScene } from './soap-scene.ts';
import { type Checks, nameOf, statements, type Verdict, verdictsOf, type Way } from './statements.ts';

const folder = mkdtempSync(join(tmpdir(), 'turned-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Turns = Readonly<Record<string, string>>;

/** What REST clients do not say. */
const OF_REST: Turns = {
  '{limit=1000|int32}': '{limit=8|int32}',
  '{offset=0|int32}': '{offset=1|int32}',
  '{expand=false:true}': '{expand=true:true}',
  '{simple=false:true}': '{simple=true:true}',
  '{selected=false}': '{selected=true}',
  '{onNames=Warning}': '{onNames=Error}',
  '{onValues=Error}': '{onValues=Ignore}',
  'format: uuid, when: { revision: 1 }': 'format: uuid, when: { revision: 2 }',
  '{ when: { revision: 2 }, selectResources: false }': '{ when: { revision: 1 }, selectResources: false }',
};
/** What the gateway says to a record API where SOAP clients say nothing. No table leaves out the others: `check` refuses it. */
const OF_SOAP: Turns = { '{fields?|csv}': '{fields:memo|csv}' };

function turned(name: string, turns: Turns): string {
  const mapping = join(folder, name);
  cpSync(tutorial('business-records'), mapping, { recursive: true });
  const file = join(mapping, 'mapping.yaml');
  const text = readFileSync(file, 'utf8');
  expect(Object.keys(turns).filter((usual) => !text.includes(usual))).toEqual([]);
  writeFileSync(
    file,
    Object.entries(turns).reduce((all, [usual, other]) => all.replaceAll(usual, other), text),
  );
  return mapping;
}

async function holding(way: Way, checks: Checks, ids: readonly string[]): Promise<string[]> {
  const some = Object.fromEntries(ids.map((id) => [id, checks[id]]));
  const of = ({ statement }: Verdict) => ids.includes(statement.id);
  const verdicts = (await verdictsOf(way, some)).filter(of);
  expect(verdicts.length).toBe(statements.filter(({ id }) => ids.includes(id)).length);
  return verdicts.filter(({ kind }) => kind !== 'open').map(nameOf);
}

it('no statement about a default of REST clients holds', { timeout: 300_000 }, async () => {
  const scene = await new RestScene().start({ mapping: turned('rest', OF_REST) });
  const ids = ['limit', 'offset', 'expand', 'enums', 'fields', 'replace-selected', 'property-names', 'property-values'];
  const keys = ['idempotency', 'idempotency-of', 'revision-key', 'revision-fields'];
  const held = await holding('REST → SOAP', restChecks(scene), [...ids, ...keys]).finally(() => scene.stop());
  expect(held).toEqual([]);
});

it('no statement about what SOAP clients leave to the API holds', { timeout: 300_000 }, async () => {
  const scene = await new SoapScene().start({ mapping: turned('soap', OF_SOAP) });
  const held = await holding('SOAP → REST', soapChecks(scene), ['fields', 'revision-fields']).finally(() =>
    scene.stop(),
  );
  expect(held).toEqual([]);
});
