import type { Page } from '@playwright/test';
import type { Camera } from './camera.ts';
import { origin, type Stage } from './stage.ts';

// High enough for a whole page, so that no bar that sticks covers what is photographed.
const desk = { width: 800, height: 5200 };
const phone = { width: 390, height: 760 };

/** With an overlay open and nothing on stream: dashboard, settings, widgets and the pages of donors. */
export async function shootResting(camera: Camera, stage: Stage): Promise<void> {
  const openId = await stage.donate({ name: 'foxglove', message: 'That jump!' });
  await camera.inEveryView(stage, desk, async (context, view) => {
    const page = await context.newPage();
    await page.goto(`${origin}/app`);
    await page.locator('.lamp.on').first().waitFor();
    await camera.take('on-air', view, page.locator('.onair'));
    await camera.take('obs-setup', view, cardOf(page, 'obs-guide'));
    await camera.take('donation-link', view, cardOf(page, 'donation-link'));
    await camera.take('obs-widget', view, cardOf(page, 'obs-widget'));
    await page.locator('.obs-ways button').click();
    await camera.take('add-to-obs', view, page.getByRole('dialog'));
    await page.goto(`${origin}/app/settings`);
    await page.locator('#moderation ~ form').waitFor();
    await page.locator('#access ~ ul').waitFor();
    await camera.take('moderation', view, cardOf(page, 'moderation'));
    await camera.take('moderators', view, cardOf(page, 'access'));
    await camera.take('payout', view, cardOf(page, 'payout'));
    await page.goto(`${origin}/app/widgets`);
    await page.locator('.widget-scene').first().waitFor();
    await camera.take('goal', view, page.locator('.widget-scene').first());
  });
  await camera.inEveryView(stage, phone, async (context, view) => {
    const page = await context.newPage();
    await page.goto(`${origin}/donate/${stage.donationLink}/${openId}`);
    await page.locator('.scan svg path').first().waitFor();
    await camera.take('donate-payment', view, page.locator('.panel'));
    await page.goto(`${origin}/donate/${stage.donationLink}/${stage.paidId}`);
    await page.locator('.panel.paid').waitFor();
    await camera.take('donate-success', view, page);
  });
}

/** The card of a donation over a drawn scene: the overlay has one look for everybody. */
export async function shootOverlay(camera: Camera, stage: Stage): Promise<void> {
  const { overlay } = stage;
  await overlay.setViewportSize({ width: 720, height: 405 });
  await overlay.evaluate((scene) => {
    document.documentElement.style.background = `url("data:image/svg+xml,${encodeURIComponent(scene)}") center / cover`;
  }, scene);
  await stage.donate({
    name: 'foxglove',
    message: 'That jump! The whole train is staring at me now.',
    amount: 0.1,
    hasClip: true,
  });
  await overlay.getByText('foxglove').first().waitFor();
  await overlay.waitForTimeout(900);
  await camera.take('overlay-card', { theme: 'dark', language: 'en' }, overlay);
  await stage.post('/alerts/skip');
}

/** Alerts that wait for a yes, on the dashboard and in the dock. */
export async function shootQueue(camera: Camera, stage: Stage): Promise<void> {
  await stage.put('/alerts/settings', { ...alertRules, approveFirst: true });
  await stage.donate({
    name: 'NightOwl',
    message: 'Say hi to my cat, she watches every stream.',
    amount: 0.08,
  });
  await stage.donate({ name: 'Marek', message: 'Greetings from the night shift', amount: 0.03 });
  await camera.inEveryView(stage, desk, async (context, view) => {
    const page = await context.newPage();
    await page.goto(`${origin}/app`);
    await page.getByText('Marek').first().waitFor();
    await camera.take('approve', view, page.locator('.waiting').first());
  });
  await camera.inEveryView(stage, { width: 340, height: 640 }, async (context, view) => {
    const page = await context.newPage();
    await page.goto(`${origin}/dock#${stage.dockToken}`);
    await page.getByText('Marek').first().waitFor();
    await camera.take('dock', view, page);
  });
}

/** The source is hidden in OBS. */
export async function shootHidden(camera: Camera, stage: Stage): Promise<void> {
  await stage.overlay.evaluate(() =>
    window.dispatchEvent(new CustomEvent('obsSourceVisibleChanged', { detail: { visible: false } })),
  );
  await camera.inEveryView(stage, desk, async (context, view) => {
    const page = await context.newPage();
    await page.goto(`${origin}/app`);
    await page.locator('.lamp.hold').first().waitFor();
    await camera.take('holding', view, page.locator('.onair'));
  });
}

function cardOf(page: Page, headingId: string) {
  return page.locator(`.card:has(> #${headingId}), .card:has(> header > #${headingId})`);
}

const alertRules = {
  wordAction: 'mask',
  wordLists: ['en'],
  ownWords: [],
  allowedWords: [],
  clipMinimumAmount: null,
  stacksCards: false,
  showsFiat: false,
};

const scene = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1120 630" preserveAspectRatio="xMidYMid slice">
<rect width="1120" height="630" fill="#17322f"/><rect width="1120" height="330" fill="#122826"/>
<circle cx="420" cy="290" r="118" fill="#f2b35e"/>
<path d="M0 360l150-110 120 80 140-120 170 130 150-90 170 110 120-70 100 60v280H0z" fill="#1f4a43"/>
<path d="M0 440q140-80 280-30t300-20 260 0 280-20v260H0z" fill="#173a34"/>
<path d="M0 520h250v-36h150v36h190v-60h170v60h360v110H0z" fill="#0d211e"/>
<path d="M0 520h250v-36h150v36h190v-60h170v60h360" fill="none" stroke="#4b8f5b" stroke-width="8"/></svg>`;
