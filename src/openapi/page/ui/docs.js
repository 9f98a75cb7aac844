// The interactive docs page in the browser: Swagger UI, with search over operations, a choice of resources, and a dark theme.

/** From this many operations on, the page begins with a list of its resources. */
const MOST_OPERATIONS = 150;
/** Up to this many operations, the lists of all resources are open. */
const MOST_UNFOLDED = 60;
/** Most operations that a search shows. */
const MOST_FOUND = 60;
const THEME = 'soapstone-docs-theme';

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Storage may be refused: then the choice lasts as long as the page. */
function stored(value) {
  try {
    if (value !== undefined) localStorage.setItem(THEME, value);
    return localStorage.getItem(THEME);
  } catch {
    return value ?? null;
  }
}

function showTheme(theme = stored() ?? (prefersDark.matches ? 'dark' : 'light')) {
  const dark = theme === 'dark';
  document.documentElement.classList.toggle('dark-mode', dark);
  document.getElementById('theme')?.setAttribute('aria-pressed', String(dark));
}

function changeTheme() {
  const theme = document.documentElement.classList.contains('dark-mode') ? 'light' : 'dark';
  stored(theme);
  showTheme(theme);
}

/** Every word of the phrase is in the path, method, id, summary, description or tag of the operation. */
function matches(operation, tag, words) {
  const details = operation.get('operation');
  const texts = ['operationId', 'summary', 'description'].map((key) => details?.get(key) ?? '');
  const text = [tag, operation.get('method'), operation.get('path'), ...texts].join('\n');
  return hasAll(text, words);
}

function wordsOf(phrase) {
  return phrase.toLowerCase().split(/\s+/).filter(Boolean);
}

function hasAll(text, words) {
  return words.every((word) => text.toLowerCase().includes(word));
}

/** The documented `fn.opsFilter` of Swagger UI, which looks at tags alone by default. */
function opsFilter(taggedOperations, phrase) {
  const words = wordsOf(phrase);
  let left = MOST_FOUND;
  return taggedOperations
    .map((group, tag) => {
      const found = group
        .get('operations')
        .filter((operation) => matches(operation, tag, words))
        .slice(0, left);
      left -= found.size ?? found.count();
      return group.set('operations', found);
    })
    .filter((group) => group.get('operations').size > 0);
}

function searchPlugin() {
  return {
    fn: { opsFilter },
    wrapComponents: { FilterContainer: (_original, { React }) => searchField(React) },
    statePlugins: { layout: { wrapSelectors: { isShown: shownInSearch } } },
  };
}

/** Without a phrase, the filter is `true`, perhaps as a text. */
function phraseOf(layoutSelectors) {
  const phrase = layoutSelectors.currentFilter();
  return typeof phrase === 'string' && phrase !== 'true' ? phrase : '';
}

/** What a search finds is shown without a click on its tag. */
function shownInSearch(original, system) {
  return (_state, path, standard) =>
    (path[0] === 'operations-tag' && phraseOf(system.layoutSelectors) !== '') || original(path, standard);
}

function searchField(React) {
  return ({ layoutSelectors, layoutActions }) => {
    const change = ({ target }) => layoutActions.updateFilter(target.value || true);
    const field = React.createElement('input', {
      type: 'search',
      className: 'search',
      placeholder: 'Search operations: path, id or words',
      'aria-label': 'Search operations',
      value: phraseOf(layoutSelectors),
      onChange: change,
    });
    return React.createElement('div', { className: 'search-row' }, field);
  };
}

/** Swagger UI resolves references of operations alone: parameters of a path stand there without names, and their values are not sent. */
function pathParametersPlugin() {
  const wrapActions = { updateJsonSpec: (original) => (description) => original(withPathParameters(description)) };
  return { statePlugins: { spec: { wrapActions } } };
}

