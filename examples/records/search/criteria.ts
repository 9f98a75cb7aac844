// From the criteria of a search to SQL. Knows nothing about pages.
import type { Catalog, Field, FieldKind } from '../store/catalog.ts';
import { nameField, TRANSACTIONS } from '../store/record-rules.ts';
import { Refusal } from '../store/status.ts';
import { customTypeOf } from '../store/custom-type.ts';
import { CUSTOM_FIELDS } from '../store/customizations.ts';
import { type Doc, isDoc, listOf } from '../store/values.ts';
import { bodyField, column, customField, lineField, type Operand } from './operand.ts';
import { type Criterion, condition } from './operators.ts';
import { and, isOneOf, or, type Sql, sql } from './sql.ts';
import { JOINS, type Join, RENAMED, SELF, typesOf } from './subjects.ts';

export class Criteria {
  private readonly catalog: Catalog;
  private readonly now: number;
  private aliases = 0;

  constructor(catalog: Catalog, now: number) {
    this.catalog = catalog;
    this.now = now;
  }

  /** Criteria of a `…SearchBasic`, for the record `alias`. */
  basic(subject: string, alias: string, criteria: Doc): Sql {
    const types = typesOf(subject, this.catalog);
    if (types.length === 0) throw new Refusal('INVALID_RCRD_TYPE', `Searches for ${subject} are not available here.`);
    const declared = this.catalog.fieldsOf(`platformCommon:${subject}SearchBasic`);
    const parts = Object.entries(criteria).flatMap(([name, value]) => {
      return name === '$type' || !isDoc(value) ? [] : this.criterion(subject, alias, name, value, declared.get(name));
    });
    return and([isOneOf(`${alias}.type`, types), ...parts]);
  }

  /** Criteria of a `…Search`: of the record itself and of those that it is joined to. */
  whole(subject: string, alias: string, criteria: Doc): Sql {
    const { basic } = criteria;
    const parts = [this.basic(subject, alias, isDoc(basic) ? basic : {})];
    for (const [name, value] of Object.entries(criteria)) {
      if (name === '$type' || name === 'basic') continue;
      const join = JOINS[subject]?.[name];
      if (!join || !isDoc(value))
        throw new Refusal('INVALID_SEARCH_FIELD_NAME', `The join ${name} is not available here.`);
      parts.push(this.joined(subject, alias, join, value));
    }
    return and(parts);
  }

  /** Where the values of a criterion or of a column stand; undefined: nowhere. */
  operand(subject: string, alias: string, name: string): Operand | undefined {
    if (name === 'internalId' || name === 'internalIdNumber' || name === SELF[subject]) return column(`${alias}.id`);
    if (name === 'externalId' || name === 'externalIdString') return column(`${alias}.external`);
    const found = placeOf(subject, name, this.catalog);
    if (!found) return undefined;
    // Names have an index.
    if (found.path === nameField(typesOf(subject, this.catalog)[0])) return column(`${alias}.name`);
    return found.path.includes('/')
      ? lineField(alias, found.path, found.kind)
      : bodyField(alias, found.path, found.kind);
  }

  private criterion(subject: string, alias: string, name: string, value: Doc, declared: Field | undefined): Sql[] {
    if (name === 'customFieldList') return listOf(value['customField']).map((one) => this.custom(alias, one));
    const kind = /^Search(\w+?)Field$/.exec(declared?.type ?? '')?.[1] ?? '';
    if (name === 'type' && (subject === 'Item' || subject === 'Transaction'))
      return [this.kindOf(subject, alias, value)];
    if (name === 'recordType' && subject === 'Transaction')
      return [condition(kind, column(`lower(${alias}.type)`), value, name, this.now)];
    if (name === 'externalId')
      return [condition(kind, column(`${alias}.external`), byExternalId(value), name, this.now)];
    if (name === 'recType') return [isOneOf(`${alias}.type`, [customTypeOf(typeIn(value))])];
    const operand = this.operand(subject, alias, name);
    if (!operand) throw new Refusal('INVALID_SEARCH_FIELD_NAME', `${subject} cannot be searched by ${name} here.`);
    return [condition(kind, operand, value, name, this.now)];
  }

