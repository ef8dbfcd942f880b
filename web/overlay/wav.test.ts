import { expect, test } from 'vitest';
import { wavOf } from './wav.ts';

test('a WAV file has its header, its channels interleaved, and cuts what is too loud', async () => {
  const blob = wavOf([Float32Array.of(0, 0.5, 2), Float32Array.of(-1, -2, 1)], 48_000);
  const view = new DataView(await blob.arrayBuffer());
  const text = (at: number) => String.fromCharCode(...new Uint8Array(view.buffer, at, 4));
  expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
  expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([48, 12]);
  expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint32(28, true)]).toEqual([
    2, 48_000, 192_000,
  ]);
  const samples = Array.from({ length: 6 }, (_, i) => view.getInt16(44 + 2 * i, true));
  expect(samples).toEqual([0, -32_767, 16_384, -32_767, 32_767, 32_767]);
});
