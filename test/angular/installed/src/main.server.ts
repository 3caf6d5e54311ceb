import { mergeApplicationConfig } from '@angular/core'
import { type BootstrapContext, bootstrapApplication } from '@angular/platform-browser'
import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr'
import { App, appConfig } from './app/app'

const serverConfig = mergeApplicationConfig(appConfig, {
  providers: [
    provideServerRendering(
      withRoutes([
        { path: 'static', renderMode: RenderMode.Prerender },
        { path: 'browser-only/**', renderMode: RenderMode.Client },
        { path: '**', renderMode: RenderMode.Server },
      ]),
    ),
  ],
})

export default (context: BootstrapContext) => bootstrapApplication(App, serverConfig, context)
