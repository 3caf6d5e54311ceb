import { Component } from '@angular/core'
import { injectSession } from 'latchkey/angular'

@Component({
  template: `
    <h1>The same page for everyone</h1>
    <p>User: <strong data-testid="client-user">{{ show(session.data()?.user?.email ?? 'Not signed in') }}</strong></p>
  `,
})
export class Cached {
  protected readonly session = injectSession()

  protected show(text: string): string {
    return this.session.status() === 'loading' ? '…' : text
  }
}
