// Values that the SOAP side has no form for: the caller hears where it has put them.
import { expect, it } from 'vitest';
import { ask, mappingOf, parcels, refusal, slotsOf } from '../tables.ts';

const mapping = mappingOf(
  parcels,
  `tables: { speed: { slow: economy, fast: express } }
rules:
  - id: query
    only: rest-to-soap
    rest: { request: "GET /found?speed={how}", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: [ "{how|table(speed)}" ] } }, response: { FindParcelsResponse: "{found}" } }
  - id: header
    only: rest-to-soap
    rest: { request: { line: GET /by-header, headers: { X-Speed: "{how}" } }, response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: [ "{how|table(speed)}" ] } }, response: { FindParcelsResponse: "{found}" } }
  - id: body
    only: rest-to-soap
    rest: { request: { line: POST /by-body, body: { want: { speed: [ "{how}" ] } } }, response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: [ "{how|table(speed)}" ] } }, response: { FindParcelsResponse: "{found}" } }`,
);

it.each([
  ['GET /found?speed=warp', {}, 'CODEC_TYPE ?speed'],
  ['GET /by-header', { headers: { 'x-speed': 'warp' } }, 'CODEC_TYPE X-Speed'],
  ['POST /by-body', { body: { want: { speed: ['warp'] } } }, 'CODEC_TYPE $.want.speed[0]'],
])('%s is refused with its place', (line, asked, expected) => {
  const found = ask(mapping, line, asked);
  expect(refusal(() => slotsOf(found!))).toBe(expected);
});

it('what has a form is filled', () => {
  expect(slotsOf(ask(mapping, 'GET /found?speed=fast')!)).toContain('"express"');
});
