import { openByteClient } from './byte-client.ts';
import { donorAddress } from './donor-address.ts';

/** What a generator is told to do: so many clients, each asking for one donation after the other, for a while. */
export interface LoadOrder {
  port: number;
  clients: number;
  forMs: number;
  /** Link codes, asked for in turn. */
  codes: readonly string[];
  /** The donor's number to begin with: each donation is another donor's, told by X-Forwarded-For. */
  from: number;
}

/** What came of it. */
export interface LoadResult {
  /** Milliseconds from a request to its whole answer. */
  times: number[];
  seconds: number;
  /** Processor time that the generator itself used. */
  cpuSeconds: number;
}

const body = (linkCode: string): string =>
  JSON.stringify({ linkCode, donatorName: 'Bench', message: 'Good luck with the next level!' });

/** Has clients post donations over kept connections of their own, as bytes. Throws when one is refused. */
async function postDonations({ port, clients, forMs, codes, from }: LoadOrder): Promise<LoadResult> {
  const requests = codes.map((code) => `\r\ncontent-length: ${body(code).length}\r\n\r\n${body(code)}`);
  const head = `POST /api/donations HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\nx-forwarded-for: `;
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let next = from;
  const work = async (): Promise<void> => {
    const client = await openByteClient(port);
    while (performance.now() - startedAt < forMs) {
      next += 1;
      const before = performance.now();
      const answer = await client.ask(`${head}${donorAddress(next)}${requests[next % requests.length]}`);
      if (!answer.startsWith('HTTP/1.1 201 ')) throw new Error(`A donation was refused: ${answer}`);
      times.push(performance.now() - before);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: clients }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { times, seconds, cpuSeconds: (user + system) / 1e6 };
}

process.on('message', (order: LoadOrder) => {
  void postDonations(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
