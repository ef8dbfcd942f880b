import { expect, it } from 'vitest';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { type RegistrationForm, registrationForm } from './registration-form.ts';

async function messages(form: RegistrationForm) {
  const resolve = resolveWith<RegistrationForm>(registrationForm);
  const { errors } = await resolve(form, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error.message]));
}

it('says what the spec says, one message a field', async () => {
  expect(await messages({ username: 'a!', password: '12345', confirmPassword: '' })).toEqual({
    username: 'Username must be at least 3 characters',
    password: 'Password must be at least 6 characters',
    confirmPassword: "Passwords don't match",
  });
  expect(
    await messages({ username: 'a'.repeat(21), password: 'x'.repeat(51), confirmPassword: 'x'.repeat(51) }),
  ).toEqual({
    username: 'Username must be less than 20 characters',
    password: 'Password must be less than 50 characters',
  });
  expect(await messages({ username: 'no spaces', password: '123456', confirmPassword: '123456' })).toEqual({
    username: 'Username can only contain letters, numbers, underscores and dashes',
  });
});

it('accepts the limits themselves', async () => {
  expect(await messages({ username: 'a-b', password: '123456', confirmPassword: '123456' })).toEqual({});
  const password = 'x'.repeat(50);
  expect(await messages({ username: 'a'.repeat(20), password, confirmPassword: password })).toEqual({});
});
