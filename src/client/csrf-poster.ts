import { type ActionClient, type ActionResponse, getStringField } from './action-client.js'

/** Posts what must come from a page of the app. */
export interface CsrfPoster {
  /** The token; empty when the server wants none, or does not answer. */
  getToken(): Promise<string>
  /** Once more, with a new token, when the server refused the one that was sent. */
  post(action: string, request: PostRequest): Promise<ActionResponse>
}

/** Writes the request around a token, and says whether an answer means that it was refused. */
export interface PostRequest {
  buildInit(csrfToken: string): RequestInit
  isTokenRejected(response: ActionResponse): boolean
}

/** Asks for the token once; a server that did not answer is asked again. */
export function createCsrfPoster(actionClient: ActionClient): CsrfPoster {
  let tokenPromise: Promise<string> | undefined
  const getToken = () => {
    tokenPromise ??= fetchToken()
    return tokenPromise
  }
  async function fetchToken(): Promise<string> {
    const response = await actionClient.request('csrf')
    // 404 means that the server leaves the check to somebody else.
    if (!response.ok && response.status !== 404) tokenPromise = undefined
    return getStringField(response, 'csrfToken') ?? ''
  }
  return {
    getToken,
    async post(action, { buildInit, isTokenRejected }) {
      const firstToken = await getToken()
      const response = await actionClient.request(action, { method: 'POST', ...buildInit(firstToken) })
      if (!isTokenRejected(response)) return response
      tokenPromise = undefined
      const secondToken = await getToken()
      // It was not the token, then.
      return secondToken === firstToken
        ? response
        : actionClient.request(action, { method: 'POST', ...buildInit(secondToken) })
    },
  }
}
