import { SqlAdapter } from 'latchkey/adapters/sql'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')

/** Returns an access token of the user at Google. Only one process at a time refreshes it. */
export async function getAccessToken(userId: string): Promise<string> {
  const expires = new Date(Date.now() + 30_000) // if the process dies, others wait until then
  const lock = { kind: 'token-refresh', id: userId, userId, value: null, expires }
  if (!(await adapter.records.putRecord(lock, { ifVersion: null }))) throw new Error('Locked. Retry later.')
  return readToken(userId).finally(() => adapter.records.deleteRecord(lock.kind, lock.id))
}

async function readToken(userId: string): Promise<string> {
  const account = (await adapter.listAccountsByUserId(userId)).find(({ provider }) => provider === 'google')
  if (!account?.refresh_token) throw new Error('The user has not allowed offline access.')
  if (account.access_token && Number(account.expires_at) > Date.now() / 1000 + 60) return account.access_token
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: account.refresh_token,
    client_id: process.env['AUTH_GOOGLE_ID'] ?? '',
    client_secret: process.env['AUTH_GOOGLE_SECRET'] ?? '',
  })
  const signal = AbortSignal.timeout(10_000) // shorter than the lock
  const response = await fetch('https://oauth2.googleapis.com/token', { method: 'POST', body, signal })
  if (!response.ok) throw new Error(`Google did not refresh the token: ${response.status}.`)
  const { access_token, expires_in, refresh_token = account.refresh_token } = await response.json()
  const expires_at = Math.floor(Date.now() / 1000) + expires_in
  await adapter.updateAccount({ ...account, access_token, refresh_token, expires_at })
  return access_token
}
