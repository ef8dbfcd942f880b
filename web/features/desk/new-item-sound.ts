const notes = [
  { hertz: 660, atSeconds: 0 },
  { hertz: 880, atSeconds: 0.14 },
];
const loudness = 0.05;

let audio: AudioContext | undefined;

/** Two quiet notes. Silent in a page that nobody has touched yet, where the browser asks for that. */
export function playNewItemSound(): void {
  audio ??= new AudioContext();
  if (audio.state !== 'running') {
    void audio.resume();
    return;
  }
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
