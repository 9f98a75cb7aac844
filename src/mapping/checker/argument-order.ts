// Arguments of converters in a path, a header or a query. Path, headers, query and body are read in this order, so a value there cannot be read
// with one that comes later.

import type { Place } from '../../errors/errors.ts';
import { type Hole, isHole, type Part, printHole } from '../../pattern/text/hole.ts';
import { variablesOf } from '../converters/call.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';
import { namesInParts } from '../syntax/tree-names.ts';
import { namesInRequest, namesInResponse, namesInSoapRequest } from './names-in.ts';

/** A header field, or a part of the request line. */
interface TextRow {
  readonly parts: readonly Part[];
  readonly place: Place;
}

export function checkArgumentOrder(row: Row, report: Report): void {
  const { line, headers, response, soap, direction } = row;
  const { segments, query } = line.value;
  const path = segments.map((parts): TextRow => ({ parts, place: line.place }));
  const inQuery = query.map(({ parts }): TextRow => ({ parts, place: line.place }));
  const texts = [...path, ...headers, ...inQuery];
  if (direction !== 'soap-to-rest' && takeArguments(texts)) checkTexts(texts, namesInRequest(row), [], report);
  if (direction === 'rest-to-soap' || !takeArguments(response.headers)) return;
  const request = [...namesInRequest(row), ...namesInSoapRequest(soap)];
  checkTexts(response.headers, namesInResponse(row), request, report);
}

/** Most texts have no converter that reads another variable. */
function takeArguments(texts: readonly TextRow[]): boolean {
  return texts.some(({ parts }) => parts.some((part) => isHole(part) && argumentsOf(part).length > 0));
}

/** `names`: those of the whole message. `before`: those that have their values before it is read. */
function checkTexts(
  texts: readonly TextRow[],
  names: readonly string[],
  before: readonly string[],
  report: Report,
): void {
  const read = new Set(before);
  for (const { parts, place } of texts) {
    for (const hole of parts.filter(isHole)) {
      const later = argumentsOf(hole).find((name) => names.includes(name) && !read.has(name));
      if (later !== undefined)
        report.add(
          'MAPPING_UNSUPPORTED',
          `${printHole(hole)} is read before {${later}}`,
          place,
          'path, headers, query and body are read in this order: write it after its argument',
        );
    }
    for (const name of namesInParts(parts)) read.add(name);
  }
}

/** The variables that its converters only read. */
function argumentsOf({ converters }: Hole): string[] {
  if (converters.length === 0) return [];
  return converters.flatMap((call) => variablesOf(call).flatMap(({ name, binds }) => (binds ? [] : [name])));
}
