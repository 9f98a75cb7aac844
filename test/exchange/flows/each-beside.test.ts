// A call for each item beside other calls: of a list of the request, or of one that an earlier response has brought.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { run } from '../../cli/spawn-cli.ts';
import { problemsOf } from '../../mapping/tables.ts';
import { faultOf, openScene, type Service, soapFault } from './scene.ts';

const folder = join(import.meta.dirname, 'mappings', 'teams');
const teams = (service: Service, options = {}) => openScene(folder, service, options);

describe('each beside other calls', () => {
  it('is made for the items of a list in an earlier response', async () => {
    const scene = await teams((rule, { id }) => {
      if (rule === 'team.1') return { lead: 'Ada', members: [3, 1] };
      if (id === 1) throw soapFault('gone');
      return { name: `n${String(id)}` };
    });
    expect(await scene.ask('team', { team: 'x' })).toEqual({
      team: 'x',
      lead: 'Ada',
      members: [3, 1],
      results: [
        { id: 3, name: 'n3' },
        { id: 1, code: 'UPSTREAM_FAULT' },
      ],
    });
    expect(scene.calls.map(({ rule, values }) => [rule, values['id']])).toEqual([
      ['team.1', undefined],
      ['team', 3],
      ['team', 1],
    ]);
  });

  it('has no results where the response has no list', async () => {
    const scene = await teams(() => ({ lead: 'Ada' }));
    expect(await scene.ask('team', { team: 'x' })).toEqual({ team: 'x', lead: 'Ada', results: [] });
    expect(scene.calls).toHaveLength(1);
  });

  it('takes objects apart, and hands its results to the calls after it', async () => {
    const scene = await teams((rule, { room, desk }) => {
      if (rule === 'report.1')
        return {
          seats: [
            { room: 'a', desk: 1 },
            { room: 'b', desk: 2 },
          ],
        };
      return rule === 'report.2' ? { label: `${String(room)}${String(desk)}` } : { ticket: 'T' };
    });
    expect(await scene.ask('report', { team: 'x' })).toMatchObject({ ticket: 'T' });
    expect(scene.calls.at(-1)).toMatchObject({
      rule: 'report',
      values: { results: [{ label: 'a1' }, { label: 'b2' }] },
    });
  });

  it('may come first, over a list of the request', async () => {
    const scene = await teams((rule) => (rule === 'hire' ? { lead: 'Ada' } : { id: 1 }));
    expect(await scene.ask('hire', { team: 'x', people: [{ name: 'p' }, { name: 'q' }] })).toMatchObject({
      lead: 'Ada',
      results: [{ ok: true }, { ok: true }],
    });
    expect(scene.calls.map(({ rule, values }) => [rule, values['name']])).toEqual([
      ['hire.1', 'p'],
      ['hire.1', 'q'],
      ['hire', undefined],
    ]);
    const people = Array<object>(101).fill({ name: 'p' });
    expect(await faultOf(scene.ask('hire', { team: 'x', people }))).toMatchObject({
      code: 'LIST_TOO_LONG',
      status: 400,
    });
    expect(await faultOf(scene.ask('hire', { team: 'x', people: 'p' }))).toMatchObject({
      code: 'CODEC_TYPE',
      status: 422,
    });
  });

  it('blames the service for a list of a response that is none, or too long, and says what was done', async () => {
    for (const [members, message] of [
      [7, /is not a list/],
      [[1, 2, 3, 4], /the response has 4 items for \{members\}, and calls are made for 3 at most/],
    ] as const) {
      const scene = await teams(() => ({ lead: 'Ada', members }));
      const { code, errors, status } = await faultOf(scene.ask('team', { team: 'x' }));
      expect({ code, status }).toEqual({ code: 'UPSTREAM_BODY', status: 502 });
      expect(errors!.map((one) => one.message).join('\n')).toMatch(message);
      expect(errors!.at(-1)).toMatchObject({
        path: 'call 2',
        message: expect.stringContaining('done before it: GetTeam'),
      });
      expect(scene.calls).toHaveLength(1);
    }
  });

  it('works from SOAP to REST as well', async () => {
    const scene = await teams(
      (rule, { id }) => (rule === 'roster.1' ? { members: [5, 6] } : { name: `n${String(id)}` }),
      {
        present: 'soap',
      },
    );
    expect(await scene.ask('roster', { team: 'x' })).toMatchObject({
      results: [
        { ok: true, name: 'n5' },
        { ok: true, name: 'n6' },
      ],
    });
  });
});

