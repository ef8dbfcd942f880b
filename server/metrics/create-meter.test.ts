import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { createMeter } from './create-meter.ts';

const tellAll = async (registry: Registry): Promise<string[]> => (await registry.metrics()).split('\n');

test('what an alarm waits for to grow stands at 0 before the first of it', async () => {
  const registry = new Registry();
  createMeter([registry]);
  expect(await tellAll(registry)).toEqual(
    expect.arrayContaining([
      'brava_refusals_total{by="http",code="internal"} 0',
      'brava_refusals_total{by="socket",code="internal"} 0',
      'brava_sweep_steps_total{outcome="troubled"} 0',
      'brava_ledger_compared_total{of="sol"} 0',
      'brava_ledger_compared_total{of="tokens"} 0',
      'brava_payment_detection_seconds_count{of="sol"} 0',
      'brava_payment_detection_seconds_count{of="tokens"} 0',
      'brava_price_answers_total{outcome="taken"} 0',
      'brava_price_answers_total{outcome="timed_out"} 0',
    ]),
  );
});

test('a node that never answered grows old from when it was first asked, and is behind nobody', async () => {
  const elapsed = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  const registry = new Registry();
  const meter = createMeter([registry]);
  meter.nodeAt('1:a', 500n);
  meter.nodeAt('2:b', null);
  elapsed.mockReturnValue(90_000);
  meter.nodeAt('1:a', 700n);
  meter.nodeAt('2:b', null);
  const told = await tellAll(registry);
  expect(told).toContain('brava_node_slot_age_seconds{node="1:a"} 0');
  expect(told).toContain('brava_node_slot_age_seconds{node="2:b"} 80');
  expect(told.filter((line) => line.startsWith('brava_node_slot_lag{'))).toEqual([
    'brava_node_slot_lag{node="1:a"} 0',
  ]);

  elapsed.mockReturnValue(100_000);
  meter.nodeAt('2:b', 690n);
  meter.nodeAt('1:a', null);
  const later = await tellAll(registry);
  expect(later).toContain('brava_node_slot_age_seconds{node="1:a"} 10');
  expect(later).toContain('brava_node_slot_age_seconds{node="2:b"} 0');
  expect(later).toContain('brava_node_slot_lag{node="2:b"} 10');
});
