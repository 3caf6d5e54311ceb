/** The part of the context of a request that Nitro sets. */
interface NitroContext {
  /** The route rules of Nitro 2. */
  readonly _nitro?: { readonly routeRules?: RouteRules }
  /** The route rules of Nitro 3. */
  readonly routeRules?: RouteRules
}

/** The rules that the app has set for a route, and that let a cache keep its response. */
interface RouteRules {
  readonly isr?: unknown
}

/** Whether the host of the app keeps the response for all visitors (`routeRules` with `isr`). It keeps the response whatever its headers say. */
export function isKeptByHost(context: NitroContext, { method }: Pick<Request, 'method'>): boolean {
  const { _nitro, routeRules = _nitro?.routeRules } = context
  return Boolean(routeRules?.isr) && (method === 'GET' || method === 'HEAD')
}
