import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import type { OperationReads } from '#server/app/operation-ports.ts';
import { tellFigures } from './figures-at-scrape.ts';

const clock = { now: () => new Date() };
const away = new Error('canceling statement due to statement timeout');

test('figures that fail are missing, and the database is up as long as it answers', async () => {
  const registry = new Registry();
  let isDatabaseAnswering = true;
  const sources = {
    operations: { figures: () => Promise.reject(away) },
    clock,
    isDatabaseAnswering: () => isDatabaseAnswering,
  };
  const read = tellFigures(registry, sources);
  await read();
  const told = await registry.metrics();
  expect(told).toContain('\nbrava_database_up 1\n');
  expect(told).not.toContain('\nbrava_processes ');
  isDatabaseAnswering = false;
  expect(await registry.metrics()).toContain('\nbrava_database_up 0\n');
});

test('while figures are being read for longer than a scrape waits, no other reading begins', async () => {
  const elapsed = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  const { promise, reject } = Promise.withResolvers<never>();
  const figures = vi.fn<OperationReads['figures']>(() => promise);
  const sources = { operations: { figures }, clock, isDatabaseAnswering: () => true };
  const read = tellFigures(new Registry(), sources);
  await read();
  elapsed.mockReturnValue(30_000);
  const second = read();
  expect(figures).toHaveBeenCalledTimes(1);
  reject(away);
  await second;
  elapsed.mockReturnValue(50_000);
  await read();
  expect(figures).toHaveBeenCalledTimes(2);
});
