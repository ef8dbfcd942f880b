import { expect, test } from 'vitest';
import { explainListening } from './explain-listening.ts';

test('a port that needs more rights is named with its setting, and anything else stays as it is', () => {
  const refuse = explainListening(80, 'PORT');
  const denied = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  expect(() => refuse(denied)).toThrow(/^Port 80 .* PORT\.$/);
  const other = new Error('listen EADDRNOTAVAIL');
  expect(() => refuse(other)).toThrow(other);
});
