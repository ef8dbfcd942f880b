import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createRequestLog } from './request-log.ts';

function logAt(level: string) {
  const lines: string[] = [];
  const parent = pino({ level, base: null }, { write: (line: string) => void lines.push(line) });
  let children = 0;
  const counted = Object.assign(Object.create(parent) as typeof parent, {
    child: ((...args: Parameters<typeof parent.child>) => {
      children += 1;
      return parent.child(...args);
    }) as typeof parent.child,
  });
  return { log: createRequestLog(counted, { requestId: 'abc' }, {}), lines, children: () => children };
}

it('every line bears the id of its request, and those of a lower level are not written', () => {
  const { log, lines } = logAt('info');
  log.debug('nothing');
  log.warn({ code: 7 }, 'a warning');
  log.error('an error');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { requestId: 'abc', code: 7, msg: 'a warning' },
    { requestId: 'abc', msg: 'an error' },
  ]);
  expect(lines).toHaveLength(2);
});

it('a request without a line makes no log of its own, and one with many makes one', () => {
  const { log, children } = logAt('error');
  log.debug('nothing');
  log.info('nothing');
  expect(children()).toBe(0);
  log.error('one');
  log.error('two');
  expect(children()).toBe(1);
});
