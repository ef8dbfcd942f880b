import type { User } from '#contract/account.ts';

/** Username and network. */
export function AccountInformation({ user }: { user: User }) {
  return (
    <section className="card">
      <header>
        <h2 className="h2">Account Information</h2>
      </header>
      <dl className="facts">
        <div>
          <dt>Username</dt>
          <dd>{user.username}</dd>
        </div>
        <div>
          <dt>Network</dt>
          <dd>Solana</dd>
        </div>
      </dl>
    </section>
  );
}
