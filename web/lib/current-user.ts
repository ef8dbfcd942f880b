import type { User } from '#contract/account.ts';
import type { CallOf } from './call-table.ts';
import { CallProblem } from './call-problem.ts';

/** The signed-in streamer: /users/me, and /auth/me if that fails, but not after a 401 (decisions). */
export async function fetchCurrentUser(call: CallOf<'usersMe' | 'authMe'>): Promise<User> {
  try {
    return await call('usersMe');
  } catch (error) {
    if (error instanceof CallProblem && error.status === 401) throw error;
    return await call('authMe');
  }
}
