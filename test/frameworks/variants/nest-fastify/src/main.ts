import { join } from 'node:path'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import ejs from 'ejs'
import { AppModule } from './app.module.js'

const app = await NestFactory.create<NestFastifyApplication>(
  AppModule,
  new FastifyAdapter({ forceCloseConnections: true }),
)
app.setViewEngine({ engine: { ejs }, root: 'views', viewExt: 'ejs' })
app.useStaticAssets({ root: join(process.cwd(), 'public') })
// Pages load the client modules without a bundler, through the import map in `views/head.ejs`.
app.useStaticAssets({
  root: join(process.cwd(), 'node_modules/latchkey/dist'),
  prefix: '/latchkey/',
  decorateReply: false,
})
app.enableShutdownHooks()

// Listens on localhost only, because the demo password is public.
await app.listen(process.env.PORT ?? 3000, 'localhost')
