import { type ReactNode, useState } from 'react';
import { socketNamespace } from '#contract/realtime.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import { CallEntry } from './call-entry.tsx';
import { EventEntry } from './event-entry.tsx';
import type { DocumentedCall } from './openapi.ts';
import { documentedRefusals, Refusals } from './refusals.tsx';
import { documentedClientEvents, type DocumentedEvent, documentedServerEvents } from './socket-docs.ts';

interface Section {
  id: string;
  title: string;
  about?: ReactNode;
  count: number;
  entries: ReactNode;
}

/** Calls, socket events and refusals, searched as they are typed, with contents beside or above them. */
export function Reference({ groups }: { groups: ReadonlyMap<string, readonly DocumentedCall[]> }) {
  const [typed, setTyped] = useState('');
  const sections = sectionsOf(groups, typed);
  const count = sections.reduce((sum, section) => sum + section.count, 0);
  return (
    <div className="reference">
      <div className="stack finder">
        <SearchField
          label="Search calls, events and refusals"
          placeholder="Path, word or field"
          value={typed}
          onType={setTyped}
        />
        <p className="micro faint num" role="status">
          {typed.trim() !== '' && (count === 0 ? 'Nothing found' : `${count} found`)}
        </p>
        <nav aria-label="Contents">
          <ul>
            {sections.map(({ id, title, count: size }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  {title} <span className="faint num">{size}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="stack sections">
        {sections.map(({ id, title, about, entries }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="h2" id={`${id}-title`}>
              {title}
            </h2>
            {about !== undefined && <p className="muted">{about}</p>}
            <div className="entries">{entries}</div>
          </section>
        ))}
      </div>
    </div>
  );
}

function sectionsOf(groups: ReadonlyMap<string, readonly DocumentedCall[]>, typed: string): Section[] {
  const words = typed.toLowerCase().split(/\s+/);
  const find = <T extends { searched: string }>(all: readonly T[]) =>
    all.filter(({ searched }) => words.every((word) => searched.includes(word)));
  const ofCalls = [...groups].map(([title, all]): Section => {
    const calls = find(all);
    const id = `group-${title.toLowerCase().replaceAll(' ', '-')}`;
    return {
      id,
      title,
      count: calls.length,
      entries: calls.map((call) => <CallEntry key={call.id} call={call} />),
    };
  });
  const ofEvents = (
    id: string,
    title: string,
    all: readonly DocumentedEvent[],
    about?: ReactNode,
  ): Section => {
    const events = find(all);
    const entries = events.map((event) => (
      <EventEntry key={event.name} id={`${id}-${event.name}`} event={event} />
    ));
    return { id, title, about, count: events.length, entries };
  };
  const refusals = find(documentedRefusals);
  return [
    ...ofCalls,
    ofEvents('sends', 'Socket events you send', documentedClientEvents, aboutSockets),
    ofEvents('receives', 'Socket events you receive', documentedServerEvents),
    {
      id: 'refusals',
      title: 'Refusals',
      about: 'Branch on the code; the message is for a person and may change.',
      count: refusals.length,
      entries: <Refusals refusals={refusals} />,
    },
  ].filter(({ count }) => count > 0);
}

const aboutSockets = (
  <>
    Socket.IO, namespace <span className="mono">{socketNamespace}</span>, the library's default path. A
    streamer gives the token in the handshake as <span className="mono">auth.token</span>.
  </>
);