describe('each beside other calls', () => {
  it('is explained call by call', async () => {
    const { out } = await run(['explain', folder, 'GET /reports/x']);
    expect(out.match(/^call .*$/gm)).toEqual([
      'call 1: GetTeam',
      'call 2: GetSeat, for each item of {seats}',
      'call 3: Report',
    ]);
    expect(out).toMatch(/call 2: [\s\S]*<room>\{room\}<\/room>[\s\S]*call 3: [\s\S]*… for each of \{results\}/);
  });

  it('bounds the list of a request in the OpenAPI document', async () => {
    const { mapping } = await teams(() => ({}));
    const { schemas } = describeRest([mapping]).components;
    expect(schemas['hire.request']).toMatchObject({ properties: { people: { maxItems: 100 } } });
  });
});

describe('is checked', async () => {
  const contract = await loadContract(join(folder, 'teams.wsdl'));
  const rule = (calls: string, body = '{ lead: "{lead}", all: "{results}" }') =>
    problemsOf(
      contract,
      `rules:\n  - id: r\n    rest: { request: "GET /teams/{team}", response: { body: ${body} } }\n    calls: [ ${calls} ]\n`,
    );
  const team =
    '{ soap: { request: { GetTeam: { team: "{team}" } }, response: { GetTeamResponse: { lead: "{lead}", member: "{members}" } } } }';
  const member = (each: string, name = 'name') =>
    `{ each: ${each}, soap: { request: { GetMember: { id: "{id}" } }, response: { GetMemberResponse: { name: "{${name}}" } } } }`;

  it.each([
    [
      'a list that comes later',
      `${member('id in members')}, ${team}`,
      'MAPPING_NAMES: call 1 uses {members}, which nothing before it binds',
    ],
    ['no list', `${team}, ${member('id in lead')}`, 'MAPPING_TYPE: {lead} is xs:string, not a list'],
    [
      'two lists',
      `${team}, ${member('id in members')}, ${member('id in members', 'other')}`,
      'MAPPING_UNSUPPORTED: a rule has one call with "each"',
    ],
    [
      'the name of another variable',
      `${team}, ${member('lead in members')}`,
      'MAPPING_NAMES: {lead} is a field of each item of {members} and also in the request',
    ],
    [
      'a value of one item in a later call',
      `${team}, ${member('id in members')}, { soap: { request: { GetTeam: { team: "{name}" } } } }`,
      'MAPPING_NAMES: call 3 uses {name}, which nothing before it binds',
    ],
  ])('%s', (_, calls, message) => {
    expect(rule(calls)).toContainEqual(expect.stringContaining(message));
  });

  it('both sides of the rule beside it', () => {
    const text = `rules:
  - id: r
    rest: { request: "GET /teams/{team}", response: { body: { lead: "{lead}" } } }
    soap: { request: { GetTeam: { team: "{team}" } }, response: { GetTeamResponse: { lead: "{lead}" } } }
    calls: [ { each: id in ids, soap: { request: { GetMember: { id: "{id}" } } } }, { soap: { request: { GetMember: { id: 1 } } } } ]
`;
    expect(problemsOf(contract, text)).toContainEqual(
      'MAPPING_UNSUPPORTED: "each" beside other calls stands in a rule with one side',
    );
  });
});
