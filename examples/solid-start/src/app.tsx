import { Router } from '@solidjs/router'
import { FileRoutes } from '@solidjs/start/router'
import { ErrorBoundary, Suspense } from 'solid-js'
import Nav from '~/components/Nav'
import './app.css'

export default function App() {
  return (
    <Router
      root={props => (
        <Suspense>
          <Nav />
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
