// `{ $each: "{list.item|partial(misfits)}" }`: items of a request that do not fit the contract are left out one by one, and listed.
import type { SoapstoneError } from '../../errors/errors.ts';
import { Unsent } from '../../fault/unsent.ts';
import { arrayOf } from '../../json/array.ts';
import { fromJs, type Json } from '../../json/value.ts';
import type { CompileMessage, ConverterEntry } from '../model/converter-entry.ts';
import { pathInItem } from './tolerant/item-path.ts';

const compile: CompileMessage = ({ arguments: all }) => {
  const { variable } = all.get('misfits')!;
  const outcomes = all.get('outcomes')?.variable;
  return {
    tolerance: (bindings) => {
      const misfits: Json[] = [];
      bindings[variable] = undefined;
      return {
        leaveOutItem(index, { code, path = '$', message }) {
          misfits.push(fromJs({ index, path: pathInItem(path), code, message }));
          bindings[variable] = arrayOf(misfits);
        },
        ...(outcomes !== undefined && {
          noItemFits(first: SoapstoneError) {
            bindings[outcomes] = arrayOf([]);
            return new Unsent(first, bindings);
          },
        }),
      };
    },
  };
};

export const partial: ConverterEntry = {
  keyword: 'partial',
  parameters: [
    {
      name: 'misfits',
      kind: 'variable',
      type: 'misfits',
      side: 'soap.response',
      docs: 'the list of the items that are left out: `index` from 0, `path` in the item, `code`, `message`',
    },
    {
      name: 'outcomes',
      kind: 'variable',
      type: 'outcomes',
      side: 'soap.response',
      optional: true,
      docs: 'the list of the response. Where no item fits it is empty, and nothing is sent; without it such a request is refused',
    },
  ],
  docs: 'items of a list one by one: [those that do not fit](#items-that-do-not-fit) are left out',
  message: { body: 'request', ofItems: 'alone', options: [], configure: () => compile },
};
