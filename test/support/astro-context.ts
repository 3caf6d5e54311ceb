import type { AstroContext } from 'latchkey/astro'

/** Creates the context that Astro gives to middleware for a request. */
export function createAstroContext(request: Request, more: Partial<AstroContext> = {}): AstroContext {
  return {
    request,
    url: new URL(request.url),
    locals: {},
    isPrerendered: false,
    clientAddress: '203.0.113.9',
    ...more,
  }
}
