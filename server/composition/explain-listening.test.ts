import { expect, test } from 'vitest';
import { explainListening } from './explain-listening.ts';

/** What is said where listening for the pages fails with this code. */
function said(code: string): unknown {
  const place = { port: 80, host: '192.0.2.1' };
  const refuse = explainListening(place, { port: 'PORT', host: 'HOST' });
  const cause = Object.assign(new Error(`listen ${code}`), { code });
  try {
    return refuse(cause);
  } catch (error) {
    return error === cause ? 'as it was' : (error as Error).message;
  }
}

test('a port or an address that cannot be had is named with its setting, and anything else stays as it is', () => {
  expect(said('EACCES')).toMatch(/^Port 80 .* PORT\.$/);
  expect(said('EADDRINUSE')).toMatch(/^Port 80 is already in use.* PORT\.$/);
  expect(said('EADDRNOTAVAIL')).toMatch(/^192\.0\.2\.1 is no address of this machine.* HOST\.$/);
  for (const code of ['ENOTFOUND', 'EAI_AGAIN'])
    expect(said(code)).toMatch(/^192\.0\.2\.1 is a name that leads to no address.* HOST\.$/);
  expect(said('EMFILE')).toBe('as it was');
});
