/** The numbers of users, accounts and passkeys after each flow of `program.ts`. */
export const expectedRecords = {
  oidc: [1, 1, 0],
  oauth: [1, 1, 0],
  credentials: [1, 0, 0],
  passkey: [1, 1, 1],
  'second passkey': [1, 2, 2],
  email: [1, 0, 0],
  linking: [1, 2, 0],
  'sign-out': [1, 1, 0],
} as const
