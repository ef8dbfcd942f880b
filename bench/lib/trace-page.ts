import type { Page } from '@playwright/test';

/** As much of a trace event as is counted here. Times are microseconds; `tdur` is time on the processor. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** What the page's main thread did in the traced time, per second. */
export interface PageWork {
  layouts: number;
  styles: number;
  paints: number;
  /** Of the main thread, on the processor. */
  mainThreadMs: number;
}

/** Traces a page for some seconds while nothing is done with it. */
export async function tracePage(page: Page, seconds: number): Promise<PageWork> {
  const browser = page.context().browser();
  if (browser === null) throw new TypeError('A page that was opened here has a browser.');
  const devtools = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const completed = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel', '__metadata'] },
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  await devtools.send('Tracing.end');
  await completed;
  await devtools.detach();
  return countWork(events, seconds);
}

function countWork(events: readonly TraceEvent[], seconds: number): PageWork {
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const onMain = events.filter(({ pid, tid, ph }) => ph === 'X' && mainThreads.has(`${pid}/${tid}`));
  const perSecond = (name: string) => onMain.filter((event) => event.name === name).length / seconds;
  const tasks = onMain.filter(({ name }) => name.endsWith('RunTask'));
  return {
    layouts: perSecond('Layout'),
    styles: perSecond('UpdateLayoutTree'),
    paints: perSecond('Paint'),
    mainThreadMs: tasks.reduce((sum, { tdur, dur }) => sum + (tdur ?? dur ?? 0), 0) / 1000 / seconds,
  };
}
