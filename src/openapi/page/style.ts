/** The style sheet of the docs page; its digest stands in the page's Content-Security-Policy. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
h1 small { font-weight: normal; }
h2 { margin-top: 2.5rem; padding-top: .5rem; border-top: 1px solid var(--line); font-size: 1.2rem; overflow-wrap: anywhere; }
h3 { margin: 1rem 0 .3rem; font-size: 1rem; }
nav ul { list-style: none; padding: 0; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
pre { background: var(--soft); padding: .7rem; overflow: auto; }
summary { cursor: pointer; }
i { opacity: .7; }
`;
