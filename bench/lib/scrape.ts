/** What a server's `/metrics` has counted: the sum of all samples by name, labels left out. */
export async function scrape(metricsUrl: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const sums = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, name, value] = /^([a-z_]+)(?:\{[^}]*\})? ([\d.e+-]+)$/i.exec(line) ?? [];
    if (name === undefined || name.endsWith('_bucket')) continue;
    sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return sums;
}
