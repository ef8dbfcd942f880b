import { expect, type Page } from '@playwright/test';
import { dock, donate, openAs, registerStreamer, withApproval } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { test } from './watched-page.ts';

// As browsers are that nobody has set up. A trace looks into the page, and that counts as the touch of a person.
test.use({
  trace: 'off',
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: ['--autoplay-policy=document-user-activation-required'] });
  },
});

const server = forFile(startJourneyServer);

test('what came before anybody touched the page is not heard when somebody does; what comes then is', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  const page = await openPage(dock);
  const heard = await listenToNotes(page);
  await page.addInitScript(() => localStorage.setItem('desk-sound', 'on'));
  const isRead = page.waitForResponse(/\/api\/alerts$/);
  await openAs(page, kat, `${server.url}/dock`);
  await isRead;
  const late = page.waitForEvent('console', (message) => message.text() === 'late');
  await donate(server.url, kat, 'Ada', 'of one line');
  await late;
  expect(heard()).toEqual([]);

  const sound = page.getByRole('switch', { name: 'Sound for new alerts' });
  await sound.uncheck();
  await sound.check();
  await expect.poll(() => heard('begun')).toHaveLength(2);
  expect(heard()).toEqual(['note 660', 'note 880']);
});

test('a second alert from the same name is said to screen readers again', async ({ openPage }) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  const page = await openPage(dock);
  await openAs(page, kat, `${server.url}/dock`);
  await expect(page.getByText('Nothing waits.')).toBeVisible();
  const said = await page.locator('main > [role=status]').evaluateHandle((region) => {
    const words: (string | null)[] = [];
    new MutationObserver(() => words.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return words;
  });
  for (const wanted of [1, 2]) {
    await donate(server.url, kat, 'Ada', 'of one line');
    await expect
      .poll(() => said.jsonValue())
      .toEqual(Array<string>(wanted).fill('New alert to approve from Ada'));
  }
});

/**
 * Listens to the notes that a page begins, without looking into it: that would count as a touch. The page also says
 * `late` once it has waited longer for its sound than the desk does, and `begun` after what was let begin.
 */
async function listenToNotes(page: Page): Promise<(what?: string) => string[]> {
  await page.addInitScript(() => {
    const resume: () => Promise<void> = Reflect.get(AudioContext.prototype, 'resume');
    AudioContext.prototype.resume = function resumeAndSay(this: AudioContext) {
      const resumed = resume.call(this);
      setTimeout(() => console.info('late'), 600);
      void resumed.then(() => setTimeout(() => console.info('begun')));
      return resumed;
    };
    const start: (when?: number) => void = Reflect.get(OscillatorNode.prototype, 'start');
    OscillatorNode.prototype.start = function startAndSay(this: OscillatorNode, when?: number) {
      console.info(`note ${this.frequency.value}`);
      start.call(this, when);
    };
  });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  return (what = 'note') => said.filter((words) => words.startsWith(what));
}
