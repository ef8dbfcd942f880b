import ExternalLink from 'lucide-react/icons/external-link';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { type ReactNode, useId } from 'react';
import type { WidgetKind } from '#contract/widgets.ts';
import { obsSourceUrl } from '#web/features/dashboard/obs-source-url.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { widgetSources } from './widget-source.ts';

interface WidgetCardProps {
  kind: WidgetKind;
  title: string;
  url: string;
  /** The widget as it is seen on stream. */
  preview: ReactNode;
  /** True when the preview shows made-up donors because there are none yet. */
  isSample?: boolean;
  children: ReactNode;
}

/** One widget: settings at the left, how it looks at the right, its URL below. */
export function WidgetCard({ kind, title, url, preview, isSample = false, children }: WidgetCardProps) {
  const id = useId();
  const source = widgetSources[kind];
  return (
    <section className="card stack" aria-labelledby={id} style={{ '--gap': '20px' }}>
      <h2 className="h2" id={id}>
        {title}
      </h2>
      <div className="widget-cols">
        {children}
        <figure className="widget-scene" aria-label={`Preview of ${title.toLowerCase()}`}>
          {preview}
          {isSample && <figcaption>A sample: nobody has donated yet.</figcaption>}
        </figure>
      </div>
      <div className="stack" style={{ '--gap': '10px' }}>
        <CopyLine value={url} label={`Copy ${title.toLowerCase()} URL`} done="Widget URL copied!">
          <a
            className="btn icon"
            href={`${url}?preview=1`}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${title.toLowerCase()} in a new tab`}
            title={`Open ${title.toLowerCase()} in a new tab`}
          >
            <ExternalLink className="i" />
          </a>
        </CopyLine>
        <div className="row wrapx">
          <a
            className="btn small secondary drag"
            href={obsSourceUrl(url, source)}
            title="Drag this into the scene in OBS: it adds the browser source with its name and size"
            onClick={(event) => event.preventDefault()}
          >
            <GripVertical className="i s" />
            Drag this into OBS
          </a>
          <span className="hint">
            Recommended size: {source.width}x{source.height}px
          </span>
        </div>
      </div>
    </section>
  );
}
