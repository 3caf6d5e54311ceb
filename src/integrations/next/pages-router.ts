import { session, sessionOf } from '../../core/facade.js'
import type { AuthConfig } from '../../types/config.js'
import type { Session } from '../../types/session.js'
import { setCookieLines } from '../shared/cookies.js'
import { asking } from './asking.js'

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
export async function pageSession({ req, res }: PageContext, config: AuthConfig): Promise<Session | null> {
  // Next itself says by a header how the visitor came.
  const request = asking({ header: name => req.headers[name]?.toString(), scheme: 'https' }, config)
  if (!request) return null
  if (res.headersSent) return sessionOf(request, config)
  const visit = await session(request, config)
  for (const line of setCookieLines(visit.cookies)) res.appendHeader('set-cookie', line)
  return visit.session
}
