import { setLanguage } from './language.ts';
import { loadTexts, sections } from './texts.ts';

// Tests outside the browser read the English texts; a page's route loads its own.
setLanguage('en');
await loadTexts(...sections);
