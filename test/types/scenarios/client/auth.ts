import type { IncomingMessage, ServerResponse } from 'node:http'
import { getSession, type NodeAuthConfig } from 'latchkey/node'
import type { Session } from 'latchkey/types'

export const config = {
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
} satisfies NodeAuthConfig

/** A function of the app that reads the session. */
export const auth = (req: IncomingMessage) => getSession(req, config)

export interface Mine extends Session {
  tenant: string
}

type Handler = (req: Request) => Response

/** The `auth` of a framework: reads the session, wraps a handler, or is middleware. */
export declare const overloaded: {
  (): Promise<Mine | null>
  (req: IncomingMessage, res: ServerResponse): Promise<Mine | null>
  (request: Request, event: object): Promise<Response | undefined>
  (handler: (req: Request & { auth: Mine | null }) => Response): Handler
}

export declare const synchronous: () => string
export declare const lax: () => Promise<ReturnType<typeof JSON.parse>>
export declare const generic: <Request>(request: Request) => PromiseLike<Mine | null | undefined>
