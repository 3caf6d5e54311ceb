import { signIn } from '../../auth'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = event => {
  const authorizationParams = { prompt: 'login' }
  return signIn(event, { providerId: 'harbor', redirectTo: '/home', authorizationParams })
}
