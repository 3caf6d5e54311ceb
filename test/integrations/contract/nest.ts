import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import {
  type ArgumentsHost,
  Controller,
  Get,
  Header,
  HttpCode,
  HttpException,
  type INestApplication,
  Inject,
  Module,
  Query,
  Redirect,
  Req,
  Res,
  StreamableFile,
  UseGuards,
} from '@nestjs/common'
import { BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core'
import { AuthGuard, AuthModule, AuthService, CurrentUser, type NestRequest, type User } from 'latchkey/nest'
import type { AuthConfig } from 'latchkey/server'
import {
  type IntegrationUnderTest,
  integrationCookies,
  publicHeaders,
  type ServedIntegration,
} from 'latchkey/testing'
import { createNestApp, serveNestApp } from '../../support/serve-nest.js'
import { parseBody } from './node.js'

/** Nest on Express. Its own parser reads the bodies. */
export const nest: IntegrationUnderTest = {
  name: 'latchkey/nest',
  serve: async (config, { parsesBodies = false } = {}) =>
    serve(await createNestApp(createModule(config), 'Express', { bodyParser: parsesBodies })),
}

/** Nest on Fastify, whose own parser runs after Latchkey. */
export const nestOnFastify: IntegrationUnderTest = {
  name: 'latchkey/nest on Fastify',
  serve: async (config, { parsesBodies = false } = {}) => {
    const app = await createNestApp(createModule(config), 'Fastify')
    if (parsesBodies) app.use(parseBodyBefore)
    return serve(app)
  },
}

function serve(app: INestApplication): Promise<ServedIntegration> {
  app.useGlobalFilters(new ErrorFilter(app.get(HttpAdapterHost).httpAdapter))
  return serveNestApp(app)
}

const parseBodyBefore = (req: Parameters<typeof parseBody>[0], _res: unknown, next: () => void) =>
  parseBody(req).then(next)

function createModule(config: AuthConfig) {
  @Module({ imports: [AuthModule.forRoot(config)], controllers: [AppController] })
  class AppModule {}
  return AppModule
}

/** Express appends with `append`, Fastify with `header`. */
interface PlatformResponse {
  readonly req?: { readonly headers: IncomingHttpHeaders }
  readonly request?: { readonly headers: IncomingHttpHeaders }
  append?(name: string, value: string): unknown
  header(name: string, value: string): unknown
}

type CurrentUserValue = User | null

@Controller()
class AppController {
  constructor(@Inject(AuthService) private readonly auth: AuthService) {}

  @Get('ok')
  showEmail(@CurrentUser() user: CurrentUserValue, @Res({ passthrough: true }) res: PlatformResponse) {
    return getEmail(user, res)
  }

  @Get('redirect')
  @HttpCode(302)
  @Header('location', '/ok')
  redirect(@CurrentUser() user: CurrentUserValue, @Res({ passthrough: true }) res: PlatformResponse) {
    getEmail(user, res)
  }

  @Get('unauthorized')
  @HttpCode(401)
  refuse(@CurrentUser() user: CurrentUserValue, @Res({ passthrough: true }) res: PlatformResponse) {
    getEmail(user, res)
    return 'No.'
  }

  @Get('error')
  fail(@CurrentUser() user: CurrentUserValue, @Res({ passthrough: true }) res: PlatformResponse) {
    getEmail(user, res)
    throw new Error('broken')
  }

  @Get('stream')
  stream(@CurrentUser() user: CurrentUserValue, @Res({ passthrough: true }) res: PlatformResponse) {
    const email = getEmail(user, res)
    return new StreamableFile(Readable.from([Buffer.from(email.slice(0, 3)), Buffer.from(email.slice(3))]))
  }

  @Get('account')
  @UseGuards(AuthGuard)
  showAccount(@CurrentUser() user: CurrentUserValue, @Res({ passthrough: true }) res: PlatformResponse) {
    setCacheHeaders(res)
    return user?.email
  }

  @Get('sign-in')
  @Redirect()
  signIn(@Req() request: NestRequest, @Query() fields: Record<string, string>) {
    return this.auth.signIn(request, { provider: 'credentials', fields })
  }

  @Get('sign-out')
  @Redirect()
  signOut(@Req() request: NestRequest) {
    return this.auth.signOut(request)
  }
}

function setCacheHeaders(res: PlatformResponse): void {
  if ((res.req ?? res.request)?.headers['x-cache'] !== 'public') return
  for (const [name, value] of Object.entries(publicHeaders)) res.header(name, value)
}

function getEmail(user: CurrentUserValue, res: PlatformResponse): string {
  setCacheHeaders(res)
  for (const line of integrationCookies)
    if (res.append) res.append('set-cookie', line)
    else res.header('set-cookie', line)
  return user?.email ?? 'visitor'
}

/** Responds to errors that are not of Nest with a text. */
class ErrorFilter extends BaseExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    if (error instanceof HttpException) super.catch(error, host)
    else this.applicationRef?.reply(host.getArgByIndex(1), 'Something went wrong.', 500)
  }
}
