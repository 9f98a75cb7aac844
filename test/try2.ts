import { loadContract } from '../src/contract/load.ts';
import { createCodec } from '../src/codec/create.ts';
import { dialect } from '../src/codec/dialect.ts';
import { json } from '../src/json/value.ts';
const c = await loadContract('mappings/10-first-row/contract');
const codec = createCodec(c.schemas, dialect(new Map()));
const el = c.schemas.elements.get('{https://example.com/bank}GetAccountResponse')!;
const p = codec.program(el, { kind: 'hole', slot: 0 }, 1);
for (const e of p.problems([json(Buffer.from('{"account":{"id":"x","ownr":"a","balance":12.5,"currency":"EURO","opened":"2021-02-30"},"z":1}'))])) console.log(e.code, e.path, e.message, e.suggestion ?? '');
