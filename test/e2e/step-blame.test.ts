// Whose mistake a step is: a value of an earlier response is never the caller's.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSoapBack } from '../../src/binding/soap/back/back.ts';
import type { SoapstoneError } from '../../src/errors/errors.ts';
import type { Fault } from '../../src/fault/fault.ts';
import { fromJs } from '../../src/json/value.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { envelope, faultOf, types } from '../binding/soap/front/front-scene.ts';
import { testMapping, tutorial } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

describe('a step that cannot be sent', () => {
  let face: SoapFace;
  beforeAll(async () => void (face = await startSoapFace(tutorial('50-calls'))));
  beforeEach(() => void face.rest.asked.splice(0));
  afterAll(() => face?.stop());

  const contact = async (version: '1.1' | '1.2') => {
    const body = '<p:GetContact xmlns:p="https://example.com/people"><p:email>x</p:email></p:GetContact>';
    const response = await fetch(face.url, {
      method: 'POST',
      headers: { 'content-type': types[version] },
      body: envelope(version, body),
    });
    return { status: response.status, ...faultOf(await response.text()) };
  };

  it.each(['../admin', '..', 'a/b', ''])('is the mistake of the service that said %j', async (key) => {
    face.rest.answer = () => ({ body: JSON.stringify({ key, name: 'n', number: '5' }) });
    expect(await contact('1.1')).toMatchObject({ status: 500, code: 'Server' });
    const { status, code, reason } = await contact('1.2');
    expect({ status, code }).toEqual({ status: 500, code: 'Receiver' });
    expect(reason).toContain('the response to an earlier call cannot be used');
    expect(face.rest.asked).toHaveLength(2);
  });

  it('says which variables of a SOAP request do not fit', async () => {
    const { codec, rules } = await loadMapping(testMapping('bodies'));
    const flow = rules.find((rule) => rule.id === 'steps')!.flow!;
    const draft = flow.kind === 'calls' ? flow.parts[1].rule : undefined!;
    const back = createSoapBack({ codec, transport: undefined! });
    const wrong = (values: Record<string, unknown>) => {
      const given = draft.variables.map((name) => (values[name] === undefined ? undefined : fromJs(values[name])));
      try {
        back.request(draft, given);
      } catch (error) {
        const { variables } = (error as Fault).init.cause as SoapstoneError;
        return variables?.map((v) => draft.variables[v]);
      }
      return 'nothing';
    };
    expect(wrong({ person: 5, items: ['a'] })).toBe('nothing');
    expect(wrong({ person: 'x', items: ['a'] })).toEqual(['person']);
    expect(wrong({ person: 5, items: [{}] })).toEqual(['items']);
    expect(wrong({ items: ['a'] })).toEqual(['person']);
    expect(wrong({ person: 'x', items: 'a' })!).toHaveLength(2);
  });
});
