import { expect, it } from 'vitest';
import { reactionTo401 } from './unauthorized.ts';

it('a 401 sends to /login everywhere but in the donor’s and the overlay’s pages', () => {
  expect(reactionTo401('usersMe', '/app')).toBe('leave');
  expect(reactionTo401('usersMe', '/')).toBe('leave');
  expect(reactionTo401('usersMe', '/donated')).toBe('leave');
  expect(reactionTo401('createDonation', '/donate/abc')).toBe('forget');
  expect(reactionTo401('config', '/widget/abc')).toBe('forget');
});

it('a wrong password at sign-in does nothing at all', () => {
  expect(reactionTo401('login', '/login')).toBe('nothing');
});
