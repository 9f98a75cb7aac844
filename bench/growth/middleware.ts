// The gateway as middleware of an express app: `node middleware.ts MAPPING rest|soap UPSTREAM`. Prints its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { soapstone } from '../../src/index.ts';

const [mapping, present, upstream] = process.argv.slice(2);
const gateway = await soapstone({
  mapping,
  present: present as 'rest' | 'soap',
  upstream,
  ...(present === 'soap' && { path: '/soap' }),
});
const server = createServer(express().use(gateway));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
