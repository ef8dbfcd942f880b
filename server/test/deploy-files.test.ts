import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createMeter } from '#server/metrics/create-meter.ts';
import { nodeOptions } from '#server/node-options.ts';
import { tellFigures } from '#server/metrics/figures-at-scrape.ts';
import { Registry } from 'prom-client';
import { alarmsOf } from './read-metrics.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test('every alarm leads to a heading of docs/operate.md that says what to do, and no heading is left over', async () => {
  const { alarms } = await alarmsOf();
  const guide = await readFile(`${root}docs/operate.md`, 'utf8');
  const headings = [...guide.matchAll(/^#+ (Brava[A-Z]\w+)$/gm)].map(([, name]) => name);
  expect(new Set(headings)).toEqual(new Set(alarms.map(({ alert }) => alert)));
  expect(headings).toHaveLength(alarms.length);
  for (const { alert, labels, annotations } of alarms) {
    expect(annotations.runbook_url).toBe(`docs/operate.md#${alert.toLowerCase()}`);
    expect(annotations.summary).not.toBe('');
    expect(['critical', 'warning']).toContain(labels.severity);
  }
});

test.each([['package.json'], ['Dockerfile'], ['deploy/systemd/brava.service']])(
  '%s starts Node with what it is to be started with',
  async (file) => {
    const started = (await readFile(`${root}${file}`, 'utf8')).replaceAll(/[",]/g, '');
    expect(started).toContain(`node ${nodeOptions.join(' ')} server/main.ts`);
  },
);

test.skipIf(!hasPromtool)('promtool, where it is installed, finds nothing wrong with the rules', async () => {
  const checked = await run('promtool', ['check', 'config', `${root}deploy/prometheus/prometheus.yaml`]);
  expect(checked.stdout).toContain('SUCCESS');
  const tried = await run('promtool', ['test', 'rules', `${root}deploy/prometheus/alerts.test.yaml`]);
  expect(tried.stdout).toContain('SUCCESS');
});

test.skipIf(!hasPromtool)('promtool, where it is installed, finds nothing wrong with our names', async () => {
  const registry = new Registry();
  createMeter([registry]);
  tellFigures(registry, { figures: () => Promise.reject(new Error('not asked')) }, { now: () => new Date() });
  const checked = spawnSync('promtool', ['check', 'metrics'], {
    input: await registry.metrics(),
    encoding: 'utf8',
  });
  expect(`${checked.stdout}${checked.stderr}`).toBe('');
  expect(checked.status).toBe(0);
});
