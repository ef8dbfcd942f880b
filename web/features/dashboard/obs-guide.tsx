import Check from 'lucide-react/icons/check';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Info from 'lucide-react/icons/info';
import { useLive } from '#web/lib/live.tsx';
import { AddToObs } from './add-to-obs.tsx';
import { obsSourceUrl } from './obs-source-url.ts';
import { setupProgress, setupSteps } from './setup-progress.ts';

/** Five steps to the overlay in OBS Studio, ticked as far as the server can tell, with a sketch of the result. */
export function ObsGuide({ widgetUrl }: { widgetUrl: string | undefined }) {
  const { presence } = useLive();
  const { done, summary, advice } = setupProgress(presence);
  return (
    <section className="card s12" aria-labelledby="obs-guide">
      <header>
        <h2 className="h3" id="obs-guide">
          Set up OBS Studio
        </h2>
        <span className="pill plain num" role="status">
          {summary}
        </span>
      </header>
      <div className="setup">
        <ol className="steps">
          {setupSteps.map((step, index) => (
            <Step key={step} number={index + 1} done={done} step={step} />
          ))}
        </ol>
        <SceneSketch />
      </div>
      {advice !== null && (
        <p className={done > 0 ? 'note good set-hint' : 'note set-hint'}>
          {done > 0 ? <Check className="i" /> : <Info className="i" />}
          <span>{advice}</span>
        </p>
      )}
      {widgetUrl !== undefined && (
        <div className="row wrapx obs-ways">
          <a
            className="btn small secondary drag"
            href={obsSourceUrl(widgetUrl)}
            title="Drag this into the scene in OBS: it adds the browser source with its name and size"
            onClick={(event) => event.preventDefault()}
          >
            <GripVertical className="i s" />
            Drag this into OBS
          </a>
          <AddToObs widgetUrl={widgetUrl} />
        </div>
      )}
    </section>
  );
}

function Step({ number, done, step }: { number: number; done: number; step: string }) {
  const isDone = number <= done;
  return (
    <li className={isDone ? 'done' : number === done + 1 ? 'next' : ''}>
      <span className="tick" aria-hidden="true">
        {isDone ? <Check className="i s" /> : number}
      </span>
      <span>
        {step}
        {isDone && <span className="sr"> (done)</span>}
      </span>
    </li>
  );
}

function SceneSketch() {
  return (
    <svg
      className="dia"
      viewBox="0 0 256 176"
      role="img"
      aria-label="The widget, 400 by 600, in the corner of a scene"
    >
      <rect
        x="1"
        y="1"
        width="254"
        height="174"
        rx="12"
        fill="var(--surface-2)"
        stroke="var(--line)"
        strokeWidth="1.5"
      />
      <rect
        x="157"
        y="40"
        width="86"
        height="124"
        rx="6"
        fill="none"
        stroke="var(--accent-text)"
        strokeWidth="1.75"
        strokeDasharray="5 4"
      />
      <rect x="165" y="128" width="70" height="28" rx="6" fill="var(--accent)" />
      <rect x="171" y="134" width="16" height="16" rx="4" fill="var(--on-accent)" />
      <rect x="192" y="136" width="36" height="4" rx="2" fill="var(--on-accent)" />
      <rect x="192" y="144" width="26" height="4" rx="2" fill="var(--on-accent)" />
      <text x="200" y="30" textAnchor="middle" fontSize="12" fontWeight="600" fill="var(--text-2)">
        400 x 600
      </text>
      <rect x="16" y="16" width="64" height="44" rx="6" fill="var(--surface-3)" />
    </svg>
  );
}
