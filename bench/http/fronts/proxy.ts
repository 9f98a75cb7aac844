// express with http-proxy-middleware as pass-through: `node proxy.ts UPSTREAM`. Its default agent keeps connections alive.
import { createServer } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { listening } from './listening.ts';

const app = express();
app.use(createProxyMiddleware({ target: process.argv[2] }));
listening(createServer(app));
