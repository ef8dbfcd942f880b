const notes = [
  { hertz: 660, atSeconds: 0 },
  { hertz: 880, atSeconds: 0.14 },
];
const loudness = 0.05;
/** Within this time the browser lets a sound begin, in milliseconds; later it waited for somebody to touch the page. */
const soonMs = 500;

let audio: AudioContext | undefined;

/**
 * Two quiet notes. Silent in a page that nobody has touched yet, where the browser asks for that: they do not come late.
 */
export async function playNewItemSound(): Promise<void> {
  audio ??= new AudioContext();
  const askedAt = performance.now();
  // One that was made before the page was touched is suspended until it is told again, in some browsers every new one.
  await audio.resume();
  if (performance.now() - askedAt > soonMs) return;
  for (const { hertz, atSeconds } of notes) playNote(audio, hertz, audio.currentTime + atSeconds);
}

function playNote(context: AudioContext, hertz: number, at: number): void {
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.4);
}
