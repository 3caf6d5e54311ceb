/** The part of Astro's `APIContext` that is used. */
export interface AstroContext {
  readonly request: Request
  readonly url: URL
  readonly locals: object
  /** Whether the response is a file of the build. */
  readonly isPrerendered: boolean
  /** Throws if the adapter does not know it, and while a page is prerendered. */
  readonly clientAddress: string
}

/** What the integration knows of the app. Middleware that is wired by hand has none of it. */
export interface AstroApp {
  /** The path of the actions, with the `base` of the app. */
  readonly basePath: string
  /** Whether the middleware verifies the origin of forms, instead of Astro. */
  readonly verifiesOrigin: boolean
  /** Whether `src/pages/500.astro` exists and is rendered on demand, so that Astro runs the middleware for it. */
  readonly hasErrorPage: boolean
  readonly isDevelopment: boolean
  /** `getSecret` of `astro:env/server`. */
  getSecret(name: string): string | undefined
}

/** Reads the IP address of the client. */
export function readClientAddress(context: AstroContext): string | null {
  try {
    return context.clientAddress || null
  } catch {
    return null
  }
}
