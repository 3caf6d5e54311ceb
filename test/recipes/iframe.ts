import GitHub from 'latchkey/providers/github'
import type { AuthConfig } from 'latchkey/types'

/** The sites that may show the app in a frame, separated by blanks. */
const embedders = process.env['EMBEDDERS'] ?? 'https://portal.example'

/** Returns the cookies of an app that other sites show in a frame. */
export function createFrameCookies(partitioned: boolean): NonNullable<AuthConfig['cookies']> {
  const options = { sameSite: 'none', secure: true, partitioned } as const
  return {
    sessionToken: { options },
    csrfToken: { options },
    callbackUrl: { options },
    webauthnChallenge: { options },
    pendingSignIn: { options },
  }
}

export const config: AuthConfig = {
  providers: [GitHub],
  cookies: createFrameCookies(false),
}

/** Prevents clickjacking: only the embedders can show a page of the app in a frame. */
export function allowFrames(response: Response): Response {
  response.headers.set('content-security-policy', `frame-ancestors 'self' ${embedders}`)
  return response
}
