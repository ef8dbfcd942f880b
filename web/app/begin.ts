import { askEarly } from '#web/lib/early-replies.ts';
import { storedToken } from '#web/lib/stored-token.ts';
import { firstCalls } from './first-calls.ts';

// The smallest script there can be: the first calls are on their way while the browser still reads the page's own.
const token = storedToken.get();
if (token !== null) askEarly(token, firstCalls(location.pathname + location.search));
// Not awaited: the page's script imports from this file, and each would wait for the other.
void import('./main.tsx');
