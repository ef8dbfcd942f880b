import { meterLevel } from './recording-level.ts';
import { recordingType } from './recording-type.ts';

/** A little less than the 15 s that a clip may have: recorders end late and round up to whole packets. */
export const recordingLimitMs = 14_600;

/** A recording under way. */
export interface Recording {
  /** Time since it began. */
  elapsedMs: () => number;
  /** How loud it is right now, 0 to 1. */
  level: () => number;
  stop: () => void;
  /** What was recorded, once it has ended: stopped, at the limit, or because the microphone went away. */
  ended: Promise<Blob>;
}

/**
 * Asks for the microphone and begins to record.
 *
 * Ends by itself at the limit, and when the page is hidden: timers are late there, and nobody should be recorded behind
 * a page that they no longer see. Throws the browser's own error when there is no microphone or no permission, or when it
 * cannot record after all; the microphone is then closed again.
 */
export async function startRecording(): Promise<Recording> {
  const type = recordingType((candidate) => MediaRecorder.isTypeSupported(candidate));
  if (type === null) throw new Error('This browser cannot record.');
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const over = new AbortController();
  over.signal.addEventListener('abort', () => {
    for (const track of stream.getTracks()) track.stop();
  });
  try {
    return record(stream, type, over);
  } catch (error) {
    over.abort();
    throw error;
  }
}

/** Records a stream until it ends, which it tells by `over`: all that was opened for it closes with that. */
function record(stream: MediaStream, type: string, over: AbortController): Recording {
  const level = openMeter(stream, over.signal);
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 96_000 });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));

  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const limit = setTimeout(stop, recordingLimitMs);
  over.signal.addEventListener('abort', () => clearTimeout(limit));
  const handleVisibility = () => {
    if (document.hidden) stop();
  };
  document.addEventListener('visibilitychange', handleVisibility, { signal: over.signal });
  const ended = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => {
      over.abort();
      resolve(new Blob(parts, { type }));
    });
  });
  const startedAt = performance.now();
  recorder.start();
  return { elapsedMs: () => performance.now() - startedAt, level, stop, ended };
}

/** How loud a stream is right now, 0 to 1, until it is over. */
function openMeter(stream: MediaStream, over: AbortSignal): () => number {
  const audio = new AudioContext();
  over.addEventListener('abort', () => void audio.close());
  const analyser = audio.createAnalyser();
  // Safari computes only what leads to the loudspeaker, so a silent way leads there.
  const silence = new GainNode(audio, { gain: 0 });
  audio.createMediaStreamSource(stream).connect(analyser).connect(silence).connect(audio.destination);
  const samples = new Float32Array(analyser.fftSize);
  return () => {
    analyser.getFloatTimeDomainData(samples);
    return meterLevel(samples);
  };
}
