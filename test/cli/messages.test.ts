// What the verbs say to slips of those who run them.
import { expect, it } from 'vitest';
import { program } from '../../src/cli/program.ts';
import { describedRequest } from '../../src/explain/request-line.ts';
import { loadMapping } from '../../src/mapping/load.ts';

it('a folder that does not exist is not one without a table', async () => {
  await expect(loadMapping('nosuch')).rejects.toThrow(
    /there is no folder nosuch \(looked for \S+nosuch\/mapping\.yaml\)/,
  );
  await expect(loadMapping('src')).rejects.toThrow('src holds no mapping.yaml');
});

it('a request has a method that rules can have', () => {
  expect(() => describedRequest('FETCH /accounts/7', [], undefined)).toThrow(
    '"FETCH" is not a method of rules (GET, HEAD, POST, PUT, PATCH, DELETE)',
  );
  expect(describedRequest('get /accounts/7', [], undefined)).toMatchObject({ method: 'GET' });
});

it('the help of a verb shows no default that is nothing', () => {
  for (const verb of program(() => {}, undefined).commands)
    expect(verb.helpInformation()).not.toMatch(/default:\s+\[\]/);
});
