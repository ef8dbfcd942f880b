// Makes web/public/sounds/*.mp3, the sounds that a rule for alerts of some amount may play: all of our own synthesis.
//
// Run it with `node scripts/make-alert-sounds.mjs`. It needs ffmpeg with libmp3lame (Debian: `apt-get install ffmpeg`).
// The MP3s are committed, so that neither building nor starting Brava needs ffmpeg.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wavHead } from '#server/media/wav-head.ts';

const sampleRate = 44_100;
const fadeSeconds = 0.3;
const folder = fileURLToPath(new URL('../web/public/sounds/', import.meta.url));
/** The same loudness as of clips that were evened out. */
const wantedLoudness = -16;

const tau = 2 * Math.PI;
const decay = (t, seconds) => (t < 0 ? 0 : Math.exp(-t / seconds));
const attack = (t, seconds) => (t <= 0 ? 0 : Math.min(1, t / seconds));
const ringing = (pitch, t, partials) =>
  t < 0
    ? 0
    : partials.reduce(
        (sum, [ratio, level, seconds]) => sum + level * decay(t, seconds) * Math.sin(tau * pitch * ratio * t),
        0,
      ) * attack(t, 0.003);

/** Always the same noise, so that the files are the same wherever they are made. */
function createNoise() {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x7fffffff - 1;
  };
}

const bellPartials = [
  [0.5, 0.3, 1.1],
  [1, 1, 0.8],
  [1.19, 0.5, 0.6],
  [1.56, 0.35, 0.4],
  [2, 0.5, 0.45],
  [2.66, 0.25, 0.25],
  [3.01, 0.2, 0.2],
];
const coinPartials = [
  [1, 0.7, 0.06],
  [1.505, 0.5, 0.12],
  [2.52, 0.35, 0.08],
  [3.9, 0.2, 0.04],
];
const brassPartials = [1, 0.8, 0.6, 0.45, 0.3, 0.2, 0.12, 0.08];

function brass(pitch, t, seconds) {
  if (t < 0 || t > seconds + 0.12) return 0;
  const open = attack(t, 0.05) * (t > seconds ? 1 - (t - seconds) / 0.12 : 1);
  return brassPartials.reduce(
    (sum, level, at) => sum + level * open ** (1 + at * 0.5) * Math.sin(tau * pitch * (at + 1) * t),
    0,
  );
}

/** Seconds of each sound, and its sample at a time. */
const sounds = {
  bell: {
    seconds: 2.4,
    make: () => (t) => ringing(659.26, t, bellPartials) + 0.7 * ringing(987.77, t - 0.28, bellPartials),
  },
  coins: {
    seconds: 1.5,
    make: () => {
      const strokes = [0, 0.07, 0.13, 0.22, 0.27, 0.36, 0.41, 0.52, 0.6, 0.72, 0.83, 0.97];
      const pitches = [2093, 2637, 2349, 2960, 2217, 2793, 3136, 2489, 2637, 3322, 2349, 2960];
      return (t) => strokes.reduce((sum, at, i) => sum + ringing(pitches[i], t - at, coinPartials), 0);
    },
  },
  fanfare: {
    seconds: 2.3,
    make: () => {
      const notes = [
        [0, 392, 0.14],
        [0.18, 523.25, 0.14],
        [0.36, 659.26, 0.14],
        [0.54, 783.99, 0.36],
        [1.0, 659.26, 0.12],
        [1.18, 783.99, 0.7],
      ];
      return (t) =>
        notes.reduce(
          (sum, [at, pitch, seconds]) =>
            sum + brass(pitch, t - at, seconds) + 0.5 * brass(pitch / 2, t - at, seconds),
          0,
        );
    },
  },
  applause: {
    seconds: 2.8,
    make: () => {
      const noise = createNoise();
      const claps = Array.from({ length: 260 }, () => {
        const at = (noise() + 1) * 1.4;
        return {
          at,
          level: 0.3 + (noise() + 1) * 0.35 * Math.min(1, at * 2 + 0.3),
          length: 0.006 + (noise() + 1) * 0.006,
        };
      });
      let low = 0;
      let lower = 0;
      return (t) => {
        const sum = claps.reduce((all, { at, level, length }) => {
          const since = t - at;
          return since < 0 || since > 0.08 ? all : all + level * decay(since, length);
        }, 0);
        const sample = noise() * sum;
        // Hands are no hiss: a band around 1.5 kHz.
        low += 0.35 * (sample - low);
        lower += 0.06 * (low - lower);
        return low - lower;
      };
    },
  },
  deep: {
    seconds: 2.2,
    make: () => {
      const noise = createNoise();
      let low = 0;
      return (t) => {
        low += 0.02 * (noise() - low);
        const drop = Math.sin(tau * (46 * t + 26 * (1 - Math.exp(-t * 9)) * 0.6));
        const tone = ringing(110, t - 0.02, [
          [1, 0.5, 0.9],
          [1.5, 0.35, 0.8],
          [2, 0.25, 0.5],
          [3, 0.12, 0.3],
        ]);
        return attack(t, 0.004) * (0.9 * drop * decay(t, 0.55) + 3 * low * decay(t, 0.2)) + tone;
      };
    },
  },
};

/** A mono WAV of 16-bit samples, fading to nothing at its end. */
function wavOf({ seconds, make }) {
  const length = Math.round(seconds * sampleRate);
  const sampleAt = make();
  const samples = Float64Array.from({ length }, (_, i) => {
    const t = i / sampleRate;
    return sampleAt(t) * Math.min(1, (seconds - t) / fadeSeconds);
  });
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const data = Buffer.alloc(length * 2);
  samples.forEach((sample, i) => data.writeInt16LE(Math.round((sample / loudest) * 26_000), i * 2));
  return Buffer.concat([wavHead({ rate: sampleRate, channels: 1, length: data.length }), data]);
}

/** How loud a WAV is, in LUFS. */
function loudnessOf(wav) {
  const options = ['-hide_banner', '-f', 'wav', '-i', 'pipe:0', '-af', 'ebur128', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', options, { input: wav, encoding: 'utf8' });
  return Number(/I:\s+(\S+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary:')))?.[1]);
}

mkdirSync(folder, { recursive: true });
for (const [name, sound] of Object.entries(sounds)) {
  const output = `${folder}${name}.mp3`;
  const wav = wavOf(sound);
  const gain = (wantedLoudness - loudnessOf(wav)).toFixed(2);
  const options = ['-y', '-loglevel', 'error', '-f', 'wav', '-i', 'pipe:0'];
  const evenOut = ['-af', `volume=${gain}dB,alimiter=limit=0.84:level=0:attack=1:release=20`];
  const encode = ['-codec:a', 'libmp3lame', '-b:a', '96k', '-map_metadata', '-1', output];
  execFileSync('ffmpeg', [...options, ...evenOut, ...encode], { input: wav });
  console.log(`Written: ${output}`);
}
