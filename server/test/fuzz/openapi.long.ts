import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzOperation } from './fuzz-operation.ts';
import { type FuzzServer, startFuzzServer } from './fuzz-server.ts';
import { readOperations } from './openapi-document.ts';

const count = Number(process.env['FUZZ_COUNT'] ?? 5000);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
let server: FuzzServer;
beforeAll(async () => {
  server = await startFuzzServer();
});
afterAll(() => server.stop());

it(`${count} requests for each operation get what the document says`, async () => {
  const before = await server.bystander();
  const faults: string[] = [];
  for (const operation of readOperations(server.document)) {
    const result = await fuzzOperation(server, operation, { seed, count });
    console.log(`${operation.name}: ${JSON.stringify(result.statuses)}`);
    faults.push(...result.faults);
  }
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(await server.bystander()).toEqual(before);
});
