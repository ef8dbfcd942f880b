import { once } from 'node:events';
import { createServer } from 'node:net';
import { explainListening } from '#server/composition/explain-listening.ts';

/**
 * Listens for a moment on each of these ports, so that one that is taken is told before anything has been started.
 * Throws a sentence for the operator.
 */
export async function assertPortsFree(ports: readonly number[], host: string): Promise<void> {
  for (const port of ports) {
    const server = createServer().listen(port, host);
    try {
      await once(server, 'listening');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'))
        return explainListening({ port, host }, { port: 'PORT', host: 'HOST' })(error);
      throw new Error(
        `Port ${port} is already in use, and ${ports.length} in a row are needed, ${ports[0]} to ${ports.at(-1)}: stop the other program, or choose others with PORT.`,
        { cause: error },
      );
    }
    server.close();
    await once(server, 'close');
  }
}