  /** `_salesOrder`, `_assembly`: what a record is, not what stands in it. */
  private kindOf(subject: string, alias: string, criterion: Criterion): Sql {
    const names = Object.entries(TRANSACTIONS).map(([type, { searchType }]) => `WHEN '${type}' THEN '${searchType}'`);
    const kind = subject === 'Item' ? `'_assembly'` : `CASE ${alias}.type ${names.join(' ')} END`;
    return condition('EnumMultiSelect', column(kind), criterion, 'type', this.now);
  }

  private custom(alias: string, criterion: Criterion): Sql {
    const kind = /Search(\w+?)CustomField$/.exec(String(criterion['$type']))?.[1] ?? '';
    const by = criterion['@scriptId'] === undefined ? 'internalId' : 'scriptId';
    const id = String(criterion[`@${by}`] ?? '');
    if (!CUSTOM_FIELDS.some((field) => (by === 'scriptId' ? field.scriptId : field.id) === id))
      throw new Refusal('INVALID_SEARCH_FIELD_NAME', `There is no custom field ${id.slice(0, 100)}.`);
    const operand = customField(alias, by, id, kind.endsWith('MultiSelect'));
    // A custom field holds the ids of an enumeration as it holds references.
    return condition(kind, operand, criterion, id, this.now);
  }

  /** The joined records are found once, not for each record again. */
  private joined(subject: string, alias: string, join: Join, criteria: Doc): Sql {
    const other = `r${++this.aliases}`;
    const inner = this.basic(join.of, other, criteria);
    const from = `FROM record AS ${other} WHERE ${inner.text}`;
    if (join.by) {
      const ids = `(SELECT CAST(${other}.id AS TEXT) ${from})`;
      const operands = join.by.map((path) => this.reference(subject, alias, path));
      return or(operands.map((operand) => operand.any((value) => sql(`${value} IN ${ids}`, ...inner.values))));
    }
    const fields = (join.from ?? []).map(
      (path) => this.reference(join.of, other, path).any((value) => sql(value)).text,
    );
    return or(fields.map((field) => sql(`CAST(${alias}.id AS TEXT) IN (SELECT ${field} ${from})`, ...inner.values)));
  }

  private reference(subject: string, alias: string, path: string): Operand {
    const operand = path.includes('/') ? lineField(alias, path, 'ref') : this.operand(subject, alias, path);
    if (!operand) throw new Error(`${subject} has no field ${path} to join by`);
    return operand;
  }
}

/** What names the type of custom records. */
function typeIn({ '@scriptId': script, '@internalId': id }: Doc): string | undefined {
  return (script ?? id) as string | undefined;
}

function byExternalId(criterion: Criterion): Criterion {
  const values = listOf(criterion.searchValue).map((ref) => ({
    '@internalId': ref['@externalId'] ?? ref['@internalId'],
  }));
  return { ...criterion, searchValue: values };
}

/** The field that a criterion or a column means, among those of the records that the search finds. */
export function placeOf(
  subject: string,
  name: string,
  catalog: Catalog,
): { readonly path: string; readonly kind: FieldKind } | undefined {
  const path = RENAMED[subject]?.[name] ?? name;
  for (const type of typesOf(subject, catalog)) {
    const fields = catalog.ofName(type)?.fields;
    const [list, , line] = path.split('/');
    if (line !== undefined) {
      const field = fields?.get(list)?.lines?.fields.get(line);
      if (field) return { path, kind: field.kind };
      continue;
    }
    const field = fields?.get(path) ?? fields?.get(`${path}List`);
    if (field && !['sublist', 'subrecord', 'custom', 'other'].includes(field.kind))
      return { path: field.name, kind: field.kind };
  }
  return undefined;
}
