import Check from 'lucide-react/icons/check';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Info from 'lucide-react/icons/info';
import { obsSourceUrl } from '#web/lib/obs-source-url.ts';
import { texts } from '#web/texts/texts.ts';
import { AddToObs } from './add-to-obs.tsx';
import { SceneSketch } from './scene-sketch.tsx';
import { setupProgress, setupSteps } from './setup-progress.ts';
import { TickList } from './tick-list.tsx';
import { useOverlay } from './use-overlay.ts';

/** Five steps to the overlay in OBS Studio, ticked as far as can be told from here, with a sketch of the result. */
export function ObsGuide({ widgetUrl }: { widgetUrl: string | undefined }) {
  const { done, works, summary, advice } = setupProgress(useOverlay() ?? null);
  const words = texts('dashboard').setup;
  return (
    <section className="card s7" aria-labelledby="obs-guide">
      <header>
        <h2 className="h3" id="obs-guide">
          {words.title}
        </h2>
        <span className="pill plain num" role="status">
          {summary}
        </span>
      </header>
      <div className="setup">
        <TickList
          doneWord={words.isDone}
          steps={setupSteps.map((step, index) => ({
            words: words.steps[step],
            isDone: index < done || (works ? null : false),
          }))}
        />
        <SceneSketch label={words.sketch} />
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
            title={words.dragTitle}
            onClick={(event) => event.preventDefault()}
          >
            <GripVertical className="i s" />
            {words.drag}
          </a>
          <AddToObs widgetUrl={widgetUrl} />
        </div>
      )}
    </section>
  );
}
