import { createAccountClient } from 'latchkey/account/client'
import { type AccountChanges, type AccountReads, useAccount } from 'latchkey/react'

const client = createAccountClient('/auth')

/** What the components read is what the server returns. */
export async function read() {
  const account = await client.getAccount()
  if (account.error === null) account.data satisfies AccountReads['account']
  const sessions = await client.listSessions()
  if (sessions.error === null) sessions.data satisfies AccountReads['account/sessions']
  // TS1360: does not satisfy the expected type 'AccountSessions'
  if (account.error === null) account.data satisfies AccountReads['account/sessions']
}

/** What the components send is what the server takes. */
export const send = (changes: AccountChanges) => [
  client.updateProfile(changes['account/profile']),
  client.changeEmails(changes['account/emails']),
  client.changeAccounts(changes['account/accounts']),
  client.changePasskeys(changes['account/passkeys']),
  client.endSessions(changes['account/sessions']),
  client.deleteAccount(changes['account/delete']),
]

export function UseAccount() {
  const { data, change } = useAccount('account')
  void change('account/emails', { change: 'add', email: 'ada@example.com' })
  // TS2353: 'id' does not exist
  void change('account/emails', { change: 'add', id: '1' })
  // TS2322: Type '"delte"' is not assignable
  void change('account/delete', { confirmation: 'delte' })
  return data?.profile.name satisfies string | null | undefined
}
