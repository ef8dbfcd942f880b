import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SpokenAlert } from '#contract/speech.ts';
import { openSpeaker } from './speaker.ts';

/** Stands for the browser's voices: this process has none. */
class FakeUtterance extends EventTarget {
  lang = '';
  volume = 1;
  voice: unknown = null;
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}
let spoken: FakeUtterance[] = [];
let isSilenced = false;
let voices: { lang: string }[] = [];
const synthesis = Object.assign(new EventTarget(), {
  getVoices: () => voices,
  speak: (utterance: FakeUtterance) => void spoken.push(utterance),
  cancel: () => void (isSilenced = true),
});

/** Stands for an audio element. */
class FakeAudio extends EventTarget {
  volume = 1;
  isPlaying = false;
  play = async () => void (this.isPlaying = true);
  pause = () => void (this.isPlaying = false);
}
let players: FakeAudio[] = [];

/** A stage with one card that stands for seven seconds and sounds for one. */
function open() {
  const state = {
    alertId: 'a',
    isOver: false,
    isMuted: false,
    volume: 100,
    leavesAtMs: performance.now() + 7000,
  };
  const told: number[] = [];
  const release = vi.fn<() => void>();
  const speaker = openSpeaker({
    leavesAtMs: (alertId) => (alertId === 'a' ? state.leavesAtMs : null),
    sounding: () => ({
      alertId: state.alertId,
      isOver: state.isOver,
      level: { volume: state.volume, isMuted: state.isMuted },
    }),
    levelClip: async (url) => ({ url, release }),
    tellVoices: (count) => void told.push(count),
  });
  return { state, speaker, told, release };
}

const byVoice: SpokenAlert = { alertId: 'a', text: 'hola', language: 'es', volume: 50, url: null };
const byServer: SpokenAlert = { ...byVoice, text: '', url: '/clips/said.wav' };
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  spoken = [];
  players = [];
  voices = [{ lang: 'en-US' }, { lang: 'es-MX' }];
  isSilenced = false;
  vi.stubGlobal('window', { speechSynthesis: synthesis });
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  vi.stubGlobal(
    'Audio',
    class extends FakeAudio {
      constructor() {
        super();
        players.push(this);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a voice begins when the sound of the alert is over, in its language and at the streamer’s volume', async () => {
  const { state, speaker } = open();
  state.volume = 80;
  speaker.speak(byVoice);
  await pass(1000);
  expect(spoken).toEqual([]);
  state.isOver = true;
  await pass(100);
  expect(spoken).toMatchObject([{ text: 'hola', lang: 'es', volume: 0.4, voice: { lang: 'es-MX' } }]);
});

test.each([
  ['the card is taken away', (state: ReturnType<typeof open>['state']) => (state.leavesAtMs = 0)],
  ['a newer alert sounds', (state: ReturnType<typeof open>['state']) => (state.alertId = 'b')],
  ['the streamer mutes', (state: ReturnType<typeof open>['state']) => (state.isMuted = true)],
])('it ends at once when %s', async (_, change) => {
  const { state, speaker } = open();
  state.isOver = true;
  speaker.speak(byVoice);
  await pass(100);
  isSilenced = false;
  change(state);
  await pass(60);
  expect(isSilenced).toBe(true);
});

test.each([byVoice, byServer])(
  'it goes on over a short loss of the connection, and is not read twice',
  async (said) => {
    const { state, speaker } = open();
    const begun = () => spoken.length + players.length;
    state.isOver = true;
    speaker.speak(said);
    await pass(1000);
    isSilenced = false;
    speaker.use({ source: 'browser', goesOn: true });
    speaker.speak(said);
    await pass(1000);
    expect([isSilenced, players.every(({ isPlaying }) => isPlaying), begun()]).toEqual([false, true, 1]);
    for (const one of spoken) one.dispatchEvent(new Event('end'));
    for (const one of players) one.dispatchEvent(new Event('ended'));
    speaker.speak(said);
    await pass(1000);
    expect(begun()).toBe(1);
  },
);

test('what did not come before the connection was lost is read after it, and a card that comes again is read again', async () => {
  const { state, speaker } = open();
  state.isOver = true;
  speaker.use({ source: 'browser', goesOn: true });
  speaker.speak(byVoice);
  await pass(1000);
  expect(spoken).toHaveLength(1);
  state.leavesAtMs = performance.now() + 7000;
  speaker.speak(byVoice);
  await pass(1000);
  expect(spoken).toHaveLength(2);
});

test('what was stopped while the connection was away stops when it is back, and is not read then', async () => {
  const { state, speaker } = open();
  state.isOver = true;
  speaker.speak(byVoice);
  await pass(1000);
  isSilenced = false;
  speaker.use({ source: 'off' });
  expect(isSilenced).toBe(true);
  speaker.speak(byVoice);
  await pass(1000);
  expect(spoken).toHaveLength(1);
});

test('a sound of the server fades out as the card leaves, and is given back', async () => {
  const { state, speaker, release } = open();
  state.isOver = true;
  speaker.speak(byServer);
  await pass(100);
  const [player] = players;
  expect(player).toMatchObject({ isPlaying: true, volume: 0.5 });
  await pass(6750);
  expect(player?.volume).toBeGreaterThan(0);
  expect(player?.volume).toBeLessThan(0.4);
  await pass(300);
  expect(player?.isPlaying).toBe(false);
  expect(release).toHaveBeenCalledOnce();
});

test('what comes too late, or after the streamer has stopped it, is not begun', async () => {
  const { state, speaker } = open();
  state.isOver = true;
  state.leavesAtMs = performance.now() + 700;
  speaker.speak(byVoice);
  await pass(1000);
  state.leavesAtMs = performance.now() + 7000;
  speaker.use({ source: 'server' });
  speaker.speak(byServer);
  await pass(1000);
  expect([spoken, players]).toEqual([[], []]);
});

test('it says once how many voices there are, none being an answer too', async () => {
  const { speaker, told } = open();
  voices = [];
  speaker.use({ source: 'browser' });
  await pass(1000);
  expect(told).toEqual([]);
  await pass(1100);
  expect(told).toEqual([0]);
});
