import { Client } from 'pg';
import { startCpuUse } from './lib/cpu-use.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { startDonors } from './lib/start-donors.ts';
import { startServer } from './lib/start-server.ts';
await using cleanUp = new AsyncDisposableStack();
const server = await startServer({ cleanUp, profileFolder: null, size: null }, { TRUST_PROXY: '127.0.0.1', OPEN_DONATIONS_PER_LINK: '1000000', LIMIT_CREATE_DONATION: 'all=100000000/1h' });
const codes = (await registerStreamers(server.url, 50)).map((s) => s.donationCode);
const donors = startDonors(cleanUp);
const db = new Client({ connectionString: server.databaseUrl('brava') });
await db.connect();
const idle = startCpuUse(server.pid);
await new Promise((r) => setTimeout(r, 3000));
console.log('idle', idle());
let from = 0;
for (const clients of [10, 10, 1, 40]) {
  const end = startCpuUse(server.pid);
  const made = await donors.post({ port: Number(new URL(server.url).port), clients, forMs: 5000, codes, from });
  const cpu = end();
  const n = made.times.length;
  const per = (p: number) => ((p / 100) * made.seconds * 1e3 / n).toFixed(2);
  const { rows } = await db.query('select count(distinct created_at) as b, count(*) as n from (select created_at from donations order by created_at desc limit $1) d', [n]);
  from += n;
  console.log(clients, 'clients', (n / made.seconds).toFixed(0), '/s; ms per donation: server', per(cpu!.server), 'pg', per(cpu!.postgres), 'sandbox', per(cpu!.sandbox), 'gen', (made.cpuSeconds * 1e3 / n).toFixed(2), 'batch', (Number(rows[0].n) / Number(rows[0].b)).toFixed(1));
}
await db.end();