/** The description with the parameters of its paths in place of references to them. */
function withPathParameters(description) {
  const components = description.components?.parameters ?? {};
  const named = new Map(Object.entries(components).map(([name, value]) => [`#/components/parameters/${name}`, value]));
  const paths = Object.entries(description.paths ?? {}).map(([path, item]) => [
    path,
    item.parameters ? { ...item, parameters: item.parameters.map((one) => named.get(one.$ref) ?? one) } : item,
  ]);
  return { ...description, paths: Object.fromEntries(paths) };
}

function descriptionUrl(file, tag) {
  return `?file=${file}${tag === undefined ? '' : `&tag=${encodeURIComponent(tag)}`}`;
}

function showOperations(url, expansion, find) {
  window.ui = SwaggerUIBundle({
    url,
    dom_id: '#docs',
    deepLinking: true,
    docExpansion: expansion,
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 2,
    displayRequestDuration: true,
    filter: find ?? true,
    requestSnippetsEnabled: true,
    tryItOutEnabled: false,
    validatorUrl: null,
    plugins: [searchPlugin, pathParametersPlugin],
  });
}

function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** A list of resources in place of a description that is too large for one page. A search shows their operations. */
function showResources(tags) {
  const items = tags.map(({ name, operations }) => linkItem(urlOf(name), name, ` ${operations.length}`));
  const list = element('ul', {}, ...items);
  const search = element('input', {
    type: 'search',
    class: 'search',
    placeholder: 'Search operations: method, path or resource',
    'aria-label': 'Search operations',
  });
  search.addEventListener('input', () => {
    const words = wordsOf(search.value);
    list.classList.toggle('found', words.length > 0);
    list.replaceChildren(...(words.length === 0 ? items : foundItems(tags, words)));
  });
  const row = element('div', { class: 'search-row' }, search);
  const heading = element('h2', {}, 'Resources');
  document.getElementById('docs').replaceChildren(element('div', { class: 'resources' }, heading, row, list));
}

function foundItems(tags, words) {
  const all = tags.flatMap(({ name, operations }) => operations.map((operation) => ({ name, operation })));
  return all
    .filter(({ name, operation }) => hasAll(`${name} ${operation}`, words))
    .slice(0, MOST_FOUND)
    .map(({ name, operation }) => linkItem(urlOf(name, operation), operation));
}

function linkItem(href, text, ...more) {
  return element('li', {}, element('a', { href }, text), ...more);
}

/** The page of one resource. `find`: what is searched there at first. */
function urlOf(tag, find) {
  return `?tag=${encodeURIComponent(tag)}${find === undefined ? '' : `&find=${encodeURIComponent(find)}`}`;
}

/** A choice of one resource: the page then loads no more than that one. */
function offerParts(tags, tag) {
  if (tags.length < 2) return;
  const option = (value, text) => {
    const node = element('option', { value }, text);
    node.selected = value === (tag ?? '');
    return node;
  };
  const select = document.getElementById('part');
  select.append(option('', 'All'), ...tags.map(({ name }) => option(name, name)));
  select.addEventListener('change', () => {
    location.search = select.value === '' ? '' : urlOf(select.value);
  });
  select.closest('label').hidden = false;
}

showTheme();
prefersDark.addEventListener('change', () => showTheme());
document.addEventListener('DOMContentLoaded', () => {
  showTheme();
  document.getElementById('theme').addEventListener('click', changeTheme);
  const { file, tags } = JSON.parse(document.getElementById('settings').textContent);
  const query = new URLSearchParams(location.search);
  const [tag, find] = ['tag', 'find'].map((name) => query.get(name) ?? undefined);
  const count = tags.reduce((sum, { operations }) => sum + operations.length, 0);
  offerParts(tags, tag);
  if (tag === undefined && count > MOST_OPERATIONS) showResources(tags);
  else showOperations(descriptionUrl(file, tag), tag === undefined && count > MOST_UNFOLDED ? 'none' : 'list', find);
});
