import { expect, it } from 'vitest';
import { operationFindings } from '#contract/admin.ts';
import { raise } from '#server/domain/alarms/alarm.ts';
import {
  databaseNews,
  lookAtDatabase,
  quietWatch,
  rememberNews,
} from '#server/domain/alarms/database-away.ts';
import type { Occasion } from '#server/domain/alarms/telling.ts';
import { composeDatabaseMessage, composeMessage } from './compose-message.ts';

const now = new Date('2026-11-22T12:00:00Z');
const began = new Date('2026-11-22T11:35:00Z');
const frame = { id: 'x', now, publicUrl: 'https://brava.example' };

function told(code: (typeof operationFindings)[number], occasion: Occasion, level: 'problem' | 'warning') {
  const found = { code, level, count: 2, since: began.toISOString(), name: 'stage-1:/srv' };
  const alarm = raise(found, null, began);
  return { alarm: occasion === 'over' ? { ...alarm, wellSince: now, clearedAt: now } : alarm, occasion };
}

it('the worst comes first and what is over last; the subject names one thing, or how many', () => {
  const message = composeMessage(
    [
      told('money_late', 'over', 'problem'),
      told('clips_late', 'raised', 'warning'),
      told('disk_low', 'raised', 'problem'),
    ],
    frame,
  );
  expect(message.title).toBe('Brava at brava.example: 2 things are wrong; Money is passed on again');
  expect(message.text.match(/^[A-Z ]+:/gm)).toEqual(['PROBLEM:', 'WARNING:', 'WELL AGAIN:']);
  expect(message.text).toContain('It lasted 25 minutes.');
  expect(message.items.map(({ code }) => code)).toEqual(['disk_low', 'clips_late', 'money_late']);
});

it('a chat gets what it takes, with the link; mail and programs get all of it', () => {
  const all = operationFindings.map((code) => told(code, 'standing', 'problem'));
  const message = composeMessage(all, frame);
  expect(message.shortText.length).toBeLessThanOrEqual(1900);
  expect(message.shortText).toMatch(
    /And \d+ more: see the page\.\n\nHow everything stands: https:\/\/brava\.example\/admin$/,
  );
  expect(message.text.match(/STILL A PROBLEM/g)).toHaveLength(operationFindings.length);
  expect(message.items).toHaveLength(operationFindings.length);
});

it('one server and several that hear nothing of the chain are each told of in a sentence', () => {
  const [one, two] = [1, 2].map((count) => {
    const found = { code: 'chain_unheard', level: 'warning', count, since: null, name: null } as const;
    return composeMessage([{ alarm: raise(found, null, began), occasion: 'raised' }], frame).text;
  });
  expect(one).toContain('1 server does not hear of changes on the chain, and reads open addresses');
  expect(two).toContain('2 servers do not hear of changes on the chain, and read open addresses');
});

const at = (minutes: number) => new Date(began.getTime() + minutes * 60_000);

it('the all-clear of a database says for how long it was away, not until when that was told', () => {
  const away = lookAtDatabase(quietWatch, false, at(0));
  const [raised] = databaseNews(away, ['webhook'], at(2));
  if (raised === undefined) throw new Error('It is told after a minute.');
  const back = lookAtDatabase(rememberNews(away, raised, true, at(2)), true, at(3));
  const said = databaseNews(back, ['webhook'], at(6)).map(
    (news) => composeDatabaseMessage(news, { ...frame, now: at(6), process: 'server x' }).text,
  );
  expect(said).toEqual([expect.stringContaining('It was away for 3 minutes.')]);
});
