import { DonateRouter, preloadDonatePage } from './donate-router.tsx';
import { startPage } from './start-page.tsx';

preloadDonatePage(location.pathname);
await startPage(<DonateRouter />);
