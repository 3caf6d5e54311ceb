import { Component } from '@angular/core'
import { injectSession } from 'latchkey/angular'

@Component({
  template: `
    <h1>Latchkey and Angular</h1>
    <p>Hello, <strong data-testid="name">{{ session.data()?.user?.name ?? 'guest' }}</strong>!</p>
  `,
})
export class Home {
  protected readonly session = injectSession()
}
