import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { explainListening } from './explain-listening.ts';

test('a port that is taken is named with the setting that moves it', async () => {
  const [other, own] = [createServer(), createServer()];
  await once(other.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const listening = once(own.listen(port, '127.0.0.1'), 'listening').catch(
    explainListening(port, 'METRICS_PORT'),
  );
  await expect(listening).rejects.toThrow(
    `Port ${port} is already in use: stop the other program, or choose another with METRICS_PORT.`,
  );
});

test('so is one that needs more rights, and anything else stays as it is', () => {
  const refuse = explainListening(80, 'PORT');
  expect(() => refuse(Object.assign(new Error('listen EACCES'), { code: 'EACCES' }))).toThrow(
    /^Port 80 .* PORT\.$/,
  );
  const other = new Error('listen EADDRNOTAVAIL');
  expect(() => refuse(other)).toThrow(other);
});
