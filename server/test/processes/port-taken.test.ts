import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createInstallation, runProgram } from '#server/test/cli-fixture.ts';
import { freePort } from '#server/test/free-port.ts';

// A whole server starts here, as a process of its own.
vi.setConfig({ testTimeout: 60_000 });

/** How a server ends that cannot listen as these settings say. */
async function startWith(settings: Record<string, string>): Promise<unknown> {
  const place = await createInstallation();
  onTestFinished(() => place.stop());
  return await runProgram(['server/main.ts'], { ...place.environment(), ...settings });
}

test.each(['PORT', 'METRICS_PORT'])(
  'a server whose %s is taken names it and the setting, and ends',
  async (setting) => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await startWith({ [setting]: String(port) })).toMatchObject({
      code: 1,
      err: `\nPort ${port} is already in use: stop the other program, or choose another with ${setting}.\n\n`,
    });
  },
);

test('a cluster whose last port is taken names it before anything is started', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const place = await createInstallation();
  onTestFinished(() => place.stop());
  const first = port - 2;
  const run = await runProgram(['server/cluster/main.ts', '2'], {
    ...place.environment(),
    PORT: String(first),
  });
  expect(run).toEqual({
    code: 1,
    out: '',
    err: `\nPort ${port} is already in use, and 3 in a row are needed, ${first} to ${port}: stop the other program, or choose others with PORT.\n\n`,
  });
});

test.each(['HOST', 'METRICS_HOST'])(
  'a server whose %s is no address of this machine names it and the setting, and ends',
  async (setting) => {
    const settings = { PUBLIC_URL: 'http://localhost', METRICS_PORT: String(await freePort()) };
    expect(await startWith({ ...settings, [setting]: '192.0.2.1' })).toMatchObject({
      code: 1,
      err: `\n192.0.2.1 is no address of this machine: choose another with ${setting}.\n\n`,
    });
  },
);
