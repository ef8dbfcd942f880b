import { DonateRouter, preloadDonatePage } from './donate-router.tsx';
import { startPage } from './start-page.tsx';

// Not awaited: the first page's own script imports from this file, and each would wait for the other.
void startPage(<DonateRouter />, preloadDonatePage(location.pathname));
