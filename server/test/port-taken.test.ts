import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createInstallation, runProgram } from './cli-fixture.ts';

// A whole server starts here, as a process of its own.
vi.setConfig({ testTimeout: 60_000 });

test.each(['PORT', 'METRICS_PORT'])(
  'a server whose %s is taken names it and the setting, and ends',
  async (setting) => {
    const place = await createInstallation();
    onTestFinished(() => place.remove());
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const run = await runProgram(['server/main.ts'], { ...place.environment(), [setting]: String(port) });
    expect(run).toMatchObject({
      code: 1,
      err: `\nPort ${port} is already in use: stop the other program, or choose another with ${setting}.\n\n`,
    });
  },
);
