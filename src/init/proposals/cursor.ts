// One operation as a rule with pages: its response has the cursor that its next request takes.
import type { Codec } from '../../codec/model/codec.ts';
import { pageWords } from '../inference/responses.ts';
import { wordsOf } from '../naming/names.ts';
import { levelsOf } from '../operations/levels.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import type { Route } from '../routes/route.ts';
import { boundMembers, inputNamed, isRequired, listPaths, pageBody, totalFlow, totalIn } from './pages.ts';
import { flow, nested, type Proposal, restRequest, soapRequest } from './proposal.ts';

/** The forms of its list, as its holder may be shown as the list. None where it takes no cursor, or is no GET. */
export function cursorPages(
  listed: ListedOperation,
  { method, path, query }: Route,
  codec: Codec,
  camelCase = false,
): Proposal[] {
  const cursor = cursorOf(listed);
  const size = inputNamed(listed, pageWords.size);
  const [request] = listed.operation.input.body;
  const [response] = listed.operation.output?.body ?? [];
  if (method !== 'GET' || cursor === undefined || !request || !response) return [];
  const conditions = listed.inputs.filter((input) => input !== cursor && input !== size);
  const values = boundMembers(conditions, path, query);
  const paging = [cursor.variable, size?.variable];
  const parameters = query
    .filter((name) => !paging.includes(name))
    .map((name) => (isRequired(name, conditions) ? name : `${name}={${name}?}`));
  const line = `GET ${path}?${[...parameters, 'limit={limit=100}', 'offset={offset=0}'].join('&')}`;
  const sizes = size ? [[size.key, '"{size}"'] as const] : [];
  const first = soapRequest(listed, [...values, ...sizes]);
  const next = soapRequest(listed, [...values, [cursor.key, '"{cursor}"'], ...sizes]);
  return levelsOf(response, codec).flatMap((level) => {
    const answered = level.members.find(({ key }) => isCursor(key));
    if (answered === undefined) return [];
    const total = totalIn(level.members, codec);
    return listPaths(level, codec).flatMap(({ path: place, depth }) => {
      if (depth < level.path.length || depth === place.length) return [];
      const items = nested(place.slice(depth), '"{items}"').replace(/^\{ | \}$/g, '');
      const inside = nested(
        place.slice(0, depth),
        `{ ${items}, ${flow([[answered.key, '"{cursor}"'], ...totalFlow(total)]).slice(2)}`,
      );
      return [
        {
          kind: 'pages' as const,
          section: 'mapping#pages' as const,
          replaced: [listed.operation.name],
          lines: [
            `- id: ${listed.operation.name}`,
            `  rest: { request: ${restRequest(listed, line)}, response: { body: ${pageBody(total, camelCase)} } }`,
            `  soap: { request: ${first}, response: ${flow([[response.name.local, inside]])} }`,
            `  pages: { next: { request: ${next} } }`,
          ],
        },
      ];
    });
  });
}

/** `Cursor` of a request whose response has `NextCursor`. */
function cursorOf({ inputs }: ListedOperation): Input | undefined {
  return inputs.find(({ key, scalar, required }) => scalar && !required && isCursor(key));
}

function isCursor(key: string): boolean {
  const [first, ...tail] = wordsOf(key);
  const name = (first === 'next' && tail.length > 0 ? tail : [first, ...tail]).join(' ');
  return (pageWords.cursor as readonly string[]).includes(name);
}
