// A response that is one file, as a rule whose body has its octets. A proposal, since the contract says base64 alone.
import type { Codec } from '../codec/model/codec.ts';
import { fileMedia } from './inference-responses.ts';
import { levelsOf } from './levels.ts';
import { inputWords } from './names.ts';
import type { Input, ListedOperation } from './operations.ts';
import { flow, nested, type Proposal, wrapped } from './proposal.ts';
import type { Route } from './route.ts';

/** Of a read whose inputs stand in path and query, where a name or the documentation says what kind of file it is. */
export function fileProposal(listed: ListedOperation, { method, path, query }: Route, codec: Codec): Proposal[] {
  const { operation, inputs, sessions = [], headers = [] } = listed;
  const [request] = operation.input.body;
  const file = fileOf(listed, codec);
  const isBound = ({ variable }: Input) =>
    variable !== undefined && (query.includes(variable) || path.includes(`{${variable}}`));
  if (method !== 'GET' || !request || !file || sessions.length + headers.length > 0 || !inputs.every(isBound))
    return [];
  const optional = new Set(inputs.flatMap(({ variable, required }) => (required ? [] : [variable])));
  const asks = query.map((name) => (optional.has(name) ? `${name}={${name}?}` : name)).join('&');
  const members = flow(
    inputs.map(({ key, variable }) => [
      key,
      `"{${variable}${optional.has(variable) && query.includes(variable!) ? '?' : ''}}"`,
    ]),
  );
  const lines = [
    `- id: ${operation.name}`,
    `  rest: { request: "GET ${path}${asks === '' ? '' : `?${asks}`}", response: { media: ${file.media}, body: "{file}" } }`,
    `  soap: { request: ${flow([[request.name.local, wrapped(listed, members)]])}, response: ${nested(file.path, '"{file}"')} }`,
  ];
  return [{ kind: 'a file', section: 'attachments#octets-as-the-body-of-rest', lines, replaced: [operation.name] }];
}

interface FoundFile {
  readonly media: string;
  /** From the response element down to the content. */
  readonly path: readonly string[];
}

function fileOf({ operation }: ListedOperation, codec: Codec): FoundFile | undefined {
  const [response, second] = operation.output?.body ?? [];
  if (response === undefined || second) return undefined;
  const { path, members } = levelsOf(response, codec).findLast(({ members: level }) => level.length > 0) ?? {};
  const [member, sibling] = members ?? [];
  if (member?.kind !== 'element' || member.list || sibling || member.element.type.kind !== 'simple') return undefined;
  if (member.element.type.builtin !== 'base64Binary') return undefined;
  const texts = [operation.name, member.key, operation.doc ?? '', member.element.doc ?? ''];
  const words = new Set(texts.flatMap((text) => inputWords(text)));
  const row = fileMedia.find(([, names]) => names.some((name) => words.has(name)));
  const media = expectedMedia(member.element.contentTypes, row?.[0]);
  return media === undefined ? undefined : { media, path: [response.name.local, ...path!, member.key] };
}

/** What the contract expects wins over a guess. Several types: any of them. */
function expectedMedia(contentTypes: string | undefined, guess: string | undefined): string | undefined {
  if (contentTypes === undefined || guess === undefined || contentTypes === guess) return guess;
  return /^[\w.+-]+\/[\w.+-]+$/.test(contentTypes) ? contentTypes : 'application/octet-stream';
}
