import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createMeter } from '#server/metrics/create-meter.ts';
import { allocatorSettings, nodeOptions } from '#server/process/node-options.ts';
import { tellFigures } from '#server/metrics/figures-at-scrape.ts';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { operatorPages } from './operator-pages.ts';
import { alarmsOf, namesIn } from '#server/test/read-metrics.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test('every alarm leads to a heading of docs/operate/alarms.md that says what to do, and no heading is left over', async () => {
  const { alarms } = await alarmsOf();
  const guide = await readFile(`${root}docs/operate/alarms.md`, 'utf8');
  const headings = [...guide.matchAll(/^#+ (Brava[A-Z]\w+)$/gm)].map(([, name = '']) => name);
  expect(new Set(headings)).toEqual(new Set(alarms.map(({ alert }) => alert)));
  expect(headings).toHaveLength(alarms.length);
  const [, list = ''] = /^## What the alarms mean\n([^]*?)^###/m.exec(guide) ?? [];
  const listed = [...list.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name);
  expect(listed.toSorted()).toEqual(headings.toSorted());
  for (const { alert, labels, annotations } of alarms) {
    expect(annotations.runbook_url).toBe(`docs/operate/alarms.md#${alert.toLowerCase()}`);
    expect(annotations.summary).not.toBe('');
    expect(['critical', 'warning']).toContain(labels.severity);
  }
});

test('what an alarm looks at, and what the guide sends the operator to look at, is on the dashboard', async () => {
  const { alarms, shown } = await alarmsOf();
  const guide = await operatorPages();
  const looked = alarms.flatMap(({ expr }) => namesIn(expr));
  const named = [...guide.matchAll(/`(brava_\w*[a-z])\b/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  // Of a histogram the dashboard may show another part.
  const isShown = (name: string): boolean =>
    shown.some((other) => other.startsWith(name.replace(/_count$/, '')));
  expect([...looked, ...named].filter((name) => !isShown(name))).toEqual([]);
});

test.each([['package.json'], ['Dockerfile'], ['deploy/systemd/brava.service']])(
  '%s starts Node with what it is to be started with',
  async (file) => {
    const started = (await readFile(`${root}${file}`, 'utf8')).replaceAll(/[",]/g, '');
    expect(started).toContain(`node ${nodeOptions.join(' ')} server/main.ts`);
  },
);

test('the service may ask for the addresses of its machine, which webhooks are not to reach', async () => {
  const unit = await readFile(`${root}deploy/systemd/brava.service`, 'utf8');
  expect(/^RestrictAddressFamilies=(.*)$/m.exec(unit)?.[1]?.split(' ')).toContain('AF_NETLINK');
});

test.each([
  ['Dockerfile', 'ENV '],
  ['deploy/systemd/brava.service', 'Environment='],
])('%s starts it with an allocator that gives memory back, and has it installed', async (file, keyword) => {
  const lines = (await readFile(`${root}${file}`, 'utf8')).split('\n');
  const settings = Object.entries(allocatorSettings).map(([name, value]) => `${name}=${value}`);
  expect(lines).toContain(`${keyword}${settings.join(' ')}`);
  const installs = file === 'Dockerfile' ? lines : (await operatorPages()).split('\n');
  expect(installs.some((line) => /apt-get install .*libjemalloc2/.test(line))).toBe(true);
});

test('the unit has a line for a folder of back-ups on another disk, and the guide leads to it', async () => {
  const unit = await readFile(`${root}deploy/systemd/brava.service`, 'utf8');
  expect(unit).toContain('\nProtectSystem=strict\n');
  const [, folder] = /^#ReadWritePaths=-(\/\S+)$/m.exec(unit) ?? [];
  const guide = await operatorPages();
  const sections = ['As a service', 'BravaBackupFailing'].map((heading) => {
    const [, section = ''] = guide.split(new RegExp(`^#+ ${heading}$`, 'm'));
    return section.split(/^#/m)[0];
  });
  for (const section of sections) expect(section).toContain('ReadWritePaths=');
  expect(sections[0]).toContain(`BACKUP_DIR=${folder}`);
});

type Attached = Record<string, { aliases?: string[] }>;
/** What `compose.yaml` says of networks, and of what the services are told. */
interface Compose {
  services: Record<string, { environment?: Record<string, string>; networks: string[] | Attached }>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
}

/** The networks of a service, with the names under which it is known on each. */
function namesByNetwork({ services }: Compose, service: string): Map<string, string[]> {
  const networks = services[service]?.networks ?? [];
  const attached: Attached = Array.isArray(networks)
    ? Object.fromEntries(networks.map((network) => [network, {}]))
    : networks;
  return new Map(
    Object.entries(attached).map(([network, { aliases = [] }]) => [network, [service, ...aliases]]),
  );
}

test('in compose.yaml the proxy reaches the server over the network that TRUST_PROXY names, and over no other', async () => {
  const compose: Compose = parse(await readFile(`${root}compose.yaml`, 'utf8'));
  const { server, proxy } = compose.services;
  const [host = ''] = (proxy?.environment?.['BRAVA_SERVERS'] ?? '').split(':');
  const known = [...namesByNetwork(compose, 'server')].filter(([, names]) => names.includes(host));
  expect(known.map(([network]) => network)).toEqual(['inside']);
  expect([...namesByNetwork(compose, 'proxy').keys()]).toContain('inside');
  const subnets = compose.networks['inside']?.ipam?.config.map(({ subnet }) => subnet);
  expect(subnets).toEqual([server?.environment?.['TRUST_PROXY']]);
  // Another service of that name would take requests, or answer instead of the server.
  const others = Object.keys(compose.services).filter((name) => name !== 'server');
  expect(others.flatMap((name) => [...namesByNetwork(compose, name).values()].flat())).not.toContain(host);
});

test.skipIf(!hasPromtool)('promtool, where it is installed, finds nothing wrong with the rules', async () => {
  const checked = await run('promtool', ['check', 'config', `${root}deploy/prometheus/prometheus.yaml`]);
  expect(checked.stdout).toContain('SUCCESS');
  const tried = await run('promtool', ['test', 'rules', `${root}deploy/prometheus/alerts.test.yaml`]);
  expect(tried.stdout).toContain('SUCCESS');
});

test.skipIf(!hasPromtool)('promtool, where it is installed, finds nothing wrong with our names', async () => {
  const registry = new Registry();
  createMeter([registry]);
  tellFigures(registry, {
    operations: { figures: () => Promise.reject(new Error('not asked')) },
    clock: { now: () => new Date() },
    isDatabaseAnswering: () => false,
  });
  const checked = spawnSync('promtool', ['check', 'metrics'], {
    input: await registry.metrics(),
    encoding: 'utf8',
  });
  expect(`${checked.stdout}${checked.stderr}`).toBe('');
  expect(checked.status).toBe(0);
});
