import { type Answer, textOf, type Wire } from './wire.js'

/** Posts what must come from a page of the app. */
export interface Poster {
  /** The token; empty when the server wants none, or does not answer. */
  token(): Promise<string>
  /** Once more, with a new token, when the server refused the one that was sent. */
  post(action: string, write: Letter): Promise<Answer>
}

/** Writes the request around a token, and says whether an answer means that it was refused. */
export interface Letter {
  init(csrfToken: string): RequestInit
  isRefusal(answer: Answer): boolean
}

/** Asks for the token once; a server that did not answer is asked again. */
export function openPoster(wire: Wire): Poster {
  let known: Promise<string> | undefined
  const token = () => {
    known ??= fetchToken()
    return known
  }
  async function fetchToken(): Promise<string> {
    const answer = await wire.ask('csrf')
    // 404 means that the server leaves the check to somebody else.
    if (!answer.ok && answer.status !== 404) known = undefined
    return textOf(answer, 'csrfToken') ?? ''
  }
  return {
    token,
    async post(action, { init, isRefusal }) {
      const first = await token()
      const answer = await wire.ask(action, { method: 'POST', ...init(first) })
      if (!isRefusal(answer)) return answer
      known = undefined
      const second = await token()
      // It was not the token, then.
      return second === first ? answer : wire.ask(action, { method: 'POST', ...init(second) })
    },
  }
}
