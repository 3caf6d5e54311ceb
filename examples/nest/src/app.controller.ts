import { Controller, Get, Render, UseGuards } from '@nestjs/common'
import { AuthGuard, CurrentSession, type Session } from 'latchkey/nest'

/** The pages. The layout shows the user, so every page reads the session. */
@Controller()
export class AppController {
  @Get()
  @Render('home')
  showHome(@CurrentSession() session: Session | null) {
    return { session, path: '/' }
  }

  /** Guarded only here. */
  @Get('account')
  @UseGuards(AuthGuard)
  @Render('account')
  showAccount(@CurrentSession() session: Session) {
    return { session, path: '/account' }
  }

  /** `client.js` fills in the user, and updates the session. */
  @Get('client')
  @Render('client')
  showClient(@CurrentSession() session: Session | null) {
    return { session, path: '/client' }
  }
}
