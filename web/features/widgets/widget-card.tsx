import ExternalLink from 'lucide-react/icons/external-link';
import GripVertical from 'lucide-react/icons/grip-vertical';
import type { ReactNode } from 'react';
import type { WidgetKind } from '#contract/widgets.ts';
import { obsSourceUrl } from '#web/lib/obs-source-url.ts';
import { texts } from '#web/texts/texts.ts';
import { SecretLine } from '#web/ui/secret-line.tsx';
import { widgetSources } from './widget-source.ts';

interface WidgetCardProps {
  kind: WidgetKind;
  title: string;
  linkCode: string;
  /** The widget as it is seen on stream. */
  preview: ReactNode;
  /** True when the preview shows made-up donors because there are none yet. */
  isSample?: boolean;
  children: ReactNode;
}

/** One widget: settings at the left, how it looks at the right, its URL below. */
export function WidgetCard({ kind, title, linkCode, preview, isSample = false, children }: WidgetCardProps) {
  const words = texts('widgets');
  const source = widgetSources[kind];
  const url = `${location.origin}/widget/${linkCode}/${kind}`;
  return (
    <section className="card stack" aria-label={words.card(title)} style={{ '--gap': '20px' }}>
      <h2 className="h2">{title}</h2>
      <div className="widget-cols">
        {children}
        <figure className="widget-scene" aria-label={words.preview(title)}>
          {preview}
          {isSample && <figcaption>{words.sample}</figcaption>}
        </figure>
      </div>
      <div className="stack" style={{ '--gap': '10px' }}>
        <SecretLine
          value={url}
          secret={linkCode}
          show={words.show(title)}
          label={words.copy(title)}
          done={words.copied}
        >
          <a
            className="btn icon"
            href={`${url}?preview=1`}
            target="_blank"
            rel="noreferrer"
            aria-label={words.open(title)}
            title={words.open(title)}
          >
            <ExternalLink className="i" />
          </a>
        </SecretLine>
        <div className="row wrapx">
          <a
            className="btn small secondary drag"
            href={obsSourceUrl(url, source)}
            title={words.dragTitle}
            onClick={(event) => event.preventDefault()}
          >
            <GripVertical className="i s" />
            {words.drag}
          </a>
          <span className="hint">{words.size(source.width, source.height)}</span>
        </div>
      </div>
    </section>
  );
}
