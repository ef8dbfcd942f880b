import Square from 'lucide-react/icons/square';
import { useEffect, useRef, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { Waveform } from '#web/ui/waveform.tsx';
import { waveformBars } from '#web/ui/waveform-peaks.ts';
import { microphoneWords } from './microphone-words.ts';
import { withLevel } from './recording-level.ts';
import { RecordingReview } from './recording-review.tsx';
import { recordingName } from './recording-type.ts';
import { type Recording, recordingLimitMs, startRecording } from './start-recording.ts';

/** How often the meter moves. */
const meterMs = 50;
const quiet = Array.from({ length: waveformBars }, () => 0);

export interface RecorderProps {
  disabled: boolean;
  /** The donor wants this recording as their clip. */
  onUse: (file: File) => void;
  /** The recorder closes: with words when it could not record, with null when the donor is done with it. */
  onClose: (words: string | null) => void;
}

/** Records as soon as it is there: permission, level meter with countdown, then hearing it back. */
export function Recorder(props: RecorderProps) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />;
}

function Attempt({ disabled, onUse, onClose, onAgain }: RecorderProps & { onAgain: () => void }) {
  const { recording, recorded } = useRecording((error) => onClose(microphoneWords(error)));
  if (recorded !== null) {
    return (
      <RecordingReview
        recorded={recorded}
        disabled={disabled}
        onUse={() => onUse(new File([recorded], recordingName(recorded.type), { type: recorded.type }))}
        onAgain={onAgain}
        onDiscard={() => onClose(null)}
      />
    );
  }
  if (recording !== null) return <RecordingNow recording={recording} />;
  return (
    <div className="clipcard" role="status">
      <span className="spin" />
      <span>{texts('donate').recorder.allow}</span>
      <button type="button" className="btn small quiet" onClick={() => onClose(null)}>
        {texts('donate').recorder.cancel}
      </button>
    </div>
  );
}

/** Records on arrival; leaving ends the recording and lets go of the microphone. */
function useRecording(onFailed: (error: unknown) => void) {
  const [recording, setRecording] = useState<Recording | null>(null);
  const [recorded, setRecorded] = useState<Blob | null>(null);
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });

  useEffect(() => {
    let gone = false;
    let running: Recording | null = null;
    const record = async () => {
      try {
        running = await startRecording();
        if (gone) running.stop();
        else setRecording(running);
        const blob = await running.ended;
        if (!gone) setRecorded(blob);
      } catch (error) {
        console.info('Recording did not start.', error);
        if (!gone) failed.current(error);
      }
    };
    void record();
    return () => {
      gone = true;
      running?.stop();
    };
  }, []);
  return { recording, recorded };
}

function RecordingNow({ recording }: { recording: Recording }) {
  const [bars, setBars] = useState<readonly number[]>(quiet);
  const [share, setShare] = useState(0);
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const timer = setInterval(() => {
      const gone = recording.elapsedMs() / recordingLimitMs;
      setShare(Math.min(1, gone));
      setBars((before) => withLevel(before, gone, recording.level()));
    }, meterMs);
    return () => clearInterval(timer);
  }, [recording]);
  const left = Math.ceil(15 * (1 - share));
  const words = texts('donate').recorder;
  return (
    <div className="clipcard recording">
      <button
        type="button"
        ref={stop}
        className="btn icon danger"
        aria-label={words.stop}
        onClick={recording.stop}
      >
        <Square className="i s fill" />
      </button>
      <span className="heard" style={{ '--heard': `${(share * 100).toFixed(1)}%` }}>
        <Waveform peaks={bars} />
      </span>
      <span className={left <= 5 ? 'left low' : 'left'} role="timer">
        {words.left(left)}
      </span>
      <span className="sr" role="status">
        {left <= 5 ? words.ending : words.running}
      </span>
    </div>
  );
}
