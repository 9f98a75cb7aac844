// Results of `each` in the calls after it, written and read as SOAP.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { soapstone } from '../../../src/index.ts';
import { call } from '../../server/http-client.ts';

const seat = (room: string, desk: number) => `<seat><room>${room}</room><desk>${desk}</desk></seat>`;
const team = `<GetTeamResponse><lead>Ada</lead>${seat('a', 1)}${seat('b', 2)}</GetTeamResponse>`;

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The teams behind the gateway. `broken`: the desk without a label. */
async function teams(broken?: number) {
  const reports: string[] = [];
  const respond = (body: string): string | undefined => {
    if (body.includes('GetTeam>')) return team;
    const desk = /desk>(\d+)</.exec(body)?.[1];
    if (desk) return Number(desk) === broken ? undefined : `<GetSeatResponse><label>L${desk}</label></GetSeatResponse>`;
    reports.push(/Report>(.*)<\/\w+:Report>/s.exec(body)![1].replace(/(<\/?)\w+:/g, '$1'));
    return '<ReportResponse><ticket>T</ticket></ReportResponse>';
  };
  const service = createServer(async (req, res) => {
    const content = respond(await text(req));
    const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>gone</faultstring></s:Fault>';
    res.writeHead(content ? 200 : 500, { 'content-type': 'text/xml' });
    res.end(
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns="urn:example:teams"><s:Body>${content ?? fault}</s:Body></s:Envelope>`,
    );
  });
  const mapping = join(import.meta.dirname, 'mappings', 'teams');
  const upstream = `http://127.0.0.1:${await portOf(service)}/`;
  const gateway = await soapstone({ mapping, present: 'rest', upstream, retries: 0 });
  onTestFinished(() => gateway.close());
  const port = await portOf(createServer(gateway));
  return { reports, get: (path: string) => call(port, path) };
}

it('a later call has the members that it names', async () => {
  const { reports, get } = await teams();
  const { status, text: body } = await get('/reports/x');
  expect([status, JSON.parse(body)]).toEqual([200, { ticket: 'T' }]);
  expect(reports).toEqual(['<line><label>L1</label></line><line><label>L2</label></line>']);
});

it('a later call that cannot say what has failed is not made for some of the results', async () => {
  const { reports, get } = await teams(1);
  const { status, text: body } = await get('/reports/x');
  expect([status, JSON.parse(body)]).toMatchObject([
    502,
    {
      code: 'UPSTREAM_FAULT',
      errors: [{ path: 'call 2', message: 'call 2 of 3 (GetSeat) failed; done before it: GetTeam' }],
    },
  ]);
  expect(reports).toEqual([]);
});

it('a later call may say what has failed, and the response names other members', async () => {
  const { reports, get } = await teams(1);
  const { status, text: body } = await get('/audits/x');
  expect([status, JSON.parse(body)]).toEqual([200, { ticket: 'T', seats: [{ ok: false }, { label: 'L2', ok: true }] }]);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatch(/^<line><label>UPSTREAM_FAULT<\/label><\/line><line\s*(\/>|><\/line>)$/);
});
