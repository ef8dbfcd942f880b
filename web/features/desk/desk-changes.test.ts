import { expect, it } from 'vitest';
import {
  nextToPlay,
  withCleared,
  without,
  withoutNow,
  withPause,
  withReleased,
  withSound,
} from './desk-changes.ts';
import { aDesk, anAlert } from './desk-fixture.ts';

it('an alert that somebody else has already taken changes nothing', () => {
  const desk = aDesk({ toApprove: [anAlert('a')] });
  expect(without('gone')(desk)).toBe(desk);
});

it('a settled alert leaves whatever list it was in', () => {
  const desk = aDesk({ toApprove: [anAlert('a')], tray: [anAlert('b')], next: [anAlert('c')] });
  expect(without('c')(without('b')(without('a')(desk))).counts).toEqual({
    onStream: 0,
    toApprove: 0,
    next: 0,
    tray: 0,
  });
});

it('a skipped alert leaves the stream, what has followed it there stays', () => {
  const now = { ...anAlert('b'), sentAt: '', endsAt: '', isSettled: false };
  const desk = aDesk({ now });
  expect(withoutNow('b')(desk)).toMatchObject({ now: null, counts: { onStream: 0 } });
  expect(withoutNow('a')(desk)).toBe(desk);
});

it('mute keeps the volume for later', () => {
  expect(withSound({ isMuted: true })(aDesk()).sound).toEqual({ volume: 70, isMuted: true });
  expect(withPause(true)(aDesk()).isPaused).toBe(true);
});

it('clearing puts all that waits into the tray but tests, of which nobody wants one later', () => {
  const desk = aDesk({
    next: [anAlert('a'), anAlert('t', { kind: 'test' })],
    tray: [anAlert('old')],
    counts: { onStream: 0, toApprove: 0, next: 52, tray: 1 },
  });
  const after = withCleared(desk);
  expect(after.tray.map(({ id }) => id)).toEqual(['old', 'a']);
  expect(after).toMatchObject({ next: [], cleared: 51, counts: { next: 0, tray: 52 } });
});

it('the next to play is the first that waits in a paused queue, unless one was let out already', () => {
  const next = [anAlert('t', { kind: 'test' }), anAlert('a'), anAlert('b')];
  expect(nextToPlay(aDesk({ next }))).toBeNull();
  const paused = aDesk({ isPaused: true, next });
  expect(nextToPlay(paused)?.id).toBe('a');
  expect(nextToPlay(withReleased('a')(paused))).toBeNull();
  const [, a, b] = withReleased('a')(paused).next;
  expect(nextToPlay(aDesk({ isPaused: true, next: [anAlert('older'), a!, b!] }))).toBeNull();
  expect(nextToPlay(aDesk({ isPaused: true }))).toBeNull();
});
