import { RenderMode, type ServerRoute } from '@angular/ssr'

export const serverRoutes: ServerRoute[] = [
  ...['', 'protected', 'account', 'client'].map(path => ({ path, renderMode: RenderMode.Server as const })),
  { path: '**', renderMode: RenderMode.Server, status: 404 },
]
