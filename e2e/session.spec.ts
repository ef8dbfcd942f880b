import { expect, type Page } from '@playwright/test';
import { blockStorage } from './block-storage.ts';
import { button, field, toast } from './page-parts.ts';
import { openSignedIn, refuse, signUp } from './streamer-account.ts';
import { desktop, phone, test } from './watched-page.ts';

const own = { message: 'Words of the server.', code: 'internal' };

async function fillRegistration(page: Page, username: string, password: string, confirmed = password) {
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(confirmed);
}

test('sign-in says what is missing on submit, goes to the first refused field, and looks again with every change', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  await page.goto('/login');
  await field(page, 'Username').fill('a');
  await field(page, 'Username').fill('');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page, 'Sign in').click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(field(page, 'Username')).toBeFocused();
  await expect(field(page, 'Username')).toHaveAccessibleDescription('Username is required');
  await field(page, 'Username').fill('kat');
  await expect(page.getByText('Username is required')).toHaveCount(0);
  await button(page, 'Sign in').click();
  await expect(field(page, 'Password')).toBeFocused();
});

test('a blank before or behind the username is none of it', async ({ openPage }) => {
  const page = await openPage(phone);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (/\/auth\/(?:register|login)$/.test(request.url())) sent.push(request.postDataJSON());
  });
  const username = `blank-${Date.now() % 1e9}`;
  await page.goto('/register');
  await fillRegistration(page, ` ${username} `, 'secret1');
  await button(page, 'Create account').click();
  await expect(page.getByRole('heading', { name: 'Account Created Successfully!' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await field(page, 'Username').fill(` ${username} `);
  await field(page, 'Password').fill('secret1');
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/app$/);
  expect(sent).toMatchObject([{ username }, { username }]);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await field(page, 'Username').fill('  ');
  await button(page, 'Sign in').click();
  await expect(page.getByText('Username is required')).toBeVisible();
});

test('whose session was ended from elsewhere reads so at the sign-in; who signed out or comes new does not', async ({
  account,
  openPage,
  request,
}) => {
  const words = 'You were signed out.';
  const page = await openPage(desktop, 401);
  await page.goto('/login');
  await expect(button(page, 'Sign in')).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
  const signIn = async () => {
    await field(page, 'Username').fill(account.username);
    await field(page, 'Password').fill(account.password);
    await button(page, 'Sign in').click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  };
  await signIn();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  expect((await request.post('/api/auth/logout', { headers })).ok()).toBe(true);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(words)).toBeVisible();
  await signIn();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(button(page, 'Sign in')).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
});

test('registration refuses with the words of the spec and keeps what was typed', async ({ openPage }) => {
  const page = await openPage(desktop);
  await page.goto('/register');
  const cases: [username: string, password: string, confirmed: string, words: string][] = [
    ['ab', 'secret1', 'secret1', 'Username must be at least 3 characters'],
    ['a'.repeat(21), 'secret1', 'secret1', 'Username must be less than 20 characters'],
    ['no spaces', 'secret1', 'secret1', 'Username can only contain letters, numbers, underscores and dashes'],
    ['kat', '12345', '12345', 'Password must be at least 6 characters'],
    ['kat', 'x'.repeat(51), 'x'.repeat(51), 'Password must be less than 50 characters'],
    ['kat', 'secret1', 'secret2', "Passwords don't match"],
  ];
  for (const [username, password, confirmed, words] of cases) {
    await page.reload();
    await fillRegistration(page, username, password, confirmed);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await button(page, 'Create account').click();
    await expect(page.getByRole('alert')).toHaveText([words]);
    await expect(page.locator('[aria-invalid="true"]')).toBeFocused();
    await expect(field(page, 'Username')).toHaveValue(username);
  }
  // Either of the two can put it right.
  for (const [changed, value] of [
    ['Password', 'secret2'],
    ['Password', 'secret1'],
    ['Confirm Password', 'secret1'],
  ] as const) {
    await field(page, changed).fill(value);
    const isSame = changed === 'Confirm Password' || value === 'secret2';
    await expect(page.getByText("Passwords don't match")).toHaveCount(isSame ? 0 : 1);
  }
});

