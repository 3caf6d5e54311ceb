import { Auth, type AuthConfig } from 'latchkey'
import { origin } from './app.js'

/** What the log says about a configuration, and how requests are answered meanwhile. */
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
