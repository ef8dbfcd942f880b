import type { Alarm } from '#server/domain/alarms/alarm.ts';
import type { Occasion } from '#server/domain/alarms/telling.ts';
import type { AlarmMessage } from './alarm-ports.ts';
import { alarmWords } from './alarm-words.ts';

/** What every message has. */
interface Frame {
  id: string;
  now: Date;
  /** Of the installation, without a slash at the end. */
  publicUrl: string;
}

/** One thing that a message tells, in words. */
interface Told {
  item: AlarmMessage['items'][number];
  title: string;
  paragraph: string;
}

/** Chats cut or refuse more; Discord takes 2000 characters. */
const mostShortText = 1900;
const order = { raised: 0, standing: 1, over: 2 } as const;

/** A message about alarms: the worst first, what is over at the end. */
export function composeMessage(
  alarms: readonly { alarm: Alarm; occasion: Occasion }[],
  { id, now, publicUrl }: Frame,
): AlarmMessage {
  const told = alarms
    .map(({ alarm, occasion }) => ({ item: describe(alarm, occasion), ...sayAlarm(alarm, occasion, now) }))
    .sort((a, b) => rank(a.item) - rank(b.item));
  return write(told, { id, now, publicUrl });
}

/** A message about a database that is away, by the one process that says so. */
export function composeDatabaseMessage(
  { occasion, since, until }: { occasion: Occasion; since: Date; until: Date | null },
  { id, now, publicUrl, process }: Frame & { process: string },
): AlarmMessage {
  const title = occasion === 'over' ? 'The database answers again' : 'The database does not answer';
  const span = saySpan(since, until ?? now);
  const paragraph =
    occasion === 'over'
      ? `WELL AGAIN: ${title}, as ${process} sees it. It was away for ${span}.`
      : sayTrouble({ level: 'problem', occasion }, [
          `${title}, as ${process} sees it. It has been away for ${span}.`,
          'Pages answer that nothing can be stored. What is paid meanwhile is on the chain and is recorded afterwards.',
          'Does PostgreSQL run, has its disk room, does the password still hold? npm run brava -- doctor says what it meets.',
          'docs/operate/alarms.md#bravadatabaseaway',
        ]);
  const item = {
    code: 'database_away',
    occasion,
    level: 'problem' as const,
    name: process,
    count: null,
    raisedAt: since,
    clearedAt: occasion === 'over' ? now : null,
    what: `${title}.`,
  };
  return write([{ item, title, paragraph }], { id, now, publicUrl });
}

/** A message that only says that messages get through. */
export function composeTest({ id, now, publicUrl }: Frame): AlarmMessage {
  const title = `Brava at ${hostOf(publicUrl)}: a test`;
  const link = `${publicUrl}/admin`;
  const paragraph =
    'This is a test. Alarms of this installation will come here, and an all-clear after each of them.';
  return { id, at: now, kind: 'test', title, link, items: [], ...withFrame(title, [paragraph], link) };
}

function describe(alarm: Alarm, occasion: Occasion): Told['item'] {
  const { code, level, name, count, raisedAt, clearedAt } = alarm;
  const words = alarmWords[code];
  const what = occasion === 'over' ? `${words.well(given(alarm))}.` : words.what(given(alarm));
  return { code, occasion, level, name, count, raisedAt, clearedAt, what };
}

function sayAlarm(alarm: Alarm, occasion: Occasion, now: Date): Pick<Told, 'title' | 'paragraph'> {
  const words = alarmWords[alarm.code];
  if (occasion === 'over') {
    const title = words.well(given(alarm));
    const lasted = saySpan(alarm.raisedAt, alarm.wellSince ?? now);
    const { doubt } = words;
    if (doubt !== undefined) return { title, paragraph: `OVER: ${title}. It lasted ${lasted}. ${doubt}` };
    return { title, paragraph: `WELL AGAIN: ${title}. It lasted ${lasted}.` };
  }
  const title = words.title(given(alarm));
  const what = `${words.what(given(alarm))} Found ${saySpan(alarm.raisedAt, now)} ago.`;
  return {
    title,
    paragraph: sayTrouble({ level: alarm.level, occasion }, [what, words.meaning, words.todo, words.section]),
  };
}

function sayTrouble(
  { level, occasion }: { level: Alarm['level']; occasion: Occasion },
  [what, meaning, todo, section]: [string, string, string, string],
): string {
  const mark = level === 'problem' ? 'PROBLEM' : 'WARNING';
  const lead = occasion === 'standing' ? `STILL A ${mark}` : mark;
  return [`${lead}: ${what}`, `What it means: ${meaning}`, `What to do: ${todo}`, `More: ${section}`].join(
    '\n',
  );
}

function write(told: readonly Told[], { id, now, publicUrl }: Frame): AlarmMessage {
  const title = `Brava at ${hostOf(publicUrl)}: ${sayTitle(told)}`;
  const link = `${publicUrl}/admin`;
  const paragraphs = told.map(({ paragraph }) => paragraph);
  const items = told.map(({ item }) => item);
  return { id, at: now, title, link, items, kind: 'alarm', ...withFrame(title, paragraphs, link) };
}

/** All of it for mail, which has the title in its subject; for chats with the title, and short enough. */
function withFrame(
  title: string,
  paragraphs: readonly string[],
  link: string,
): Pick<AlarmMessage, 'text' | 'shortText'> {
  const frame = (body: readonly string[]): string => [...body, `How everything stands: ${link}`].join('\n\n');
  const text = frame(paragraphs);
  let shortText = frame([title, ...paragraphs]);
  for (let kept = paragraphs.length - 1; kept >= 0 && shortText.length > mostShortText; kept -= 1) {
    const rest = `And ${paragraphs.length - kept} more: see the page.`;
    shortText = frame([title, ...paragraphs.slice(0, kept), rest]);
  }
  return { text, shortText };
}

/** One thing by its name; several by their number. */
function sayTitle(told: readonly Told[]): string {
  const over = told.filter(({ item }) => item.occasion === 'over');
  const troubled = told.filter(({ item }) => item.occasion !== 'over');
  const parts = [...nameOrCount(troubled, 'things are wrong'), ...nameOrCount(over, 'things are over')];
  return parts.join('; ');
}

function nameOrCount(told: readonly Told[], many: string): string[] {
  const [first] = told;
  if (first === undefined) return [];
  return [told.length === 1 ? first.title : `${told.length} ${many}`];
}

function rank({ level, occasion }: Told['item']): number {
  return order[occasion] * 2 + (level === 'problem' ? 0 : 1);
}

function given({ count, name, since }: Alarm): { count: number; name: string; since: string } {
  return { count: count ?? 0, name: name ?? '', since: since === null ? '' : sayTime(since) };
}

/** 2026-11-22 08:40 UTC: who reads it may be anywhere. */
function sayTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function saySpan(from: Date, until: Date): string {
  const minutes = Math.max(1, Math.round((until.getTime() - from.getTime()) / 60_000));
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

function hostOf(publicUrl: string): string {
  return new URL(publicUrl).host;
}
