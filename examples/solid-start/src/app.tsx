import { Router } from '@solidjs/router'
import { FileRoutes } from '@solidjs/start/router'
import { ErrorBoundary, Show, Suspense } from 'solid-js'
import Nav from '~/components/Nav'
import { isPublic } from '~/lib/public-pages'
import './app.css'

export default function App() {
  return (
    <Router
      root={props => (
        <Suspense>
          {/* It shows the user, so it is not part of the pages that are the same for everyone. */}
          <Show when={!isPublic(props.location.pathname)}>
            <Nav />
          </Show>
          <main>
            <ErrorBoundary fallback={<p>Something went wrong. Please try again.</p>}>
              {props.children}
            </ErrorBoundary>
          </main>
        </Suspense>
      )}
    >
      <FileRoutes />
    </Router>
  )
}
