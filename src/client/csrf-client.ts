import { type ActionClient, type ActionResponse, getStringField } from './action-client.js'

/** Sends POST requests with the CSRF token. */
export interface CsrfClient {
  /** Returns the token; empty if the server does not require one or does not respond. */
  getToken(): Promise<string>
  /** Sends a submission, and repeats it once with a new token if the server rejected the token. */
  post(action: string, submission: CsrfSubmission): Promise<ActionResponse>
}

/** What a POST sends with the CSRF token. */
export interface CsrfSubmission {
  buildInit(csrfToken: string): RequestInit
  isTokenRejected(response: ActionResponse): boolean
}

/** Creates a client that requests the token once. If the server did not respond, the next call requests it again. */
export function createCsrfClient(actionClient: ActionClient): CsrfClient {
  let tokenPromise: Promise<string> | undefined
  const getToken = () => {
    tokenPromise ??= fetchToken()
    return tokenPromise
  }
  async function fetchToken(): Promise<string> {
    const response = await actionClient.request('csrf')
    // 404: the server uses `skipCSRFCheck`.
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
      // The same token again: the rejection has another cause.
      return secondToken === firstToken
        ? response
        : actionClient.request(action, { method: 'POST', ...buildInit(secondToken) })
    },
  }
}
