/** The part of oidc-provider that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Interaction {
    readonly prompt: {
      readonly name: 'login' | 'consent'
      readonly reasons: readonly string[]
      readonly details: { readonly missingOIDCScope?: readonly string[] }
    }
    readonly params: Readonly<Record<string, string | number>>
    readonly session?: { readonly accountId: string }
  }

  export interface Login {
    readonly accountId: string
    readonly acr?: string | undefined
    /** When the user signed in, in seconds. The default is now. */
    readonly ts?: number | undefined
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (req: IncomingMessage, res: ServerResponse) => void
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: { login: Login } | { consent: { grantId: string } },
    ): Promise<void>
    readonly Grant: new (
      properties: object,
    ) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
  }
}