/** Keeps the check of a stored token from being answered; what is returned lets it, and waits for what the page does then. */
async function holdCheck(page: Page, token: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/users/me', async (route) => {
    if (route.request().headers()['authorization']?.endsWith(token)) await held.promise;
    await route.continue();
  });
  return async () => {
    const late = page.waitForResponse('**/api/users/me');
    held.resolve();
    await (await late).finished();
    // What would lead away comes with the answer, before the page is painted again.
    await page.evaluate(() => new Promise((painted) => setTimeout(painted, 100)));
  };
}

for (const [path, call, name, fallback] of [
  ['/login', '/auth/login', 'Sign in', 'Failed to sign in'],
  ['/register', '/auth/register', 'Create account', 'Failed to create account'],
] as const) {
  test(`a refusal at ${path} is said in the server's words, or the spec's, and nothing typed is lost`, async ({
    openPage,
  }) => {
    const page = await openPage(desktop, 500);
    await page.goto(path);
    await field(page, 'Username').fill('kat');
    await field(page, 'Password').fill('secret1');
    if (path === '/register') await field(page, 'Confirm Password').fill('secret1');
    await refuse(page, call, 500, own);
    await button(page, name).click();
    await expect(toast(page, own.message)).toHaveRole('alert');
    await refuse(page, call, 500, null);
    await button(page, name).click();
    await expect(toast(page, fallback)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(field(page, 'Username')).toHaveValue('kat');
    await expect(field(page, 'Password')).toHaveValue('secret1');
    await expect(button(page, name)).toBeEnabled();
  });
}

test('a name that is taken is refused with the server’s words, and the name can be changed at once', async ({
  openPage,
  request,
}) => {
  const { username } = await signUp(request);
  const page = await openPage(desktop, 409);
  await page.goto('/register');
  await fillRegistration(page, username.toUpperCase(), 'secret1');
  await button(page, 'Create account').click();
  await expect(toast(page, 'This username is already taken. Please choose another one.')).toBeVisible();
  await expect(field(page, 'Username')).toBeFocused();
  await expect(field(page, 'Username')).toHaveAccessibleDescription(/already taken/);
  await expect(field(page, 'Confirm Password')).toHaveValue('secret1');
  await field(page, 'Username').fill(`${username.slice(0, 15)}-2`);
  await expect(field(page, 'Username')).not.toHaveAccessibleDescription(/already taken/);
});

test('a wrong password stays on the page with its reason, the right one says welcome and opens the dashboard', async ({
  openPage,
  request,
}) => {
  const { username, password } = await signUp(request);
  const page = await openPage(phone, 401);
  await page.goto('/login');
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill('wrong horse');
  await button(page, 'Sign in').click();
  await expect(toast(page, 'The username or password is not right.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(field(page, 'Username')).toHaveValue(username);
  await page.route('**/api/auth/login', async (route) => {
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    await route.continue();
  });
  await field(page, 'Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
});

for (const kind of ['has ended', "is somebody else's"]) {
  test(`whoever signs in while an old token is still being checked stays, also when that ${kind}`, async ({
    openPage,
    request,
  }) => {
    const old = await signUp(request);
    const own = await signUp(request);
    const page = await openPage(desktop, 401);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/users/me', async (route) => {
      if (!route.request().headers()['authorization']?.endsWith(old.token)) return route.continue();
      await held.promise;
      const json = { code: 'unauthorized', message: 'Please sign in to continue.' };
      return kind === 'has ended' ? route.fulfill({ status: 401, json }) : route.continue();
    });
    await openSignedIn(page, old.token, '/login');
    await field(page, 'Username').fill(own.username);
    await field(page, 'Password').fill(own.password);
    await button(page, 'Sign in').click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();

    const late = page.waitForResponse('**/api/users/me');
    held.resolve();
    await (await late).finished();
    const sidebar = page.getByRole('complementary');
    await sidebar.getByRole('link', { name: 'Donations' }).click();
    await expect(page.getByRole('heading', { name: 'Donations', level: 1 })).toBeVisible();
    await expect(sidebar.getByText(own.username)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  });
}

test('whoever registers while an old token is still being checked loses nothing typed, and sees key and code', async ({
  openPage,
  request,
}) => {
  const old = await signUp(request);
  const page = await openPage(desktop);
  const confirm = await holdCheck(page, old.token);
  await openSignedIn(page, old.token, '/register');
  await fillRegistration(page, `late-${Date.now().toString(36)}`, 'secret1');
  await confirm();
  await expect(field(page, 'Confirm Password')).toHaveValue('secret1');
  await button(page, 'Create account').click();
  await expect(page.getByRole('heading', { name: 'Account Created Successfully!' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeVisible();

  // Whoever comes after sees neither them nor what was typed.
  const other = await page.context().newPage();
  await other.goto('/donate/nothing');
  await other.evaluate(() => localStorage.removeItem('token'));
  await expect(field(page, 'Password')).toHaveValue('');
  await other.evaluate((token) => localStorage.setItem('token', token), old.token);
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('complementary').getByText(old.username)).toBeVisible();
});

test('whoever is signed in goes on from the registration to the dashboard', async ({ openPage, request }) => {
  const { token } = await signUp(request);
  const page = await openPage(desktop);
  const confirm = await holdCheck(page, token);
  await openSignedIn(page, token, '/register');
  await expect(field(page, 'Username')).toBeVisible();
  await confirm();
  await expect(page).toHaveURL(/\/app$/);
});

test('whoever signs out goes on at once, and a slow answer of the server leads nowhere', async ({
  openPage,
  request,
}) => {
  const { token } = await signUp(request);
  // What a page that is still coming up asks for right then is refused.
  const page = await openPage(desktop, 401);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/auth/logout', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openSignedIn(page, token, '/app');
  await page.getByRole('complementary').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await field(page, 'Username').fill('somebody-new');
  const late = page.waitForResponse('**/api/auth/logout');
  held.resolve();
  await (await late).finished();
  // What would lead away comes with the answer, before the page is painted again.
  await page.evaluate(() => new Promise((painted) => setTimeout(painted, 100)));
  await expect(page).toHaveURL(/\/register$/);
  await expect(field(page, 'Username')).toHaveValue('somebody-new');
});

test('where the browser blocks storage, whoever signs in stays for as long as the page is open', async ({
  openPage,
  request,
}) => {
  const { username, password } = await signUp(request);
  const page = await openPage(desktop);
  await blockStorage(page);
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await page.goto('/login');
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  const sidebar = page.getByRole('complementary');
  await sidebar.getByRole('link', { name: 'Settings' }).click();
  const minimum = page.getByLabel('Minimum donation amount (SOL)');
  await minimum.fill('0.5');
  // Nothing survives a reload here, so that it asks first.
  const questions: string[] = [];
  page.once('dialog', async (dialog) => {
    questions.push(dialog.type());
    await dialog.dismiss();
  });
  await page.getByLabel('Language').selectOption('es');
  await expect.poll(() => questions).toEqual(['beforeunload']);
  await expect(minimum).toHaveValue('0.5');
  await sidebar.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/app/settings');
  await expect(page).toHaveURL(/\/login$/);
});

test('every password can be shown and hidden again, by its name', async ({ openPage }) => {
  const page = await openPage(phone);
  for (const [path, labels] of [
    ['/login', ['Password']],
    ['/register', ['Password', 'Confirm Password']],
  ] as const) {
    await page.goto(path);
    for (const label of labels) {
      await field(page, label).fill('secret1');
      await expect(field(page, label)).toHaveAttribute('type', 'password');
      await button(page, `Show ${label.toLowerCase()}`).click();
      await expect(field(page, label)).toHaveAttribute('type', 'text');
      await button(page, `Hide ${label.toLowerCase()}`).click();
      await expect(field(page, label)).toHaveAttribute('type', 'password');
    }
  }
});

test('a new account shows its key and its link, copies both, and goes on to the dashboard', async ({
  openPage,
}) => {
  const page = await openPage({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/register');
  await fillRegistration(page, `new-${Date.now().toString(36)}`, 'secret1');
  const registered = page.waitForResponse('**/api/auth/register');
  await page.route('**/api/auth/register', async (route) => {
    expect(route.request().postDataJSON()).not.toHaveProperty('confirmPassword');
    await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
    await route.continue();
  });
  await button(page, 'Create account').click();
  await expect(toast(page, 'Account created successfully!')).toBeVisible();
  const { walletPrivateKey, donationLink } = (await (await registered).json()) as Record<string, string>;
  await expect(page.getByRole('heading', { name: 'Account Created Successfully!' })).toBeFocused();
  const key = page.getByRole('textbox', { name: 'Private key' });
  await expect(key).toHaveValue(walletPrivateKey ?? '');
  await expect(key).toHaveAttribute('readonly');
  await expect(page.getByText('Save your private key now.')).toBeVisible();
  await expect(page.getByText(/shown only now, but you can access it later in settings/)).toBeVisible();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  // The recovery code beside it has a button of the same name.
  const copyKey = page.getByRole('region', { name: 'Private key' }).getByRole('button');
  await copyKey.click();
  await expect(toast(page, 'Private key copied to clipboard')).toBeVisible();
  await expect(copyKey).toBeDisabled();
  expect(await clipboard()).toBe(walletPrivateKey);
  await expect(copyKey).toBeEnabled({ timeout: 4000 });

  const link = `${new URL(page.url()).origin}/donate/${donationLink}`;
  await expect(page.getByText(link, { exact: true })).toBeVisible();
  await button(page, 'Copy donation link').click();
  await expect(toast(page, 'Donation link copied!')).toBeVisible();
  expect(await clipboard()).toBe(link);
  await expect(page.locator('.btn.primary')).toHaveText(['Continue to Dashboard']);
  await page.getByRole('link', { name: 'Continue to Dashboard' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('sign-in and registration lead to each other and home, and each has one green act', async ({
  openPage,
}) => {
  const page = await openPage(phone);
  await page.goto('/login');
  await expect(page.locator('.btn.primary')).toHaveText(['Sign in']);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.locator('.btn.primary')).toHaveText(['Create account']);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('on the smallest phone the way home stands beside the mark, its words at the edge', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: { width: 320, height: 640 } });
  await page.goto('/login');
  const [mark, way, form] = await Promise.all(
    [
      page.getByRole('img', { name: 'Brava' }).first(),
      page.getByText('Back to home', { exact: true }),
      page.locator('form'),
    ].map((part) => part.boundingBox()),
  );
  if (!mark || !way || !form) throw new Error('Mark, way home and form are there.');
  expect(Math.abs(mark.y + mark.height / 2 - (way.y + way.height / 2))).toBeLessThan(4);
  expect(Math.abs(way.x + way.width - 12 - (form.x + form.width))).toBeLessThan(1);
});

test('before signing in one can choose the language, and the username that was typed stays', async ({
  openPage,
}) => {
  const page = await openPage(phone);
  for (const [path, spanish] of [
    ['/login', 'Iniciar sesión'],
    ['/register', 'Crear cuenta'],
  ] as const) {
    await page.goto(path);
    await field(page, 'Username').fill('kat');
    await page.getByRole('button', { name: 'Español' }).click();
    await expect(page.getByRole('heading', { name: spanish })).toBeVisible();
    await expect(field(page, 'Nombre de usuario')).toHaveValue('kat');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(field(page, 'Username')).toHaveValue('kat');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});

test('in a Spanish browser the pages and their refusals are Spanish', async ({ openPage }) => {
  const page = await openPage({ ...phone, locale: 'es-MX' });
  await page.goto('/register');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByText('El nombre de usuario debe tener al menos 3 caracteres')).toBeVisible();
  await field(page, 'Contraseña').fill('secret1');
  await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});
