// A response that is one file, as a rule whose body has its octets. A proposal, since the contract says base64 alone.
import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { besideFileWords, failureWords, fileMedia, fileNameWords, fileTypeWords } from '../inference/responses.ts';
import { camel, inputWords, wordsOf } from '../naming/names.ts';
import { isSimple, levelsOf, type MemberLevel } from '../operations/levels.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import { isSuccessFlag } from '../operations/outcomes.ts';
import { isSingle } from '../operations/response-members.ts';
import type { Route } from '../routes/route.ts';
import { failureKind } from './failures.ts';
import { isBound } from './page-inputs.ts';
import { flow, flowAt, type Proposal, restRequest, soapRequest } from './proposal.ts';

/**
 * Of a read, or of an action that takes values, where a name or the documentation says what kind of file it is.
 *
 * @param camelCase names in bodies
 */
export function fileProposal(
  listed: ListedOperation,
  { method, path, query }: Route,
  codec: Codec,
  camelCase = false,
): Proposal[] {
  const { operation, inputs } = listed;
  const file = fileOf(listed, codec);
  if (!['GET', 'POST'].includes(method) || operation.input.body.length !== 1 || !file) return [];
  const inBody = inputs.filter(({ variable }) => !isBound(variable, path, query));
  if (inBody.some(({ variable, scalar }) => variable === undefined || !scalar || method === 'GET')) return [];
  const optional = new Set(inputs.flatMap(({ variable, required }) => (required ? [] : [variable])));
  const asks = query.map((name) => (optional.has(name) ? `${name}={${name}?}` : name)).join('&');
  const placeholder = ({ variable }: Input) =>
    `"{${variable}${optional.has(variable) && !path.includes(`{${variable}}`) ? '?' : ''}}"`;
  const body = inBody.map((input) => [camelCase ? camel(wordsOf(input.key)) : input.key, placeholder(input)] as const);
  const members = inputs.map((input) => [input.key, placeholder(input)] as const);
  const line = `${method} ${path}${asks === '' ? '' : `?${asks}`}`;
  const namePath = inputs.some(({ variable }) => variable === NAME) ? undefined : file.name;
  const response = flow([
    ['media', file.media],
    ...(namePath ? [['headers', `{ Content-Disposition: "attachment; filename={${NAME}|quoted}" }`] as const] : []),
    ['body', '"{file}"'],
  ]);
  const responsePattern = flowAt([[file.path, '"{file}"'], ...(namePath ? [[namePath, `"{${NAME}}"`] as const] : [])]);
  const lines = [
    `- id: ${operation.name}`,
    `  rest: { request: ${restRequest(listed, line, body)}, response: ${response} }`,
    `  soap: { request: ${soapRequest(listed, members)}, response: ${responsePattern} }`,
  ];
  const { guess } = file;
  return [
    { kind: 'a file', section: 'attachments#octets-as-the-body-of-rest', lines, replaced: [operation.name], guess },
  ];
}

const NAME = 'fileName';

interface FoundFile {
  readonly media: string;
  /** From the response element down to the content. */
  readonly path: readonly string[];
  /** Down to the text that is its name. */
  readonly name?: readonly string[];
  readonly guess?: string;
}

function fileOf(listed: ListedOperation, codec: Codec): FoundFile | undefined {
  const { operation } = listed;
  const [response, second] = operation.output?.body ?? [];
  if (response === undefined || second) return undefined;
  // A row of the table takes responses that are failures.
  const isOutcome = failureKind(listed, codec) === 'sure' ? saysOutcome : () => false;
  const { path, members } = fileLevel(response, codec, isOutcome) ?? {};
  const [member, ...alike] = members?.filter((entry) => !isBesideFile(entry) && !isOutcome(entry)) ?? [];
  if (member?.kind !== 'element' || member.list || alike.length > 0 || member.element.type.kind !== 'simple')
    return undefined;
  if (member.element.type.builtin !== 'base64Binary') return undefined;
  const [typeName, name] = [fileTypeWords, fileNameWords].map((phrases) =>
    members!.find((entry) => isNamed(entry, phrases)),
  );
  const texts = [operation.name, member.key, operation.doc ?? '', member.element.doc ?? ''];
  const words = new Set(texts.flatMap((text) => inputWords(text)));
  const row = fileMedia.find(([, names]) => names.some((name) => words.has(name)));
  const saysFile = typeName ?? name;
  const media = expectedMedia(member.element.contentTypes, row?.[0] ?? (saysFile && 'application/octet-stream'));
  const guess = typeName && `write the type that ${typeName.key} says`;
  const pathOf = ({ key }: Member) => [response.name.local, ...path!, key];
  return media === undefined ? undefined : { media, path: pathOf(member), name: name && pathOf(name), guess };
}

/** The last level with members; also in the one object beside what says whether the response is a failure. */
function fileLevel(
  element: ElementDecl,
  codec: Codec,
  isOutcome: (member: Member) => boolean,
  above: readonly string[] = [],
): MemberLevel | undefined {
  const level = levelsOf(element, codec, above).findLast(({ members }) => members.length > 0);
  const [holder, ...siblings] = level?.members.filter((member) => !isOutcome(member)) ?? [];
  if (level === undefined || holder === undefined || siblings.length > 0 || !isSingle(holder)) return level;
  const path = [...level.path, holder.key];
  return path.length < DEEPEST ? (fileLevel(holder.element, codec, isOutcome, path) ?? level) : level;
}

/** Most levels below the response: types may hold themselves. */
const DEEPEST = 4;

function saysOutcome(member: Member): boolean {
  return isSuccessFlag(member) || isNamed(member, OUTCOME_WORDS);
}

const OUTCOME_WORDS: readonly string[] = [
  ...failureWords.shortFlag,
  ...failureWords.code,
  ...failureWords.itemCode,
  ...failureWords.text,
];

/** A text beside the content that says what it is: `contentType`, `fileName`. */
function isBesideFile(member: Member): boolean {
  return isNamed(member, [...fileTypeWords, ...fileNameWords, ...besideFileWords]);
}

function isNamed(member: Member, phrases: readonly string[]): boolean {
  return isSimple(member) && phrases.includes(wordsOf(member.key).join(' '));
}

/** What the contract expects wins over a guess. Several types: any of them. */
function expectedMedia(contentTypes: string | undefined, guess: string | undefined): string | undefined {
  if (contentTypes === undefined || guess === undefined || contentTypes === guess) return guess;
  return /^[\w.+-]+\/[\w.+-]+$/.test(contentTypes) ? contentTypes : 'application/octet-stream';
}
