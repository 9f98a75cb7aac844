// Tutorial 40: SOAP clients submit, ask for the state and fetch; behind is a REST service with 202, Location and 303.
import { expect, it } from 'vitest';
import { reportsBackend } from '../backends/reports.ts';
import { eachClient, plain } from './clients.ts';

eachClient('60-jobs', reportsBackend, (stage) => {
  it('MakeReport: at once', async () => {
    const { client } = stage();
    const { result } = await client.call('MakeReport', { year: 2024, region: 'Süd' });
    expect(plain(result.report ?? result)).toEqual({ year: '2024', region: 'Süd', turnover: '506' });
  });

  it('SubmitReport, ReportStatus, GetReport', async () => {
    const { client, face } = stage();
    const { result } = await client.call('SubmitReport', { year: 2025 });
    expect(face.rest.asked.at(-1)!.headers['prefer']).toBe('respond-async');
    const ticket = result.ticket ?? result;
    expect(ticket).toMatch(/^job \d+$/);
    const early = await client.call('GetReport', { ticket });
    expect([early.reason, early.code]).toEqual(['Not done yet', expect.stringMatching(/(Client|Sender)$/)]);
    const states = [await client.call('ReportStatus', { ticket }), await client.call('ReportStatus', { ticket })];
    expect(plain(states.map((said) => said.result))).toEqual([
      { state: 'RUNNING', percent: '50' },
      { state: 'FINISHED', percent: '100' },
    ]);
    const report = (await client.call('GetReport', { ticket })).result;
    expect(plain(report.report ?? report)).toEqual({ year: '2025', turnover: '506.25' });
  });

  it('a job that fails', async () => {
    const { client } = stage();
    const { result } = await client.call('SubmitReport', { year: 1066 });
    const status = await client.call('ReportStatus', { ticket: result.ticket ?? result });
    expect(plain(status.result)).toEqual({ state: 'FAILED', percent: '0', message: 'Nothing is known of 1066' });
  });

  it('a job that is not known is the declared fault', async () => {
    const { client } = stage();
    for (const operation of ['ReportStatus', 'GetReport', 'ImportStatus', 'GetImport']) {
      const said = await client.call(operation, { ticket: 'none' });
      expect(said.reason).toBe('There is no such job');
      expect(plain(said.detail)).toEqual({ UnknownTicket: { ticket: 'none' } });
    }
  });

  it('SubmitImport, ImportStatus, GetImport: nothing but a job', async () => {
    const { client, face } = stage();
    const { result } = await client.call('SubmitImport', { line: ['a', 'b', 'ü'] });
    const ticket = result.ticket ?? result;
    expect(ticket).toMatch(/^import \d+$/);
    expect(JSON.parse(face.rest.asked.at(-1)!.body)).toEqual({ lines: ['a', 'b', 'ü'] });
    const states = [await client.call('ImportStatus', { ticket }), await client.call('ImportStatus', { ticket })];
    expect(plain(states.map((said) => said.result))).toEqual([
      { state: 'QUEUED', percent: '0' },
      { state: 'FINISHED', percent: '100' },
    ]);
    const { result: outcome } = await client.call('GetImport', { ticket });
    expect(plain(outcome.imported ?? outcome)).toBe('3');
  });
});
