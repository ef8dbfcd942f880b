import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every sample of a scrape by its name with labels. */
export async function readMetrics(url: string): Promise<Map<string, number>> {
  const text = await scrapeText(url);
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))] as const;
      }),
  );
}

/** A scrape as Prometheus gets it. */
async function scrapeText(url: string): Promise<string> {
  const reply = await fetch(`${url}/metrics`);
  if (reply.status !== 200) throw new Error(`/metrics answered ${reply.status}`);
  return await reply.text();
}

/** The samples of one metric. */
export function samples(metrics: ReadonlyMap<string, number>, name: string): string[] {
  return [...metrics.keys()].filter((key) => key === name || key.startsWith(`${name}{`));
}

/** Names under which PromQL may ask, of metrics that are described but have no sample yet as well. */
export async function namesOf(url: string): Promise<string[]> {
  const types = [...(await scrapeText(url)).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

/** An alarm of the rules. */
export interface Alarm {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

/** The metrics that an expression names. */
export function namesIn(expr: string): string[] {
  return expr.match(/\b(?:brava|nodejs|process)_\w+/g) ?? [];
}

/** The alarms, the metrics that the dashboard names, and every metric that alarms or dashboard name. */
export async function alarmsOf(): Promise<{ alarms: Alarm[]; shown: string[]; used: string[] }> {
  const rules = parse(await readFile(`${root}deploy/prometheus/alerts.yaml`, 'utf8')) as {
    groups: { rules: Alarm[] }[];
  };
  const alarms = rules.groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(await readFile(`${root}deploy/grafana/brava.json`, 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr)));
  const used = [...alarms.flatMap(({ expr }) => namesIn(expr)), ...shown];
  return { alarms, shown: [...new Set(shown)], used: [...new Set(used)] };
}
