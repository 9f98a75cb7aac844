// Where the values of a criterion stand in a document. Knows nothing about operators.
import type { FieldKind } from '../store/catalog.ts';
import { type Sql, sql } from './sql.ts';

/** A condition over one value. `written`: its JSON, which has all digits of a number. */
export type Condition = (value: string, written: string) => Sql;

/** The condition holds for a document when it holds for one of its values. */
export interface Operand {
  any(holds: Condition): Sql;
}

export function column(expression: string): Operand {
  return { any: (holds) => holds(expression, expression) };
}

function member(document: string, path: string): Operand {
  return { any: (holds) => holds(`json_extract(${document}, '${path}')`, `(${document} -> '${path}')`) };
}

/** A field of the body. Names are those of the contract: letters and digits only. */
export function bodyField(alias: string, name: string, kind: FieldKind): Operand {
  if (kind === 'refs') return listed(alias, `${name}.recordRef`, '$."@internalId"');
  const path = kind === 'ref' ? `${name}."@internalId"` : name;
  return member(`${alias}.doc`, `$.${path}`);
}

/** A field of the lines of a sublist: `itemList/item/item`. */
export function lineField(alias: string, path: string, kind: FieldKind): Operand {
  const [list, element, field] = path.split('/');
  return listed(alias, `${list}.${element}`, kind === 'ref' ? `$.${field}."@internalId"` : `$.${field}`);
}

function listed(alias: string, list: string, path: string): Operand {
  const items = `json_each(${alias}.doc, '$.${list}') AS item`;
  return {
    any: (holds) => {
      const { text, values } = member('item.value', path).any(holds);
      return sql(`EXISTS (SELECT 1 FROM ${items} WHERE ${text})`, ...values);
    },
  };
}

/** A custom field by the name of its script or its internal id; of one that holds several values, each of them. */
export function customField(alias: string, by: 'scriptId' | 'internalId', id: string, select: boolean): Operand {
  const fields = `json_each(${alias}.doc, '$.customFieldList.customField') AS field`;
  const value = `json_extract(field.value, '$.value')`;
  const list = `CASE json_type(field.value, '$.value') WHEN 'array' THEN ${value} ELSE json_array(json(${value})) END`;
  const from = select ? `${fields}, json_each(${list}) AS item` : fields;
  return {
    any: (holds) => {
      const { text, values } = (select ? member('item.value', '$."@internalId"') : member('field.value', '$.value')).any(holds);
      return sql(
        `EXISTS (SELECT 1 FROM ${from} WHERE json_extract(field.value, '$."@${by}"') = ? AND (${text}))`,
        id,
        ...values,
      );
    },
  };
}
