// Constants of header parts that no WSDL declares: clients who know the WSDL alone do not send them.
import { expect, it, onTestFinished } from 'vitest';
import { mappingOf, parcels } from '../../../mapping/tables.ts';
import { FrontScene, faultOf } from './front-scene.ts';

const NS = 'https://example.com/parcels';
const rule = `rules:
  - id: get
    rest: { request: { line: "GET /parcels/{id}", headers: { X-User: "{user?}" } }, response: { body: { parcel: "{parcel}" } } }
    soap:
      headers: { "{urn:v}Session": { "@version": 2, User: "{user}", Kind: web }, "{urn:v}Mode": fast }
      request: { GetParcel: { id: "{id}" } }
      response: { GetParcelResponse: { parcel: "{parcel}" } }`;
const body = `<GetParcel xmlns="${NS}"><id>7</id></GetParcel>`;

it.each([
  ['', true],
  ['<v:Mode xmlns:v="urn:v">fast</v:Mode>', true],
  ['<v:Mode xmlns:v="urn:v">slow</v:Mode>', false],
  ['<v:Session xmlns:v="urn:v"><v:User>Ann</v:User></v:Session>', true],
  ['<v:Session xmlns:v="urn:v" version="2"><v:User>Ann</v:User><v:Kind>web</v:Kind></v:Session>', true],
  ['<v:Session xmlns:v="urn:v" version="3"><v:User>Ann</v:User></v:Session>', false],
  ['<v:Session xmlns:v="urn:v"><v:User>Ann</v:User><v:Kind>app</v:Kind></v:Session>', false],
])('a request with the header "%s" is taken: %s', async (header, isTaken) => {
  const scene = await FrontScene.open(mappingOf(parcels, rule), () => ({}));
  onTestFinished(() => scene.close());
  const { text } = await scene.ask('1.1', body, { header });
  expect(scene.seen.map(({ values }) => values['user'])).toEqual(
    isTaken ? [header.includes('Ann') ? '"Ann"' : undefined] : [],
  );
  if (!isTaken) expect(faultOf(text).reason).toContain('no rule takes this message');
});
