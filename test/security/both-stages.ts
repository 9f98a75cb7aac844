// A stage of each direction with a caller of its own, for the file that imports it. Bindings are live: they are there when tests run.
import { afterAll, beforeAll } from 'vitest';
import { Caller, openStage, type Stage } from './stage.ts';

export let soap: Stage;
export let rest: Stage;
export let soapCaller: Caller;
export let restCaller: Caller;

beforeAll(async () => {
  [soap, rest] = await Promise.all([openStage('soap'), openStage('rest')]);
  soapCaller = new Caller(soap);
  restCaller = new Caller(rest);
});

afterAll(async () => {
  soapCaller.close();
  restCaller.close();
  await Promise.all([soap.stop(), rest.stop()]);
});
