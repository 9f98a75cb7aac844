// Gateways by hand around SOAP libraries, and a pass-through with http-proxy-middleware: what the project's own dev dependencies have.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstLine, startNode } from '../../measure/process.ts';
import { type Face, resources } from '../face.ts';
import type { Front, Place } from '../front.ts';
import { linesOf, versionOf } from '../tools.ts';

interface Script {
  readonly name: string;
  readonly package: string;
  readonly setup: string;
  /** Of what somebody writes; the first is what runs. */
  readonly files: readonly string[];
  readonly argument: (place: Place) => string;
  readonly face?: Face;
}

function script({ name, package: from, setup, files, argument, face }: Script): Front {
  const paths = files.map((file) => join(import.meta.dirname, file));
  return {
    name,
    setup,
    lines: linesOf(...paths.map((path) => readFileSync(path, 'utf8'))),
    face,
    prepare: () => {},
    version: () => versionOf(join(import.meta.dirname, '../../../node_modules', from)),
    start: async (place) => {
      const child = startNode(place.cpu, [paths[0], argument(place)], {
        env: { ...process.env, NODE_ENV: 'production' },
      });
      return { child, port: Number(await firstLine(child)) };
    },
  };
}

export const strongSoap = script({
  name: 'express + strong-soap',
  package: 'strong-soap',
  setup: 'Routes by hand, kept connections. The fault and both header parts are handled by hand.',
  files: ['strong-soap.ts', 'by-hand.ts'],
  argument: ({ wsdl }) => wsdl,
  face: resources('string'),
});

export const nodeSoap = script({
  name: 'express + node-soap',
  package: 'soap',
  setup:
    'The same routes. Three of its options are used: `handleNilAsNull`, `preserveWhitespace`, and a `customDeserializer` that keeps decimals, longs and dates as texts.',
  files: ['node-soap.ts', 'by-hand.ts'],
  argument: ({ wsdl }) => wsdl,
  face: resources('string'),
});

export const proxyMiddleware = script({
  name: 'express + http-proxy-middleware',
  package: 'http-proxy-middleware',
  setup: '`createProxyMiddleware({ target })` with its defaults. It passes the SOAP messages as they are.',
  files: ['../../http/fronts/proxy.ts'],
  argument: ({ upstream }) => upstream,
});
