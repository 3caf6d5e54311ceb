import { RenderMode, type ServerRoute } from '@angular/ssr'

export const serverRoutes: ServerRoute[] = [
  ...['', 'protected', 'account', 'client'].map(path => ({ path, renderMode: RenderMode.Server as const })),
  // Rendered once, in the build. The browser requests the session.
  { path: 'cached', renderMode: RenderMode.Prerender },
  { path: '**', renderMode: RenderMode.Server, status: 404 },
]
