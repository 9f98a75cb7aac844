// Notes, of tutorial 60, for anybody.
import { backend, problem } from './routes.ts';

export function notesBackend() {
  const notes = ['tea', 'milk'];
  return backend({
    'GET /v1/notes/:id': ({ path }) => {
      const text = notes[Number(path['id']) - 1];
      const data = { code: 'NO' };
      return text
        ? { body: { text, author: 'anna' } }
        : problem(401, { code: 'INVALID_LOGIN', detail: 'Not yours', data });
    },
    'POST /v1/notes': ({ body }) => {
      const id = notes.push(body.text);
      return { status: 201, headers: { location: `/v1/notes/${id}` }, body: { id } };
    },
    'GET /v1/time': () => ({ body: { time: '2026-02-01T08:30:00Z' } }),
  });
}
