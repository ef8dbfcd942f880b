import ExternalLink from 'lucide-react/icons/external-link';
import type { MouseEvent } from 'react';
import { texts } from '#web/texts/texts.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { LinkWithCode } from '#web/ui/link-with-code.tsx';
import { ReplaceWidgetLink } from '#web/ui/replace-widget-link.tsx';
import { SecretLine } from '#web/ui/secret-line.tsx';
import { DockLink } from './dock-link.tsx';

interface DonationLinkCardProps {
  url: string;
  /** Somebody who follows it can donate. */
  isOpen: boolean;
  /** The link was copied or opened, by whatever way. */
  onShared: () => void;
}

/** The public donation link. */
export function DonationLinkCard({ url, isOpen, onShared }: DonationLinkCardProps) {
  const words = texts('dashboard').donationLink;
  const handleClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('button, a') !== null) onShared();
  };
  return (
    <section
      className="card s6 stack"
      style={{ '--gap': '14px' }}
      aria-labelledby="donation-link"
      onClick={handleClick}
      onCopy={onShared}
    >
      <h2 className="h3" id="donation-link">
        {words.title}
      </h2>
      <CopyLine value={url} shown={<LinkWithCode url={url} />} label={words.copy} done={words.copied} wraps>
        <OpenButton href={url} label={words.open} />
      </CopyLine>
      <p className="hint">{isOpen ? words.hint : words.closedHint}</p>
    </section>
  );
}

/** The widget's URL; its code is secret. */
export function WidgetCard({ url, linkCode }: { url: string; linkCode: string }) {
  const words = texts('dashboard').widget;
  return (
    <section className="card s6 stack" style={{ '--gap': '14px' }} aria-labelledby="obs-widget">
      <h2 className="h3" id="obs-widget">
        {words.title}
      </h2>
      <SecretLine value={url} secret={linkCode} show={words.show} label={words.copy} done={words.copied}>
        <OpenButton href={`${url}?preview=1`} label={words.preview} />
      </SecretLine>
      <p className="hint">{words.hint}</p>
      <div className="row wrapx link-acts" style={{ '--gap': '8px' }}>
        <DockLink />
        <ReplaceWidgetLink look="quiet" />
      </div>
    </section>
  );
}

function OpenButton({ href, label }: { href: string; label: string }) {
  return (
    <a className="btn icon" href={href} target="_blank" rel="noreferrer" aria-label={label} title={label}>
      <ExternalLink className="i" />
    </a>
  );
}
