#!/usr/bin/env node
// Compiled code is kept beside the program (where that is writable), so that later starts skip compiling it.
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

enableCompileCache?.(join(__dirname, '..', 'dist', 'cache'));
require('../dist/cli/main.cjs');
