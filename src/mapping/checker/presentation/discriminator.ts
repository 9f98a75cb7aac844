import type { Codec } from '../../../codec/model/codec.ts';
import type { TypePresentation } from '../../../codec/presentation/presentation.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import { clark } from '../../../xml/reader/names.ts';
import { fieldsOf, mapOf, textField } from '../../syntax/fields.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { type TypesContext, typeNamed } from './context.ts';

/** `{ key: kind, values: { prefix:Type: value } }` */
export function readDiscriminator(
  entry: YamlEntry | undefined,
  base: TypeDef,
  ctx: TypesContext,
): TypePresentation['discriminator'] {
  if (entry === undefined) return undefined;
  const { report, codec } = ctx;
  const fields = fieldsOf(entry.value, { keys: ['key', 'values'] }, '"discriminator"', report);
  const values = new Map<string, string>();
  for (const field of mapOf(fields.get('values'), report)) {
    const type = typeNamed(field, ctx);
    const text = textField(field, report);
    if (type === undefined || text === undefined || type.name === undefined) continue;
    if (!codec.schemas.derives(type, base)) {
      report.add('MAPPING_TYPE', `"${field.key}" is not derived from the type`, field.place);
    } else if ([...values.values()].includes(text.value)) {
      report.add('MAPPING_TABLE', `"${text.value}" is used for two types`, text.place);
    } else if (namesAnother(text.value, clark(type.name), codec)) {
      report.add('MAPPING_TABLE', `"${text.value}" is the name of another type`, text.place);
    } else values.set(clark(type.name), text.value);
  }
  const key = textField(fields.get('key'), report)?.value;
  if (key === undefined) report.add('MAPPING_MISSING', '"discriminator" has no "key"', entry.place);
  return { key: key ?? '$type', values };
}

function namesAnother(text: string, typeName: string, { dialect, schemas }: Codec): boolean {
  const name = dialect.parseName(text);
  return name !== undefined && schemas.types.has(clark(name)) && clark(name) !== typeName;
}
