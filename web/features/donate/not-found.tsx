import { Link } from 'react-router';
import { problems } from '#contract/problem.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DonateLayout } from './donate-layout.tsx';

const flat = Array.from({ length: 9 }, () => '6px');

/** The link leads nowhere, or its owner switched it off. */
export function LinkNotFound() {
  useTitle('Donation Link Not Found');
  return (
    <DonateLayout shape="center one">
      <section className="result off">
        <Levels heights={flat} />
        <h1 className="title">Donation Link Not Found</h1>
        <p className="lead">This donation link is invalid or has been disabled.</p>
        <p className="muted">Check the link with the streamer you want to support.</p>
      </section>
    </DonateLayout>
  );
}

/** A donation's own address that no donation has. */
export function DonationNotFound({ linkCode, message }: { linkCode: string; message?: string }) {
  useTitle('Donation Not Found');
  return (
    <DonateLayout shape="center one">
      <section className="result off">
        <Levels heights={flat} />
        <h1 className="title">Donation Not Found</h1>
        <p className="lead">{message ?? problems.donation_not_found[1]}</p>
        <Link className="btn primary big" to={`/donate/${linkCode}`}>
          Create New Donation
        </Link>
      </section>
    </DonateLayout>
  );
}
