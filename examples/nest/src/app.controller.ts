import { Controller, Get, Header, Render, UseGuards } from '@nestjs/common'
import { AuthGuard, CurrentSession, type Session } from 'latchkey/nest'
import { getCacheControl } from './test-settings.js'

const cacheControl = getCacheControl('no-store')

/** The pages. The layout shows the user, so every page reads the session. */
@Controller()
export class AppController {
  @Get()
  @Header('Cache-Control', cacheControl)
  @Render('home')
  showHome(@CurrentSession() session: Session | null) {
    return { session, path: '/' }
  }

  /** Guarded only here. */
  @Get('account')
  @UseGuards(AuthGuard)
  @Header('Cache-Control', cacheControl)
  @Render('account')
  showAccount(@CurrentSession() session: Session) {
    return { session, path: '/account' }
  }

  /** `client.js` fills in the user, and updates the session. */
  @Get('client')
  @Header('Cache-Control', cacheControl)
  @Render('client')
  showClient(@CurrentSession() session: Session | null) {
    return { session, path: '/client' }
  }

  @Get('me')
  @Header('Cache-Control', cacheControl)
  showUser(@CurrentSession() session: Session | null) {
    return { email: session?.user?.email ?? null }
  }

  /** Caches may keep this page, because it does not read the session. */
  @Get('cached')
  @Header('Cache-Control', 'public, max-age=0, s-maxage=60')
  @Render('cached')
  showCached() {
    return { time: new Date().toISOString() }
  }
}
