import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
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
