// Lists of a request that are longer than the list that a row names: nothing that a caller sends is dropped from them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mappingOf, parcels } from '../../../mapping/tables.ts';
import { FrontScene, faultOf } from './front-scene.ts';

const NS = 'https://example.com/parcels';
const response = 'response: { FindParcelsResponse: { total: "{total}" } }';
const rest = (line: string) => `rest: { request: "${line}", response: { body: { total: "{total}" } } }`;
const one = `
  - id: one
    ${rest('GET /by/{s}')}
    soap: { request: { FindParcels: { service: [ "{s}" ] } }, ${response} }`;
const two = `
  - id: two
    ${rest('GET /by/{s}/{t}')}
    soap: { request: { FindParcels: { service: [ "{s}", "{t!}" ] } }, ${response} }`;
const constant = `
  - id: constant
    ${rest('GET /economy')}
    soap: { request: { FindParcels: { service: economy } }, ${response} }`;

const open = (rules: string) => FrontScene.open(mappingOf(parcels, `rules:${rules}`), () => ({ total: 1 }));
const find = (...services: string[]) =>
  `<FindParcels xmlns="${NS}">${services.map((s) => `<service>${s}</service>`).join('')}</FindParcels>`;

describe.each([
  ['a variable', one],
  ['a constant', constant],
])('a row with %s for the only item', (_, rules) => {
  let scene: FrontScene;
  beforeAll(async () => {
    scene = await open(rules);
  });
  afterAll(() => scene.close());

  it('takes one item', async () => {
    expect((await scene.ask('1.1', find('economy'))).status).toBe(200);
    expect(scene.seen).toHaveLength(1);
  });

  it('refuses a second one, and says where it stands', async () => {
    const before = scene.seen.length;
    const { status, text } = await scene.ask('1.1', find('economy', 'express'));
    expect(status).toBe(500);
    expect(faultOf(text)).toMatchObject({ code: 'Client', detail: [] });
    expect(faultOf(text).reason).toMatch(/item 2 of a list that has 1 .*Body\/FindParcels\/service/);
    expect(scene.seen).toHaveLength(before);
  });
});

it('another row may have room for them', async () => {
  const scene = await open(one + two);
  await scene.ask('1.1', find('economy', 'express'));
  await scene.ask('1.2', find('express'));
  expect(scene.seen).toMatchObject([
    { rule: 'two', values: { s: '"economy"', t: '"express"' } },
    { rule: 'one', values: { s: '"express"' } },
  ]);
  expect((await scene.ask('1.1', find('economy', 'express', 'economy'))).status).toBe(500);
  await scene.close();
});
