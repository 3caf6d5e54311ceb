import { Controller, Get, Header, Render, Req, UseGuards } from '@nestjs/common'
import { AuthGuard, AuthService, type NestRequest } from 'latchkey/nest'
import { getCacheControl, isGuardEnabled } from './test-settings.js'

/** Guarded here and again by the handler, so the page stays guarded if the guards of the controller change. */
@Controller('protected')
@UseGuards(...(isGuardEnabled('middleware') ? [AuthGuard] : []))
export class ProtectedController {
  constructor(private readonly auth: AuthService) {}

  @Get()
  @Header('Cache-Control', getCacheControl('no-store'))
  @Render('protected')
  async show(@Req() request: NestRequest) {
    const session = isGuardEnabled('page')
      ? await this.auth.requireAuth(request)
      : await this.auth.getSession(request)
    return { session, path: '/protected' }
  }
}
