import { getServerSession, peekSession } from '../../core/server-api.js'
import type { AuthConfig } from '../../types/config.js'
import type { Session } from '../../types/session.js'
import { serializeSetCookies } from '../shared/cookies.js'
import { createSessionRequest } from './session-request.js'

/** As much of a request of the pages router as is looked at. */
export interface PageRequest {
  headers: Record<string, string | string[] | undefined>
}

/** As much of an answer of the pages router as is used. */
export interface PageResponse {
  headersSent: boolean
  appendHeader(name: string, value: string): unknown
}

/** What `getServerSideProps` is given. */
export interface PageContext {
  req: PageRequest
  res: PageResponse
}

/** Reads the session in the pages router, and extends it while there is an answer to write the cookie to. */
export async function getPageSession({ req, res }: PageContext, config: AuthConfig): Promise<Session | null> {
  // Next itself says by a header how the visitor came.
  const request = createSessionRequest(
    { header: name => req.headers[name]?.toString(), scheme: 'https' },
    config,
  )
  if (!request) return null
  if (res.headersSent) return peekSession(request, config)
  const sessionResult = await getServerSession(request, config)
  for (const line of serializeSetCookies(sessionResult.cookies)) res.appendHeader('set-cookie', line)
  return sessionResult.session
}
