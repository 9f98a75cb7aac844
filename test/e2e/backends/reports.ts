// Reports, of tutorial 40: at once, or as a job that each question about it brings a step further (RFC 7240, respond-async).
import { type Asked, backend, problem, type Reply } from './routes.ts';

export function reportsBackend() {
  const jobs = new Map<string, { year: number; region?: string; asked: number }>();
  const imports = new Map<string, { lines: string[]; asked: number }>();
  const importOf = ({ path }: Asked) => {
    const found = imports.get(path['job']);
    if (!found) throw problem(404, { code: 'NO_JOB', title: 'There is no such job', data: { ticket: path['job'] } });
    return found;
  };
  const report = ({ year, region }: { year: number; region?: string }) => ({ year, region, turnover: year / 4 });
  const jobOf = ({ path }: Asked) => {
    const job = jobs.get(path['job']);
    if (!job) throw problem(404, { code: 'NO_JOB', title: 'There is no such job', data: { ticket: path['job'] } });
    return job;
  };
  return backend({
    'POST /v1/reports': ({ body, headers }) => {
      if (headers['prefer'] !== 'respond-async') return { body: report(body) };
      const name = `job ${jobs.size + 1}`;
      jobs.set(name, { ...body, asked: 0 });
      const at = `/v1/reports/jobs/${encodeURIComponent(name)}`;
      return { status: 202, headers: { location: at, 'preference-applied': 'respond-async' }, body: { job: name } };
    },
    'GET /v1/reports/jobs/:job': (asked): Reply => {
      const job = jobOf(asked);
      if (job.year < 1900) return { body: { state: 'failed', percent: 0, message: `Nothing is known of ${job.year}` } };
      job.asked++;
      if (job.asked === 1) return { body: { state: 'running', percent: 50 }, headers: { 'retry-after': '1' } };
      const location = `/v1/reports/jobs/${encodeURIComponent(asked.path['job'])}/report`;
      return { status: 303, headers: { location }, body: { state: 'finished', percent: 100 } };
    },
    'GET /v1/reports/jobs/:job/report': (asked) => {
      const job = jobOf(asked);
      return job.asked < 2 ? problem(409, { code: 'JOB_RUNNING', detail: 'Not done yet' }) : { body: report(job) };
    },
    'POST /v1/imports': ({ body }) => {
      const name = `import ${imports.size + 1}`;
      imports.set(name, { lines: body.lines, asked: 0 });
      return { status: 202, headers: { location: `/v1/imports/${encodeURIComponent(name)}` } };
    },
    'GET /v1/imports/:job': (asked): Reply => {
      const found = importOf(asked);
      found.asked++;
      if (found.asked === 1) return { body: { state: 'queued', percent: 0 } };
      const location = `/v1/imports/${encodeURIComponent(asked.path['job'])}/outcome`;
      return { status: 303, headers: { location }, body: { state: 'finished', percent: 100 } };
    },
    'GET /v1/imports/:job/outcome': (asked) => ({ body: { imported: importOf(asked).lines.length } }),
  });
}
