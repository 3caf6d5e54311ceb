import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { AppModule } from './app.module.js'

const app = await NestFactory.create<NestExpressApplication>(AppModule, { forceCloseConnections: true })
app.setBaseViewsDir('views')
app.setViewEngine('ejs')
app.useStaticAssets('public')
// Pages load the client modules without a bundler, through the import map in `views/head.ejs`.
app.useStaticAssets('node_modules/latchkey/dist', { prefix: '/latchkey/' })
app.enableShutdownHooks()

// Listens on localhost only, because the demo password is public.
await app.listen(process.env.PORT ?? 3000, 'localhost')
