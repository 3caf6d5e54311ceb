import type { IncomingMessage, ServerResponse } from 'node:http'
import { getSession, type NodeAuthConfig } from 'latchkey/node'
import type { Session } from 'latchkey/types'

export const config = {
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
} satisfies NodeAuthConfig

/** As an app writes it. */
export const auth = (req: IncomingMessage) => getSession(req, config)

export interface Mine extends Session {
  tenant: string
}

type Handler = (req: Request) => Response

/** As frameworks have it: reads, wraps a handler, stands in front of others. */
export declare const overloaded: {
  (): Promise<Mine | null>
  (req: IncomingMessage, res: ServerResponse): Promise<Mine | null>
  (request: Request, event: object): Promise<Response | undefined>
  (handler: (req: Request & { auth: Mine | null }) => Response): Handler
}

export declare const synchronous: () => string
export declare const lax: () => Promise<ReturnType<typeof JSON.parse>>
export declare const generic: <Request>(request: Request) => PromiseLike<Mine | null | undefined>
