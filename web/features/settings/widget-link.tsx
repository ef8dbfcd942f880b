import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { ReplaceWidgetLink } from '#web/ui/replace-widget-link.tsx';
import { SecretLine } from '#web/ui/secret-line.tsx';
import { SectionState } from '#web/ui/section-state.tsx';

/** The widget's secret link, and what gives it a new one. */
export function WidgetLink() {
  const words = texts('settings').overlay;
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.donationLink,
    queryFn: () => call('donationLink'),
  });
  return (
    <div className="stack" style={{ '--gap': '12px' }}>
      <div className="row between wrapx">
        <div className="grow">
          <p className="flabel">{words.link}</p>
          <p className="hint">{words.linkHint}</p>
        </div>
        <ReplaceWidgetLink look="secondary" />
      </div>
      {data === undefined ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : (
        <SecretLine
          value={`${location.origin}/widget/${data.linkCode}`}
          secret={data.linkCode}
          show={words.showLink}
          label={words.copyLink}
          done={words.linkCopied}
        />
      )}
    </div>
  );
}
