// search and its further pages. Knows nothing about how records are found.
import { fault } from '../access/faults.ts';
import { SAVED } from '../search/saved.ts';
import { Refusal, refused, statusOf, succeeded } from '../store/status.ts';
import type { Doc } from '../store/values.ts';
import { type Call, type Desk, type Operations, ownerOf } from './desk.ts';

/** Largest page of a search that is answered at once. */
const LARGEST = 1000;

export function searching(desk: Desk): Operations {
  const { searches, credentials } = desk;
  const more = (call: Call, pageOf: (last: number) => number): Doc => {
    const { session } = call.principal;
    if (!session)
      throw fault('invalidSession', 'WS_LOG_IN_REQD', 'Only a session remembers its search: use searchMoreWithId.');
    const { id, search, page } = session;
    if (search === null || page === null)
      return {
        searchResult: { status: refused(new Refusal('INVALID_SEARCH_MORE', 'No search was made in this session.')) },
      };
    const pageIndex = pageOf(page);
    const searchResult = statusOf(() => searches.further(search, ownerOf(call), pageIndex));
    if ('pageIndex' in searchResult) credentials.sessions.remember(id, search, pageIndex);
    return { searchResult };
  };
  return {
    search: ({ searchRecord }: { searchRecord: Doc }, call) => {
      const searchResult = statusOf(() => {
        const found = searches.run(searches.read(searchRecord, call.searchPreferences, LARGEST));
        const result = searches.page(found, 1, '');
        const id = searches.keep(found, ownerOf(call));
        const { session } = call.principal;
        if (session) credentials.sessions.remember(session.id, id, 1);
        return { ...result, searchId: id };
      });
      return { searchResult };
    },
    searchMoreWithId: ({ searchId, pageIndex }: { searchId: string; pageIndex: number }, call) => {
      return { searchResult: statusOf(() => searches.further(searchId, ownerOf(call), pageIndex)) };
    },
    searchMore: ({ pageIndex }: { pageIndex: number }, call) => more(call, () => pageIndex),
    searchNext: (_request: unknown, call) => more(call, (last) => last + 1),
    getSavedSearch: ({ record }: { record: { '@searchType'?: string } }) => {
      const found = SAVED.filter(({ type }) => type === record['@searchType']);
      const recordRef = found.map(({ id, name }) => ({ '@internalId': id, name }));
      return {
        getSavedSearchResult: { status: succeeded(), totalRecords: found.length, recordRefList: { recordRef } },
      };
    },
  };
}
