import { useSession } from '#web/lib/session.tsx';
import { AppShell } from './app-shell.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** The signed-in area of operators. To every other account there is nothing at this address. */
export function OperatorShell() {
  const { user } = useSession();
  return user !== null && user.isOperator !== true ? <NotFoundPage /> : <AppShell />;
}
