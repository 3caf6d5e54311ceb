import { AuthError } from '../../errors.js'
import { originUnchecked } from '../../server.js'
import type { ListedSession } from '../../types/revocation.js'
import type { EndedSessions, ServerSessions } from '../../types/server.js'
import type { ApiRequest } from './bind-api.js'

/**
 * Lists and ends sessions of the user of one request, and of users that server code names. Needs the option `revocation`.
 *
 * @throws InvalidConfig without `revocation`
 * @throws SessionUnavailable, AdapterError if a store fails
 * @throws AuthError if sessions of the request's user are to end and the response can set no cookies
 */
export interface RequestSessions extends Pick<ServerSessions, 'listOfUser' | 'endOfUser' | 'endAllOfUser'> {
  /** Lists the sessions of the user, the current one first. Empty if no user is signed in. */
  list(): Promise<readonly ListedSession[]>
  /**
   * Ends one session of the user.
   *
   * @returns false if no user is signed in, or if the user has no such session
   * @throws StepUpRequired for another session than the current one, if the last sign-in is older than `revocation.maxAuthAge`
   */
  end(id: string): Promise<boolean>
  /**
   * Ends all other sessions of the user.
   *
   * @returns false if no user is signed in
   * @throws StepUpRequired as `end`
   */
  endOthers(): Promise<boolean>
  /**
   * Ends all sessions of the user, also the current one.
   *
   * @returns false if no user is signed in
   * @throws StepUpRequired as `end`
   */
  endAll(): Promise<boolean>
}

const check = { originCheck: originUnchecked } as const

/** Binds the functions that list and end sessions to a request. The configuration is read when one is called. */
export function bindSessions(getRequest: () => Promise<ApiRequest>): RequestSessions {
  const getSessions = async () => (await getRequest()).auth.sessions
  return {
    list: async () => {
      const { auth, head } = await getRequest()
      return await auth.sessions.list(head)
    },
    end: id => endSessions(getRequest, (sessions, head) => sessions.end(head, { id, ...check })),
    endOthers: () => endSessions(getRequest, (sessions, head) => sessions.endOthers(head, check)),
    endAll: () => endSessions(getRequest, (sessions, head) => sessions.endAll(head, check)),
    listOfUser: async userId => (await getSessions()).listOfUser(userId),
    endOfUser: async (userId, id) => (await getSessions()).endOfUser(userId, id),
    endAllOfUser: async userId => (await getSessions()).endAllOfUser(userId),
  }
}

async function endSessions(
  getRequest: () => Promise<ApiRequest>,
  end: (sessions: ServerSessions, head: ApiRequest['head']) => Promise<EndedSessions>,
): Promise<boolean> {
  const { auth, head, setCookies } = await getRequest()
  // Asserted first, so that no session ends whose cookies stay.
  if (!setCookies)
    throw new AuthError(
      'Ending sessions sets cookies, and this response can set none. Call it in a form action or in a route handler, before the response is sent.',
    )
  const { isEnded, cookies } = await end(auth.sessions, head)
  setCookies(cookies)
  return isEnded
}
