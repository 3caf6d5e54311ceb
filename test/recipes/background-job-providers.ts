import Google from 'latchkey/providers/google'
import type { AuthConfig } from 'latchkey/types'

const scope = 'openid email profile https://www.googleapis.com/auth/calendar.readonly'

export const providers: AuthConfig['providers'] = [
  Google({ authorization: { params: { scope, access_type: 'offline', prompt: 'consent' } } }),
]
