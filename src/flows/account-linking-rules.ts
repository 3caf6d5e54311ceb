/** What decides who somebody is here, in the words of behaviour sections 9.3 and 9.4. */
export interface LinkingFacts {
  /** By what they came back. `oidc` counts as `oauth`. */
  readonly type: 'oauth' | 'webauthn' | 'email' | 'credentials'
  readonly strategy: 'jwt' | 'database'
  /** Is the account stored? For `email`: does a user have the address? */
  readonly account: 'known' | 'new'
  /** Who is signed in, seen from the account's owner; `somebody` while there is no owner. */
  readonly currentUser: 'nobody' | 'owner' | 'other' | 'somebody'
  /** Does an existing user have the address? Only asked when it matters. */
  readonly email: 'taken' | 'free'
  /** May who proves the address, or has an account that names it, be taken for the user who has it? */
  readonly emailLinking: 'allowed' | 'refused'
}

/**
 * What is to be done:
 *
 * - `enter`: let the owner in, with a new session;
 * - `stay`: let the owner in, their session goes on;
 * - `confirm`: the owner has proven their address; let them in, with a new session;
 * - `connect`: give the account to who is signed in, whose session goes on;
 * - `join`: give the account to the user with the same address, and let them in;
 * - `create`: make a user with this account, and let them in;
 * - `admit`: let in whom the app vouched for, of whom nothing is stored;
 * - `look up`: let in the stored user whom the app vouched for;
 * - `refuse`: the account, or its address, is somebody else's.
 */
export type LinkingAction =
  | 'enter'
  | 'stay'
  | 'confirm'
  | 'connect'
  | 'join'
  | 'create'
  | 'admit'
  | 'look up'
  | 'refuse'

const any = null

type Cell<K extends keyof LinkingFacts> = LinkingFacts[K] | typeof any

type Row = readonly [
  type: Cell<'type'>,
  strategy: Cell<'strategy'>,
  account: Cell<'account'>,
  currentUser: Cell<'currentUser'>,
  email: Cell<'email'>,
  emailLinking: Cell<'emailLinking'>,
  action: LinkingAction,
]

/** The first row that fits decides. */
// biome-ignore format: a table is read by its columns.
const rules: readonly Row[] = [
  // type         strategy    account   currentUser email     emailLinking action
  ['oauth',       any,        'known',  'nobody',   any,      any,        'enter'],
  ['oauth',       any,        'known',  'owner',    any,      any,        'stay'],
  ['oauth',       any,        'known',  'other',    any,      any,        'refuse'],
  ['oauth',       any,        'new',    'somebody', any,      any,        'connect'],
  ['oauth',       any,        'new',    'nobody',   'taken',  'allowed',  'join'],
  ['oauth',       any,        'new',    'nobody',   'taken',  'refused',  'refuse'],
  ['oauth',       any,        'new',    'nobody',   'free',   any,        'create'],

  ['webauthn',    any,        'known',  'nobody',   any,      any,        'enter'],
  ['webauthn',    any,        'known',  'owner',    any,      any,        'stay'],
  ['webauthn',    any,        'known',  'other',    any,      any,        'refuse'],
  ['webauthn',    any,        'new',    'somebody', any,      any,        'connect'],
  ['webauthn',    any,        'new',    'nobody',   'taken',  any,        'refuse'],
  ['webauthn',    any,        'new',    'nobody',   'free',   any,        'create'],

  ['email',       any,        'known',  'owner',    any,      any,        'confirm'],
  ['email',       any,        'known',  any,        any,      'refused',  'refuse'],
  ['email',       any,        'known',  any,        any,      any,        'confirm'],
  ['email',       any,        'new',    any,        any,      any,        'create'],

  ['credentials', 'jwt',      any,      any,        any,      any,        'admit'],
  ['credentials', 'database', any,      any,        any,      any,        'look up'],
]

/** Looks the situation up; without a row that fits, nobody gets in. */
export function resolveLinkingAction(facts: LinkingFacts): LinkingAction {
  const { type, strategy, account, currentUser, email, emailLinking } = facts
  const values = [type, strategy, account, currentUser, email, emailLinking]
  const row = rules.find(cells => values.every((value, column) => isMatch(cells[column], value)))
  return row?.[6] ?? 'refuse'
}

function isMatch(cell: Row[number] | undefined, value: string): boolean {
  return cell === any || cell === value
}
