import { Component, computed, inject } from '@angular/core'
import { Router, RouterLink, RouterOutlet } from '@angular/router'
import { injectSession } from 'latchkey/angular'

@Component({
  imports: [RouterLink, RouterOutlet],
  selector: 'app-root',
  template: `
    <header>
      <nav>
        <a routerLink="/" data-testid="to-home">Home</a>
        <a routerLink="/protected" data-testid="to-protected">Protected</a>
        <a routerLink="/account" data-testid="to-account">Account</a>
        <a routerLink="/client" data-testid="to-client">Client</a>
      </nav>
      <p>
        <span data-testid="user">{{ session.data()?.user?.email ?? 'Not signed in' }}</span>&ngsp;
        @if (session.data()) {
          <button type="button" data-testid="sign-out" (click)="session.signOut({ redirectTo: '/' })">
            Sign out
          </button>
        } @else {
          <!-- The page is not a route of the app, so the browser must request it from the server. -->
          <a [href]="signInUrl()" data-testid="sign-in">Sign in</a>
        }
      </p>
    </header>
    <main>
      <router-outlet />
    </main>
  `,
})
export class App {
  protected readonly session = injectSession()
  private readonly router = inject(Router)
  /** The built-in sign-in page, which returns to the current page. */
  protected readonly signInUrl = computed(() => {
    const callbackUrl = String(this.router.lastSuccessfulNavigation()?.finalUrl ?? '/')
    return `/auth/signin?${new URLSearchParams({ callbackUrl })}`
  })
}
