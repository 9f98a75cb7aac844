// Which rules take and give forms, and in which form a client wants its response.
import type { IncomingHttpHeaders } from 'node:http';
import { BodyPlace, type BodySchema } from '../../../../codec/schema/body-place.ts';
import type { LabelOf } from '../../../../json/attachment-labels.ts';
import type { Rule } from '../../../../rule/rule.ts';
import { namedQuality, qualityOf } from '../../../accept.ts';
import { mediaType } from '../../../media-type.ts';
import { type FormBounds, readForm } from './form-reader.ts';
import { type FormMedia, type WrittenForm, writeForm } from './form-writer.ts';

export type { BodySchema };

/** Schemas of the bodies of a rule, as clients see them; undefined: it has none. */
export interface BodySchemas {
  request(rule: Rule): BodySchema | undefined;
  response(rule: Rule): BodySchema | undefined;
}

const FORM_DATA = 'multipart/form-data';
const MEDIA: readonly FormMedia[] = [FORM_DATA, 'multipart/mixed'];

export function isForm(field: string | undefined): boolean {
  return field !== undefined && mediaType(field).type === FORM_DATA;
}

/** Does the request have a form, or want one? */
export function speaksForms({ 'content-type': type, accept }: IncomingHttpHeaders): boolean {
  return isForm(type) || (accept?.includes('multipart/') ?? false);
}

/** Media types of the two bodies of a rule: a schema for each that holds binary members. */
interface RuleForms {
  readonly request: BodySchema | undefined;
  readonly response: BodySchema | undefined;
}

export class Forms {
  private readonly schemas: BodySchemas;
  private readonly byRule = new Map<Rule, RuleForms>();

  constructor(schemas: BodySchemas) {
    this.schemas = schemas;
  }

  /** May the request's body be a form? */
  takes(rule: Rule): boolean {
    return this.of(rule).request !== undefined;
  }

  /** The form that the client names, and wants more than the rule's own media type; undefined: none. */
  preferredForm({ accept = '' }: IncomingHttpHeaders, rule: Rule): FormMedia | undefined {
    const plain = qualityOf(accept, rule.response.rest.media);
    const media = MEDIA.find((one) => namedQuality(accept, one) > plain);
    return media !== undefined && this.of(rule).response !== undefined ? media : undefined;
  }

  /** The JSON that the form stands for. Throws as `readForm`. */
  read(rule: Rule, body: Uint8Array, contentType: string, bounds: FormBounds): Uint8Array {
    return readForm(body, contentType, this.of(rule).request!, bounds);
  }

  write(rule: Rule, media: FormMedia, body: Uint8Array, labelOf: LabelOf): WrittenForm {
    return writeForm(body, media, this.of(rule).response!, labelOf);
  }

  private of(rule: Rule): RuleForms {
    let forms = this.byRule.get(rule);
    if (!forms) this.byRule.set(rule, (forms = this.formsOf(rule)));
    return forms;
  }

  private formsOf(rule: Rule): RuleForms {
    const { request, response } = rule;
    const requestSchema = request.rest.binary ? undefined : this.schemas.request(rule);
    const responseSchema = response.rest.binary ? undefined : this.schemas.response(rule);
    return {
      request: isForm(request.rest.media) ? requestSchema : withFiles(requestSchema),
      response: withFiles(responseSchema),
    };
  }
}

/** The schema, where members of the body are binary; not where the body itself is. */
function withFiles(schema: BodySchema | undefined): BodySchema | undefined {
  if (schema === undefined) return undefined;
  const place = new BodyPlace(schema);
  return !place.isBinary && place.holdsBinary() ? schema : undefined;
}
