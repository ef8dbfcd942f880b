import ExternalLink from 'lucide-react/icons/external-link';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { DockLink } from './dock-link.tsx';
import { ReplaceWidgetLink } from './replace-widget-link.tsx';

/** The public donation link, and the widget's URL with its secret code. */
export function LinkCards({ donationUrl, widgetUrl }: { donationUrl: string; widgetUrl: string }) {
  return (
    <>
      <section className="card s6 stack" style={{ '--gap': '14px' }} aria-labelledby="donation-link">
        <h2 className="h3" id="donation-link">
          Donation Link
        </h2>
        <CopyLine value={donationUrl} label="Copy donation link" done="Donation link copied!">
          <OpenButton href={donationUrl} label="Open donation page in a new tab" />
        </CopyLine>
        <p className="hint">Share it in your panels and chat.</p>
      </section>
      <section className="card s6 stack" style={{ '--gap': '14px' }} aria-labelledby="obs-widget">
        <h2 className="h3" id="obs-widget">
          OBS Widget
        </h2>
        <CopyLine value={widgetUrl} label="Copy widget URL" done="Widget URL copied!">
          <OpenButton href={`${widgetUrl}?preview=1`} label="Preview the widget in a new tab" />
        </CopyLine>
        <p className="hint">Recommended size: 400x600px</p>
        <div className="row wrapx link-acts" style={{ '--gap': '8px' }}>
          <DockLink />
          <ReplaceWidgetLink />
        </div>
      </section>
    </>
  );
}

function OpenButton({ href, label }: { href: string; label: string }) {
  return (
    <a className="btn icon" href={href} target="_blank" rel="noreferrer" aria-label={label} title={label}>
      <ExternalLink className="i" />
    </a>
  );
}
