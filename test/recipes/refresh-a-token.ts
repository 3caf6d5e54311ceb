import type { JWT } from 'latchkey/jwt'
import Google from 'latchkey/providers/google'
import type { AuthConfig } from 'latchkey/types'

export async function refreshToken(token: JWT): Promise<JWT> {
  if (Number(token['expiresAt']) > Date.now() / 1000 + 60) return token
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: String(token['refreshToken']),
    client_id: process.env['AUTH_GOOGLE_ID'] ?? '',
    client_secret: process.env['AUTH_GOOGLE_SECRET'] ?? '',
  })
  const response = await fetch('https://oauth2.googleapis.com/token', { method: 'POST', body })
  if (!response.ok) return { ...token, refreshFailed: true } // the user must sign in again
  const { access_token: accessToken, expires_in, refresh_token } = await response.json()
  const refreshToken = refresh_token ?? token['refreshToken']
  return { ...token, accessToken, refreshToken, expiresAt: Math.floor(Date.now() / 1000) + expires_in }
}

export const config: AuthConfig = {
  providers: [Google({ authorization: { params: { access_type: 'offline', prompt: 'consent' } } })],
  callbacks: {
    jwt({ token, account }) {
      if (!account) return token['refreshToken'] ? refreshToken(token) : token
      const { access_token, refresh_token, expires_at } = account
      return { ...token, accessToken: access_token, refreshToken: refresh_token, expiresAt: expires_at }
    },
  },
}
