import { Auth, type AuthConfig } from 'latchkey'
import { origin } from './app.js'

/** Requests the session with this configuration. Returns the response and the first logged error. */
export async function getConfigError(config: object) {
  const errors: { type?: string; message: string }[] = []
  const logger = { error: (error: Error) => void errors.push(error), warn: () => {} }
  const whole: object = { ...config, logger }
  const answer = await Auth(new Request(`${origin}/auth/session`), whole as AuthConfig)
  return {
    status: answer.status,
    body: await answer.text(),
    type: errors[0]?.type,
    message: errors[0]?.message ?? '',
  }
}
