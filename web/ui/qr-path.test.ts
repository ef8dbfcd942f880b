import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { paymentUri } from '#contract/donation.ts';
import { qrMargin, qrPath } from './qr-path.ts';

it('joins the runs of a row and keeps the margin free', () => {
  expect(qrPath([[true, true, false, true], [false]])).toBe('M2 2h2v1h-2zM5 2h1v1h-1z');
});

it('draws exactly the dark modules of a payment code', () => {
  const { data } = encode(paymentUri('9mQ4wXr7TnYcV2bKfLz6HsDpGu3Aje8NtRkWoSx5PvMh', 50_000_000n), {
    border: 0,
  });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x = '', y = '', width = ''] of qrPath(data).matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    drawn[Number(y) - qrMargin]?.fill(true, Number(x) - qrMargin, Number(x) - qrMargin + Number(width));
  }
  expect(drawn).toEqual(data);
});
