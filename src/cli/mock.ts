// `soapstone mock`: the service behind a table, without the service: it answers from cases, and with samples of the contract.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Middleware } from '../binding/front-call.ts';
import type { Contract } from '../contract/model/contract.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { suggest } from '../errors/suggest.ts';
import { readCases } from '../mapping/cases/cases.ts';
import { isFor } from '../mapping/cases/run-cases.ts';
import { type LoadOptions, loadMapping, mappingFolder } from '../mapping/load.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { createRestMock } from '../mock/rest-mock.ts';
import { createSoapMock, namesOf } from '../mock/soap-mock.ts';
import { cannotListen } from '../server/http/cannot-listen.ts';
import { say } from './output/say.ts';
import { firstSignal } from './process-end.ts';
import { OK } from './report.ts';

interface MockFlags {
  readonly as: 'soap' | 'rest';
  readonly host: string;
  readonly port: string;
  readonly fault?: readonly string[];
}

export async function mock(dir: string, flags: MockFlags, options: LoadOptions = {}): Promise<number> {
  const mapping = await loadMapping(dir, options);
  const cases = readCases(mappingFolder(dir)).filter((testCase) => isFor(testCase, mapping));
  const onAnswer = (operation: string, source: string) => say(`${operation}: ${source}`);
  const handle =
    flags.as === 'rest'
      ? createRestMock({ mapping, cases, onAnswer })
      : createSoapMock({
          mapping,
          cases,
          faults: faultsOf(flags.fault, mapping.contract),
          onAnswer,
        });
  const { origin, close } = await listen(handle, flags);
  // Before the lines: who reads them may send a signal at once.
  const ended = firstSignal();
  for (const line of startLines(dir, mapping, flags.as, origin)) say(line);
  say(`${cases.length} ${cases.length === 1 ? 'case' : 'cases'}; samples of the contract for other requests`);
  await ended;
  await close();
  return OK;
}

/** `Operation` or `Operation=FaultElement`. @throws SoapstoneError SETTINGS */
function faultsOf(texts: readonly string[] = [], { operations }: Contract): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const [name, fault = ''] = text.split('=', 2);
      const operation = operations.find((candidate) => candidate.name === name);
      if (operation === undefined)
        throw unknown(
          `--fault: no operation "${name}"`,
          name,
          operations.map((one) => one.name),
        );
      const faults = operation.faults.map(({ element }) => element.name.local);
      if (fault !== '' && !operation.faults.some((one) => namesOf(one).includes(fault)))
        throw unknown(`--fault: ${name} declares no fault "${fault}"`, fault, faults);
      return [name, fault];
    }),
  );
}

function unknown(message: string, name: string, names: readonly string[]): SoapstoneError {
  return new SoapstoneError('SETTINGS', message, {
    suggestion: suggest(name, names) ?? `there is ${names.join(', ') || 'none'}`,
  });
}

/** @throws SoapstoneError SETTINGS */
function portOf(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new SoapstoneError('SETTINGS', `--port "${text}" is not a port (0 to 65535)`);
}

async function listen(handle: Middleware, { host, port }: MockFlags) {
  const server = createServer((req, res) => handle(req, res));
  server.listen(portOf(port), host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(host, Number(port), '--port', error);
  });
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close,
  };
}

function startLines(dir: string, { contract, base }: Mapping, as: MockFlags['as'], origin: string): string[] {
  if (as === 'rest')
    return [
      `REST service at ${origin}${base}`,
      `try: soapstone serve --mapping ${dir} --present soap --upstream ${origin}`,
    ];
  const paths = contract.operations.map(({ address }) => URL.parse(address ?? '')?.pathname ?? '/');
  const [path = '/'] = paths;
  return [
    `SOAP service at ${origin}${path}, its contract at ?wsdl`,
    `try: soapstone serve --mapping ${dir} --upstream ${origin}`,
  ];
}
