import type { CanActivateFn, Routes } from '@angular/router'
import { requireAuth } from 'latchkey/angular'
import { isGuarded } from '../test-settings'
import { Account } from './pages/account'
import { Cached } from './pages/cached'
import { Client } from './pages/client'
import { Home } from './pages/home'
import { NotFound } from './pages/not-found'
import { Protected } from './pages/protected'

/** `server.ts` guards the page too. Your app needs only `requireAuth()`. */
const guardProtected: CanActivateFn = (route, state) => !isGuarded('page') || requireAuth()(route, state)

export const routes: Routes = [
  { path: '', component: Home },
  { path: 'protected', canActivate: [guardProtected], component: Protected },
  { path: 'account', canActivate: [requireAuth()], component: Account },
  { path: 'client', component: Client },
  { path: 'cached', component: Cached },
  { path: '**', component: NotFound },
]
