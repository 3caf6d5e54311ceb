import {
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  Redirect,
  Req,
  UseGuards,
} from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import {
  AuthGuard,
  AuthModule,
  type AuthService,
  CurrentSession,
  CurrentUser,
  type NestAuthConfig,
  type NestRequest,
  Public,
  RequireAuth,
  type Session,
  type User,
} from 'latchkey/nest'
import { authConfig } from './auth.js'

@Controller()
@RequireAuth({ acr: 'aal2', maxAge: 600 })
export class AppController {
  constructor(private readonly auth: AuthService<typeof authConfig>) {}

  @Get()
  @Public()
  async show(@Req() request: NestRequest) {
    const session = await this.auth.getSession(request)
    const role: string | undefined = session?.role
    // TS2339: Property 'rank' does not exist
    void session?.rank
    return { role, greeting: await this.auth.getApi(request).greeting.greet('Ada') }
  }

  @Get('account')
  @UseGuards(AuthGuard)
  async showAccount(
    @Req() request: NestRequest,
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
  ) {
    const { role, acr } = await this.auth.requireAuth(request, { maxAge: 600 })
    const text: string = role
    return { text, acr, name: user.name, expires: session.expires }
  }

  @Get('sign-in')
  @Redirect()
  signIn(@Req() request: NestRequest) {
    return this.auth.signIn(request, { provider: 'harbor', redirectTo: '/' })
  }

  @Get('sessions')
  async list(@Req() request: NestRequest) {
    const api = this.auth.getApi(request)
    // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
    await api.greeting.greet(1)
    // TS2339: Property 'other' does not exist
    void api.other
    return this.auth.getUserSessions(request).list()
  }
}

/** A configuration that is not known here. */
@Injectable()
export class AnyService {
  constructor(private readonly auth: AuthService) {}

  async read(context: ExecutionContext): Promise<Session | null> {
    return this.auth.getSession(context)
  }
}

@Module({
  imports: [AuthModule.forRoot(authConfig)],
  controllers: [AppController],
  providers: [AnyService, { provide: APP_GUARD, useClass: AuthGuard }],
})
export class AppModule {}

export const lazy = AuthModule.forRootAsync({
  inject: ['SECRET'],
  useFactory: async (secret: string): Promise<NestAuthConfig> => ({ secret, providers: [] }),
})

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = AuthModule.forRoot({ providers: {} })
