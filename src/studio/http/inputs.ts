// Bodies of the page's requests, checked: the page is ours, those who write to its address may not be.
import type { RecordRequest, Side, TranslateRequest } from '../protocol/api.ts';
import { Refusal } from '../protocol/refusal.ts';

type Body = Readonly<Record<string, unknown>>;

export function translateInput(body: Body): TranslateRequest {
  const { rule, request, response } = body;
  return {
    rule: rule === undefined ? undefined : textOf(rule, 'rule'),
    request: request === undefined ? undefined : sideText(request, 'request'),
    response:
      response === undefined
        ? undefined
        : { ...sideText(response, 'response'), rule: textOf((response as Body)['rule'], 'response.rule') },
  };
}

export function recordInput(body: Body): RecordRequest {
  return {
    file: textOf(body['file'], 'file'),
    name: textOf(body['name'], 'name'),
    request: sideText(body['request'], 'request'),
    response: sideText(body['response'], 'response'),
    append: body['append'] === true,
  };
}

export function optionalText(body: Body, name: string): string | undefined {
  return body[name] === undefined ? undefined : textOf(body[name], name);
}

function sideText(value: unknown, name: string): { readonly side: Side; readonly text: string } {
  if (typeof value !== 'object' || value === null) throw new Refusal(undefined, `"${name}" is not an object`, 400);
  const { side, text } = value as Body;
  if (side !== 'rest' && side !== 'soap') throw new Refusal(undefined, `"${name}.side" is not rest or soap`, 400);
  return { side, text: textOf(text, `${name}.text`) };
}

export function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Refusal(undefined, `"${name}" is not a text`, 400);
  return value;
}
