/** Every text of a schema's refusal, those of spec §5 to the letter. Other languages translate them by these words. */
export const validationTexts = {
  usernameMissing: 'Username is required',
  passwordMissing: 'Password is required',
  usernameTooShort: 'Username must be at least 3 characters',
  usernameTooLong: 'Username must be less than 20 characters',
  usernameForm: 'Username can only contain letters, numbers, underscores and dashes',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordTooLong: 'Password must be less than 50 characters',
  timeZoneUnknown: 'This time zone is not known.',
  minimumTooSmall: 'Minimum amount must be at least 0.002 SOL',
  minimumTooLarge: 'Minimum amount cannot exceed 100 SOL',
  invalidColor: 'Invalid hex color',
  gradientTypeUnknown: 'This background style does not exist.',
  gradientNotText: 'The gradient must be text.',
  gradientTooLong: 'The gradient must be at most 2000 characters',
  cardStyleUnreadable: 'The card style cannot be read.',
  donorNameTooLong: 'Name must be less than 50 characters',
  messageTooLong: 'Message must be less than 500 characters',
  tokenNameMissing: 'Please give it a name',
  tokenNameTooLong: 'The name must be at most 40 characters',
  wordTooLong: 'A word must be at most 60 characters',
  tooManyWords: 'A list must have at most 500 words',
  widgetTitleTooLong: 'The title must be at most 60 characters',
  goalTooSmall: 'The goal must be at least 0.001 SOL',
} as const;

export type ValidationText = (typeof validationTexts)[keyof typeof validationTexts];
