// Makes web/public/default-sound.mp3, the sound of an alert without a clip: a short chime of our own synthesis.
//
// Run it with `node scripts/make-default-sound.mjs`. It needs ffmpeg with libmp3lame (Debian: `apt-get install ffmpeg`).
// The MP3 is committed, so that neither building nor starting Brava needs ffmpeg.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { wavHead } from '#server/media/wav-head.ts';

const sampleRate = 44_100;
const seconds = 1.6;
const peak = 10 ** (-3.1 / 20);
const output = fileURLToPath(new URL('../web/public/default-sound.mp3', import.meta.url));

// Three rising notes of a major chord and its octave: start in seconds, pitch in Hz, loudness, place from -1 to 1.
const notes = [
  { at: 0.03, pitch: 587.33, level: 0.5, place: -0.3 },
  { at: 0.13, pitch: 739.99, level: 0.5, place: 0.3 },
  { at: 0.23, pitch: 880.0, level: 0.6, place: -0.15 },
  { at: 0.36, pitch: 1174.66, level: 1, place: 0.1 },
];

// A struck bar: a bright stroke that is gone quickly, and a quiet tone that rings on. Pitch ratio, level, decay in seconds.
const partials = [
  { ratio: 1, level: 0.65, decay: 0.12 },
  { ratio: 1, level: 0.35, decay: 0.45 },
  { ratio: 2, level: 0.4, decay: 0.12 },
  { ratio: 3.01, level: 0.2, decay: 0.08 },
  { ratio: 4.16, level: 0.1, decay: 0.05 },
];

const attackSeconds = 0.008;
const fadeSeconds = 0.35;

/** The sound of one note `t` seconds after its start; 0 before. */
function toneAt(pitch, t) {
  if (t < 0) return 0;
  const attack = t < attackSeconds ? Math.sin((Math.PI / 2) * (t / attackSeconds)) ** 2 : 1;
  const sum = partials.reduce(
    (total, { ratio, level, decay }) =>
      total + level * Math.exp(-t / decay) * Math.sin(2 * Math.PI * pitch * ratio * t),
    0,
  );
  return attack * sum;
}

/** Left and right as floats between -peak and peak, fading to exactly nothing at the end. */
function render() {
  const length = Math.round(seconds * sampleRate);
  const channels = [new Float64Array(length), new Float64Array(length)];
  for (let i = 0; i < length; i++) {
    const t = i / sampleRate;
    const fade = Math.min(1, (seconds - t) / fadeSeconds);
    for (const { at, pitch, level, place } of notes) {
      const sample = level * fade * fade * toneAt(pitch, t - at);
      const angle = ((place + 1) * Math.PI) / 4;
      channels[0][i] += sample * Math.cos(angle);
      channels[1][i] += sample * Math.sin(angle);
    }
  }
  const loudest = channels.reduce(
    (most, channel) => channel.reduce((m, v) => Math.max(m, Math.abs(v)), most),
    0,
  );
  return channels.map((channel) => channel.map((value) => (value / loudest) * peak));
}

/** A WAV file of 16-bit stereo samples. */
function wavOf([left, right]) {
  const data = Buffer.alloc(left.length * 4);
  left.forEach((value, i) => {
    data.writeInt16LE(Math.round(value * 32_767), i * 4);
    data.writeInt16LE(Math.round(right[i] * 32_767), i * 4 + 2);
  });
  return Buffer.concat([wavHead({ rate: sampleRate, channels: 2, length: data.length }), data]);
}

const encode = [
  '-y',
  '-loglevel',
  'error',
  '-f',
  'wav',
  '-i',
  'pipe:0',
  '-codec:a',
  'libmp3lame',
  '-b:a',
  '128k',
];
execFileSync('ffmpeg', [...encode, '-map_metadata', '-1', output], { input: wavOf(render()) });
console.log(`Written: ${output}`);
