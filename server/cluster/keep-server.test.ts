import { expect, test } from 'vitest';
import { keepServer } from './keep-server.ts';

test('a server that cannot start says why, and nobody that it is started again', async () => {
  const said: string[] = [];
  const environment = { ...process.env, SOLANA_NETWORK: 'nowhere' };
  const keeping = keepServer({ port: 3000, environment, say: (line) => said.push(line) });
  await expect(keeping).rejects.toThrow('The server on port 3000 did not start; the lines above say why.');
  expect(said.join('\n')).toContain('SOLANA_NETWORK');
  expect(said.join('\n')).not.toContain('started again');
}, 60_000);
